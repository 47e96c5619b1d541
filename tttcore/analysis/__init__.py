"""Statistics over stored runs and the verdicts on published claims."""
