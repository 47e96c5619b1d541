"""Published statements beside measured values: measures, verdicts and the audit."""
