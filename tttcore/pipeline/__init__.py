"""Configuration, random streams, table storage, provenance and job logs of the workflow."""
