"""What every layer stands on: streams, stored tables, provenance, registries, configuration."""
