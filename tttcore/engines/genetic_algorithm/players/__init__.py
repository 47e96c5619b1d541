"""Players of 3x3 given by a genome, and the opponents that they are evaluated against."""
