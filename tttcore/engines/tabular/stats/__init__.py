"""Statistics of training sessions of tabular learning."""
