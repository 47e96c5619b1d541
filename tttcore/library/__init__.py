"""Interface for programs and notebooks of others: a finished run as tables, figures and players."""
