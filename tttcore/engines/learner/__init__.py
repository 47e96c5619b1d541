"""Engine of learners that users bring: a Python file each, trained in a process of its own and evaluated exactly."""
