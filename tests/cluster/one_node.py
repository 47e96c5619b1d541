"""SLURM on this machine alone: munge, a controller and one node, on loopback and in a folder of their own."""

import ctypes
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil

CONFIG = Path("/etc/slurm/slurm.conf")
"""Where SLURM's programs look: the plugin takes away the variables that could name another place."""
KEPT = CONFIG.with_name("slurm.conf.kept-by-the-test")
MARK = "# written by tests/cluster, removed when the test ends\n"
DAEMONS = {"munged": "munge", "slurmctld": "slurm-wlm", "slurmd": "slurm-wlm"}
"""What is needed, and Debian's packages that have it."""
JOBS = "jobs.txt"
SECONDS_TO_START = 30
PR_SET_CHILD_SUBREAPER = 36


def install() -> None:
    """Install what is missing, by apt."""
    missing = sorted({package for program, package in DAEMONS.items() if not shutil.which(program)})
    if missing:
        apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"]
        subprocess.run([*apt, "update"], check=True, stdout=subprocess.DEVNULL)
        install = [*apt, "install", "-y", "--no-install-recommends", *missing]
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL, env=quiet)


@contextmanager
def one_node(folder: Path) -> Iterator[Callable[[], int]]:
    """A cluster while the block lasts: one partition, one node with the cores and the memory of this machine.

    What it hands out counts the jobs that have completed.

    Parameters
    ----------
    folder : for keys, state, process ids and logs.

    Raises
    ------
    RuntimeError
        If the machine runs SLURM already, or a daemon does not start.
    """
    running = sorted({process.name() for process in psutil.process_iter()} & {"slurmctld", "slurmd"})
    if running:
        raise RuntimeError(f"{', '.join(running)} runs here already; allowed: a machine that is no part of a cluster")
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)  # what daemons leave behind becomes ours, to be ended
    for name in ("state", "spool", "munge"):
        (folder / name).mkdir()
    with ExitStack() as stack:
        stack.callback(_end_what_was_left)
        stack.enter_context(_munge(folder / "munge"))
        stack.enter_context(_configured(_slurm_conf(folder)))
        stack.enter_context(_daemon(["slurmctld", "-D"], folder / "slurmctld.out"))
        _wait("slurmctld", lambda: _succeeds("scontrol", "ping"))
        stack.enter_context(_daemon(["slurmd", "-D", "-N", _host()], folder / "slurmd.out"))
        _wait("slurmd", lambda: "idle" in _output("sinfo", "--noheader", "--format=%T"))
        stack.callback(_cancel_all)
        yield lambda: (folder / JOBS).read_text(encoding="utf-8").count("JobState=COMPLETED")


def _host() -> str:
    return socket.gethostname().split(".")[0]


def _slurm_conf(folder: Path) -> str:
    """Configuration of the smallest SLURM that still shares out cores and memory."""
    controller, node = _free_ports(2)
    megabytes = psutil.virtual_memory().total // 2**20
    settings = {
        "ClusterName": "alone", "SlurmctldHost": f"{_host()}(127.0.0.1)",
        "SlurmUser": "root", "SlurmdUser": "root",
        "SlurmctldPort": controller, "SlurmdPort": node,
        "AuthType": "auth/munge", "AuthInfo": f"socket={folder}/munge/socket", "CryptoType": "crypto/munge",
        "StateSaveLocation": folder / "state", "SlurmdSpoolDir": folder / "spool",
        "SlurmctldPidFile": folder / "slurmctld.pid", "SlurmdPidFile": folder / "slurmd.pid",
        "SlurmctldLogFile": folder / "slurmctld.log", "SlurmdLogFile": folder / "slurmd.log",
        "ProctrackType": "proctrack/linuxproc", "TaskPlugin": "task/none",
        "SwitchType": "switch/none", "MpiDefault": "none", "ReturnToService": 2,
        "SelectType": "select/cons_tres", "SelectTypeParameters": "CR_Core_Memory", "DefMemPerCPU": 500,
        "AccountingStorageType": "accounting_storage/none", "JobAcctGatherType": "jobacct_gather/none",
        "JobCompType": "jobcomp/filetxt", "JobCompLoc": folder / JOBS,
    }  # fmt: skip
    lines = [f"{key}={value}" for key, value in settings.items()]
    lines += [
        f"NodeName={_host()} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} RealMemory={megabytes} State=UNKNOWN",
        f"PartitionName=all Nodes={_host()} Default=YES MaxTime=INFINITE State=UP",
    ]
    return MARK + "\n".join(lines) + "\n"


def _free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


@contextmanager
def _munge(folder: Path) -> Iterator[None]:
    """What tells SLURM's programs that they may trust each other."""
    folder.chmod(0o755)
    key = folder / "key"
    key.write_bytes(secrets.token_bytes(1024))
    key.chmod(0o400)
    places = {name: folder / name for name in ("socket", "pid-file", "log-file", "seed-file")}
    command = ["munged", "--foreground", "--force", f"--key-file={key}"]
    command += [f"--{name}={place}" for name, place in places.items()]
    with _daemon(command, folder / "out"):
        _wait("munged", places["socket"].exists)
        yield


@contextmanager
def _configured(text: str) -> Iterator[None]:
    """The machine's SLURM configuration for as long as the block lasts; what was there is put back.

    So is what a test that was killed had kept.
    """
    _put_back()
    made = not CONFIG.parent.exists()
    CONFIG.parent.mkdir(parents=True, exist_ok=True)
    try:
        if CONFIG.exists():
            CONFIG.rename(KEPT)
        CONFIG.write_text(text, encoding="utf-8")
        yield
    finally:
        _put_back()
        if made:
            CONFIG.parent.rmdir()


def _put_back() -> None:
    if CONFIG.exists() and CONFIG.read_text(encoding="utf-8").startswith(MARK):
        CONFIG.unlink()
    if KEPT.exists():
        KEPT.rename(CONFIG)


@contextmanager
def _daemon(command: list[str], output: Path) -> Iterator[None]:
    """A program that runs while the block lasts, out of reach of a Ctrl-C that is meant for us."""
    with output.open("w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _cancel_all() -> None:
    """End all jobs, so that none outlives its node."""
    if _output("squeue", "--noheader"):
        _succeeds("scancel", "--user=root")
        _wait("the end of all jobs", lambda: not _output("squeue", "--noheader"))


def _end_what_was_left() -> None:
    left = psutil.Process().children(recursive=True)
    for process in left:
        process.send_signal(signal.SIGKILL)
    psutil.wait_procs(left, timeout=10)


def _succeeds(*command: str) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def _output(*command: str) -> str:
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()


def _wait(what: str, ready: Callable[[], bool]) -> None:
    last = time.monotonic() + SECONDS_TO_START
    while not ready():
        if time.monotonic() > last:
            raise RuntimeError(f"{what}: not within {SECONDS_TO_START} s")
        time.sleep(0.1)
