"""Engine coin: toss a coin until it shows heads."""
