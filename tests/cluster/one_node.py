"""SLURM on this machine alone: munge, a controller and one node, on loopback and in a folder of their own."""

import ctypes
import importlib.util
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections import Counter
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
PLUGIN = "snakemake_executor_plugin_slurm"
LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


class ClusterError(Exception):
    """Why there can't be a cluster here, in one line."""


def install() -> None:
    """Install what is missing, by apt; it stays.

    Raises
    ------
    ClusterError
        If that can't be done here.
    """
    if os.geteuid() != 0:
        raise ClusterError(f"needs root, which starts SLURM's daemons and writes {CONFIG}")
    if importlib.util.find_spec(PLUGIN) is None:
        raise ClusterError(f'Python has no {PLUGIN}; pip install -e ".[cluster]"')
    os.environ["PATH"] += os.pathsep + "/usr/sbin"  # `su` leaves it out
    missing = sorted({package for program, package in DAEMONS.items() if not shutil.which(program)})
    if not missing:
        return
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"]
    if not shutil.which(apt[0]):
        raise ClusterError(f"{', '.join(missing)}: not here, and neither is apt-get; install what has {[*DAEMONS]}")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _run([*apt, "update"], env=quiet, check=False)  # what apt knew before may do
    _run([*apt, "install", "-y", "--no-install-recommends", *missing], env=quiet, check=True)


def _run(command: list[str], *, env: dict[str, str], check: bool) -> None:
    finished = subprocess.run(command, check=False, capture_output=True, text=True, env=env)
    if check and finished.returncode:
        said = (finished.stderr.strip() or finished.stdout.strip() or "no word").splitlines()[-1]
        raise ClusterError(f"{' '.join(command)}: {said}")


class Cluster:
    """What runs on it.

    Parameters
    ----------
    ended : where SLURM notes jobs that have ended.
    """

    def __init__(self, ended: Path) -> None:
        self._ended = ended

    def jobs(self) -> Counter[str]:
        """How many jobs have ended in each state."""
        lines = self._ended.read_text(encoding="utf-8") if self._ended.exists() else ""
        return Counter(re.findall(r"JobState=(\w+)", lines))

    def cancel_one(self, rule: str) -> str | None:
        """Cancel a job of a rule in the midst of its work, if there is one; its number."""
        working = {
            step.split(".")[0]
            for step in _output("squeue", "--steps", "--noheader", "--format=%i").split()
            if step.endswith(".0")
        }
        for line in _output("squeue", "--noheader", "--format=%i %k").splitlines():
            job, _, comment = line.partition(" ")
            if job in working and comment.startswith(f"rule_{rule}_") and _succeeds("scancel", job):
                return job
        return None


@contextmanager
def all_ended() -> Iterator[None]:
    """Processes that were started in the block, and what they have started, end with it."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)  # what they leave behind becomes ours
    try:
        yield
    finally:
        _end_what_was_left()


@contextmanager
def one_node(folder: Path) -> Iterator[Cluster]:
    """A cluster while the block lasts: one partition, one node with the cores and the memory of this machine.

    Parameters
    ----------
    folder : for keys, state, process ids and logs.

    Raises
    ------
    ClusterError
        If the machine runs SLURM already, or a daemon does not start.
    """
    running = sorted({process.name() for process in psutil.process_iter()} & {"slurmctld", "slurmd"})
    if running:
        raise ClusterError(f"{', '.join(running)} runs here already; allowed: a machine that is no part of a cluster")
    for name in ("state", "spool", "munge"):
        (folder / name).mkdir()
    with ExitStack() as stack:
        stack.enter_context(all_ended())
        stack.enter_context(_munge(folder / "munge"))
        stack.enter_context(_configured(_slurm_conf(folder)))
        stack.enter_context(_daemon(["slurmctld", "-D"], folder / "slurmctld.out"))
        _wait("slurmctld", lambda: _succeeds("scontrol", "ping"))
        stack.enter_context(_daemon(["slurmd", "-D", "-N", _host()], folder / "slurmd.out"))
        _wait("slurmd", lambda: "idle" in _output("sinfo", "--noheader", "--format=%T"))
        stack.callback(_cancel_all)
        yield Cluster(folder / JOBS)


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
    if KEPT.exists():
        raise ClusterError(f"{KEPT} and {CONFIG} both exist; keep one, under the second name")
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
    if KEPT.exists() and not CONFIG.exists():
        KEPT.rename(CONFIG)


@contextmanager
def _daemon(command: list[str], output: Path) -> Iterator[None]:
    """A program that runs while the block lasts, or while we do; a Ctrl-C that is meant for us does not reach it."""
    with output.open("w") as out:
        process = subprocess.Popen(
            command,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_end_with_its_parent,  # noqa: PLW1509 (there is one thread)
        )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _end_with_its_parent() -> None:
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


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
            raise ClusterError(f"{what}: not within {SECONDS_TO_START} s")
        time.sleep(0.1)
