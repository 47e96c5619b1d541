"""Claims of the documents: select measured values, judge them, audit the verdicts."""
