"""Configuration, random streams, stored tables, provenance and jobs of the workflow."""
