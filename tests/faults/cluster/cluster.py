"""SLURM on this machine alone: munge, a controller and its nodes, on loopback and in a folder of their own.

Its configuration is in the one place where its programs look, seen by this test alone. Faults are injected while it is
at work, and its jobs must end as these have it.
"""

import os
import secrets
import signal
import socket
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
from helpers.processes import LIBC, all_ended, end_with_parent

FIELDS = ("JobID", "State", "TimeLimit", "MinMemory", "NodeList", "Comment")
CONFIG_FOLDER = Path("/etc/slurm")
"""Where SLURM's programs look: the plugin takes away the variables that could name another place."""
CLONE_NEWNS = 0x20000
HOST = socket.gethostname().split(".")[0]
SOON = {
    "SlurmdTimeout": 20,  # until a node that says nothing is down
    "KillWait": 5,  # from SIGTERM to SIGKILL
    "MinJobAge": 86400,  # jobs that have ended are known until the end of the test
}
"""Seconds, where SLURM would take minutes or forget."""
CREDENTIAL = 20
"""Seconds that a job's credential is valid; as long SLURM waits before it starts a job of a lost node again."""


class ClusterError(Exception):
    """Why there can't be a cluster here, in one line."""


@contextmanager
def daemon(command: list[str], output: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """A program that runs while the block lasts, or while we do; a Ctrl-C that is meant for us does not reach it.

    Parameters
    ----------
    output : file for what it says.
    """
    with output.open("w") as out:
        process = subprocess.Popen(
            command,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=end_with_parent,  # noqa: PLW1509 (there is one thread)
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_ports(count: int) -> list[int]:
    """Ports of loopback that nobody has."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [each.getsockname()[1] for each in sockets]


def succeeds(*command: str) -> bool:
    """Run a command that says nothing; whether it did what it should."""
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def output(*command: str) -> str:
    """Standard output of a command."""
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()


def wait(what: str, ready: Callable[[], bool]) -> None:
    """Wait until something is ready.

    Raises
    ------
    ClusterError
        If it is not within five minutes; names it.
    """
    last = time.monotonic() + 300
    while not ready():
        if time.monotonic() > last:
            raise ClusterError(f"{what}: not within 300 s")
        time.sleep(0.1)


@dataclass(frozen=True)
class Job:
    """A job as SLURM tells of it.

    Parameters
    ----------
    minutes, megabytes : limits that it asked for.
    node : empty while it waits.
    work : comment that Snakemake gives; attempts at the same work have the same one.
    """

    number: str
    state: str
    minutes: int
    megabytes: int
    node: str
    work: str


class Cluster:
    """Jobs of a cluster, and faults that can be injected.

    Parameters
    ----------
    nodes : process of slurmd by the node's name.
    """

    def __init__(self, nodes: dict[str, int]) -> None:
        self._nodes = nodes

    def jobs(self) -> list[Job]:
        """All jobs, also those that have ended."""
        asked = ",".join(f"{field}:|" for field in FIELDS)
        lines = output("squeue", "--states=all", "--noheader", f"--Format={asked}").splitlines()
        return [_job(*(part.strip() for part in line.split("|")[: len(FIELDS)])) for line in lines]

    def working(self, rule: str) -> list[Job]:
        """Jobs of a rule in the midst of their work."""
        steps = output("squeue", "--steps", "--noheader", "--format=%i").split()
        begun = {step.split(".")[0] for step in steps if step.endswith(".0")}
        return [job for job in self.jobs() if job.number in begun and job.work.startswith(f"rule_{rule}_")]

    def cancel(self, job: Job) -> bool:
        """Cancel a job; whether it was there."""
        return succeeds("scancel", job.number)

    def hang(self, job: Job) -> bool:
        """Stop a job's processes and leave it a minute; whether it was there."""
        _signal(_processes("SLURM_JOB_ID", job.number), signal.SIGSTOP)
        return succeeds("scontrol", "update", f"JobId={job.number}", "TimeLimit=1")

    def lose(self, node: str) -> list[Job]:
        """Have a node vanish at once, as without power; the jobs that ran there.

        slurmd, what watches over jobs, and the jobs are stopped before they are killed, so that none reports another.
        """
        slurmd = psutil.Process(self._nodes[node])
        jobs = _processes("SLURMD_NODENAME", node)
        lost = [slurmd, *{each for job in jobs for each in _watching(job)}, *jobs]
        _signal(lost, signal.SIGSTOP)
        struck = [job for job in self.jobs() if job.node == node and job.state == "RUNNING"]
        _signal(lost, signal.SIGKILL)
        return struck


def _job(number: str, state: str, limit: str, memory: str, node: str, work: str) -> Job:
    days, _, clock = limit.rpartition("-")
    parts = [int(part) for part in clock.split(":")]
    seconds = sum(part * 60**place for place, part in enumerate(reversed(parts)))
    return Job(number, state, int(days or 0) * 1440 + seconds // 60, int(memory.rstrip("M")), node, work)


def _processes(variable: str, value: str) -> list[psutil.Process]:
    """Processes of the cluster with this value of an environment variable."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if process.environ().get(variable) == value:
                found.append(process)
    return found


def _signal(processes: list[psutil.Process], number: signal.Signals) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(number)


def _watching(job: psutil.Process) -> list[psutil.Process]:
    """What of SLURM watches over a process; nothing once it has ended."""
    with suppress(psutil.NoSuchProcess):
        return [parent for parent in job.parents() if parent.name() == "slurmstepd"]
    return []


@contextmanager
def cluster(folder: Path, nodes: int) -> Iterator[Cluster]:
    """A cluster of some nodes while the block lasts, with one partition.

    Parameters
    ----------
    folder : for keys, state, process ids and logs.

    Raises
    ------
    ClusterError
        If this process can have no configuration of its own, or a daemon does not start.
    """
    for name in ("config", "state", "munge"):
        (folder / name).mkdir(parents=True)
    with ExitStack() as stack:
        stack.enter_context(all_ended())
        stack.enter_context(configured(folder / "config"))
        stack.enter_context(_munge(folder / "munge"))
        names = [f"node{number}" for number in range(1, nodes + 1)]
        (CONFIG_FOLDER / "slurm.conf").write_text(slurm_conf(folder, names), encoding="utf-8")
        stack.enter_context(daemon(["slurmctld", "-D"], folder / "slurmctld.out"))
        wait("slurmctld", lambda: succeeds("scontrol", "ping"))
        started = {
            name: stack.enter_context(daemon(["slurmd", "-D", "-N", name], folder / f"{name}.out")).pid
            for name in names
        }
        wait("slurmd", lambda: output("sinfo", "--noheader", "--format=%T") == "idle")
        stack.callback(_cancel_all)
        yield Cluster(started)


@contextmanager
def _munge(folder: Path) -> Iterator[None]:
    """munged, by which SLURM's programs trust each other, while the block lasts."""
    folder.chmod(0o755)
    key = folder / "key"
    key.write_bytes(secrets.token_bytes(1024))
    key.chmod(0o400)
    places = {name: folder / name for name in ("socket", "pid-file", "log-file", "seed-file")}
    command = ["munged", "--foreground", "--force", f"--key-file={key}"]
    command += [f"--{name}={place}" for name, place in places.items()]
    with daemon(command, folder / "out"):
        wait("munged", places["socket"].exists)
        yield


def _cancel_all() -> None:
    """End all jobs, so that none outlives its node; those of a lost one end with it."""
    if output("squeue", "--noheader"):
        succeeds("scancel", "--user=root")
        with suppress(ClusterError):
            wait("the end of all jobs", lambda: not output("squeue", "--noheader"))


def slurm_conf(folder: Path, names: list[str]) -> str:
    """Configuration of the smallest SLURM that still shares out cores and memory.

    Parameters
    ----------
    names : of nodes, each with as many cores as the machine; they share its memory.
    """
    controller, *ports = free_ports(1 + len(names))
    megabytes = psutil.virtual_memory().total // 2**20 // len(names)
    settings = {
        "ClusterName": "alone", "SlurmctldHost": f"{HOST}(127.0.0.1)",
        "SlurmUser": "root", "SlurmdUser": "root", "SlurmctldPort": controller,
        "AuthType": "auth/munge", "AuthInfo": f"socket={folder}/munge/socket,cred_expire={CREDENTIAL}",
        "CryptoType": "crypto/munge",
        "StateSaveLocation": folder / "state", "SlurmdSpoolDir": folder / "spool-%n",
        "SlurmctldPidFile": folder / "slurmctld.pid", "SlurmdPidFile": folder / "slurmd-%n.pid",
        "SlurmctldLogFile": folder / "slurmctld.log", "SlurmdLogFile": folder / "slurmd-%n.log",
        "ProctrackType": "proctrack/linuxproc", "TaskPlugin": "task/none",
        "SwitchType": "switch/none", "MpiDefault": "none", "ReturnToService": 2, "JobRequeue": 0,
        "SelectType": "select/cons_tres", "SelectTypeParameters": "CR_Core_Memory", "DefMemPerCPU": 500,
        "AccountingStorageType": "accounting_storage/none", "JobAcctGatherType": "jobacct_gather/none",
        **SOON,
    }  # fmt: skip
    lines = [f"{key}={value}" for key, value in settings.items()]
    lines += [
        f"NodeName={name} NodeHostname={HOST} NodeAddr=127.0.0.1 Port={port} CPUs={os.cpu_count()} "
        f"RealMemory={megabytes} State=UNKNOWN"
        for name, port in zip(names, ports, strict=True)
    ]
    return "\n".join([*lines, f"PartitionName=all Nodes={','.join(names)} Default=YES MaxTime=INFINITE State=UP", ""])


@contextmanager
def configured(folder: Path) -> Iterator[None]:
    """Have this process, and all that it starts, see a folder in place of `CONFIG_FOLDER` as long as the block lasts.

    Nobody else sees it, and nothing is left of it however the process ends: its mounts are its own.

    Raises
    ------
    ClusterError
        If there can be no own mounts here, as in a container without CAP_SYS_ADMIN.
    """
    CONFIG_FOLDER.mkdir(parents=True, exist_ok=True)
    if LIBC.unshare(CLONE_NEWNS) or not succeeds("mount", "--make-rprivate", "/"):
        raise ClusterError("needs mounts of its own; allowed: root with CAP_SYS_ADMIN")
    if not succeeds("mount", "--bind", str(folder), str(CONFIG_FOLDER)):
        raise ClusterError(f"mount --bind {folder} {CONFIG_FOLDER}: failed")
    try:
        yield
    finally:
        succeeds("umount", "--lazy", str(CONFIG_FOLDER))


CANCELLED, NODE_LOST, OVER_TIME = "a job is cancelled", "a node is lost", "a job is over its time"
STATES = {CANCELLED: "CANCELLED", NODE_LOST: "NODE_FAIL", OVER_TIME: "TIMEOUT"}
"""Faults in the order in which they are injected, and the state in which SLURM must see their jobs end."""
RULE = "batch"
"""Jobs of this rule are struck: they are many, and take long enough."""


class FaultInjection:
    """Faults that a cluster survives, each injected into another job of runs; its only node can't be lost.

    Attributes
    ----------
    left : names of the faults to come, in order.
    """

    def __init__(self, nodes: int) -> None:
        self.left = [name for name in STATES if name != NODE_LOST or nodes > 1]
        self._struck: dict[str, tuple[Job, str]] = {}

    def inject(self, cluster: Cluster) -> None:
        """Inject the next fault, if a job is at work for which none was injected yet."""
        spared = {job.work for job, _ in self._struck.values()}
        jobs = [job for job in cluster.working(RULE) if job.work not in spared]
        if not self.left or not jobs:
            return
        name, job = self.left[0], jobs[0]
        if name == NODE_LOST:
            struck = cluster.lose(job.node)
        else:
            struck = [job] * (cluster.hang(job) if name == OVER_TIME else cluster.cancel(job))
        if struck:  # it hasn't just ended
            self._struck |= {job.number: (job, STATES[name]) for job in struck}
            self.left.pop(0)
            print(f"{name}: {', '.join(job.number for job in struck)}", flush=True)

    def errors(self, jobs: list[Job]) -> list[str]:
        """Differences from what must follow, of all jobs of a run that has ended.

        Jobs that were struck end in the state of their fault; all others complete. The n-th job for
        the same work asks for n times the minutes and the memory of the first.
        """
        found, attempts = [], defaultdict(list)
        for job in sorted(jobs, key=lambda job: int(job.number)):
            before, expected = self._struck.get(job.number, (job, "COMPLETED"))
            if job.state != expected:
                found.append(f"job {job.number}, {job.work}: {job.state}, not {expected}")
            attempts[job.work].append(before)
        for work, each in attempts.items():
            for attempt, job in enumerate(each, start=1):
                asked = f"{job.minutes} min, {job.megabytes} MB"
                if asked != f"{attempt * each[0].minutes} min, {attempt * each[0].megabytes} MB":
                    found.append(f"job {job.number}, {work}: {asked} in attempt {attempt}")
        return found
