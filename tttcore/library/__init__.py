"""What programs and notebooks of others call: a finished run as tables, figures and players."""
