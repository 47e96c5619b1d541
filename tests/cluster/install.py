"""Requirements of a cluster: root, Snakemake's plugin, and packages that apt installs if they are missing."""

import importlib.util
import os
import shutil
import subprocess

from daemons import ClusterError

PROGRAMS = {"munged": "munge", "slurmctld": "slurm-wlm", "slurmd": "slurm-wlm"}
"""Programs, and Debian's packages that have them."""
ACCOUNTING = {
    "slurmdbd": "slurmdbd",
    "mariadbd": "mariadb-server-core",
    "my_print_defaults": "mariadb-client-core",
}
"""The same for accounting."""
PLUGIN = "snakemake_executor_plugin_slurm"


def install(*, accounting: bool) -> None:
    """Install what is missing, by apt; it stays.

    Raises
    ------
    ClusterError
        If that can't be done here.
    """
    if os.geteuid() != 0:
        raise ClusterError("needs root, which starts SLURM's daemons and mounts its configuration")
    if importlib.util.find_spec(PLUGIN) is None:
        raise ClusterError(f'Python has no {PLUGIN}; pip install -e ".[cluster]"')
    os.environ["PATH"] += os.pathsep + "/usr/sbin"  # `su` leaves it out
    needed = PROGRAMS | (ACCOUNTING if accounting else {})
    missing = sorted({package for program, package in needed.items() if not shutil.which(program)})
    if not missing:
        return
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"]
    if not shutil.which(apt[0]):
        raise ClusterError(f"{', '.join(missing)}: not here, and neither is apt-get; install what has {[*needed]}")
    _run([*apt, "update"], check=False)  # what apt knew before may do
    _run([*apt, "install", "-y", "--no-install-recommends", *missing], check=True)


def _run(command: list[str], *, check: bool) -> None:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    finished = subprocess.run(command, check=False, capture_output=True, text=True, env=quiet)
    if check and finished.returncode:
        said = (finished.stderr.strip() or finished.stdout.strip() or "no word").splitlines()[-1]
        raise ClusterError(f"{' '.join(command)}: {said}")
