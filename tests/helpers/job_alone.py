"""Program that runs a job's script in the current folder, given the file that `planned_jobs` wrote of the job."""

import pickle
import runpy
import sys
from pathlib import Path

job = pickle.loads(Path(sys.argv[1]).read_bytes())
snakemake = job["snakemake"]
for file in (*snakemake.output, *snakemake.log):
    Path(file).parent.mkdir(parents=True, exist_ok=True)
runpy.run_path(str(job["script"]), init_globals={"snakemake": snakemake}, run_name="__main__")
