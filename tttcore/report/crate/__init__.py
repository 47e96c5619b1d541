"""A finished run as a research object: a Workflow Run RO-Crate."""
