"""Engine of nine-board tic-tac-toe: a run is a game between two searching players."""
