"""Engine of genetic algorithms over genomes of 3x3 players."""
