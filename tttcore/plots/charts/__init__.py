"""Interactive charts of a report page, drawn from stored tables."""
