#!/usr/bin/env bash
# Snakemake runs this inside the conda environment that it has just made from tttcore.yaml.
set -euo pipefail
python -m pip install --no-deps --no-build-isolation .
