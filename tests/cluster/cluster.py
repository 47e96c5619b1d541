"""SLURM on this machine alone: munge, a controller and its nodes, on loopback and in a folder of their own."""

import secrets
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
from accounting import accounting, registered
from configuration import CONFIG_FOLDER, Shape, configured, slurm_conf
from daemons import ClusterError, daemon, output, succeeds, wait
from processes import all_ended

FIELDS = ("JobID", "State", "TimeLimit", "MinMemory", "RestartCnt", "NodeList", "Comment")


@dataclass(frozen=True)
class Job:
    """A job as SLURM tells of it.

    Parameters
    ----------
    minutes, megabytes : limits that it asked for.
    restarts : how often SLURM itself has started it again.
    node : empty while it waits.
    work : comment that Snakemake gives; attempts at the same work have the same one.
    """

    number: str
    state: str
    minutes: int
    megabytes: int
    restarts: int
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
        watching = {parent for job in jobs for parent in _parents(job) if parent.name() == "slurmstepd"}
        lost = [slurmd, *watching, *jobs]
        _signal(lost, signal.SIGSTOP)
        struck = [job for job in self.jobs() if job.node == node and job.state == "RUNNING"]
        _signal(lost, signal.SIGKILL)
        return struck


def _job(number: str, state: str, limit: str, memory: str, restarts: str, node: str, work: str) -> Job:
    days, _, clock = limit.rpartition("-")
    parts = [int(part) for part in clock.split(":")]
    seconds = sum(part * 60**place for place, part in enumerate(reversed(parts)))
    return Job(number, state, int(days or 0) * 1440 + seconds // 60, int(memory.rstrip("M")), int(restarts), node, work)


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


def _parents(process: psutil.Process) -> list[psutil.Process]:
    try:
        return process.parents()
    except psutil.NoSuchProcess:
        return []


@contextmanager
def cluster(folder: Path, shape: Shape) -> Iterator[Cluster]:
    """A cluster while the block lasts, with one partition.

    Parameters
    ----------
    folder : for keys, state, process ids and logs.

    Raises
    ------
    ClusterError
        If this process can have no configuration of its own, or a daemon does not start.
    """
    for name in ("config", "state", "munge", "accounting"):
        (folder / name).mkdir(parents=True)
    with ExitStack() as stack:
        stack.enter_context(all_ended())
        stack.enter_context(configured(folder / "config"))
        munge = stack.enter_context(_munge(folder / "munge"))
        database = stack.enter_context(accounting(folder / "accounting", munge)) if shape.accounting else None
        (CONFIG_FOLDER / "slurm.conf").write_text(slurm_conf(folder, shape, database), encoding="utf-8")
        stack.enter_context(daemon(["slurmctld", "-D"], folder / "slurmctld.out"))
        wait("slurmctld", lambda: succeeds("scontrol", "ping"))
        if shape.accounting:
            wait("accounting", registered)
        nodes = {
            name: stack.enter_context(daemon(["slurmd", "-D", "-N", name], folder / f"{name}.out")).pid
            for name in shape.names
        }
        wait("slurmd", lambda: output("sinfo", "--noheader", "--format=%T") == "idle")
        stack.callback(_cancel_all)
        yield Cluster(nodes)


@contextmanager
def _munge(folder: Path) -> Iterator[Path]:
    """munged, by which SLURM's programs trust each other, while the block lasts; its socket."""
    folder.chmod(0o755)
    key = folder / "key"
    key.write_bytes(secrets.token_bytes(1024))
    key.chmod(0o400)
    places = {name: folder / name for name in ("socket", "pid-file", "log-file", "seed-file")}
    command = ["munged", "--foreground", "--force", f"--key-file={key}"]
    command += [f"--{name}={place}" for name, place in places.items()]
    with daemon(command, folder / "out"):
        wait("munged", places["socket"].exists)
        yield places["socket"]


def _cancel_all() -> None:
    """End all jobs, so that none outlives its node; those of a lost one end with it."""
    if output("squeue", "--noheader"):
        succeeds("scancel", "--user=root")
        with suppress(ClusterError):
            wait("the end of all jobs", lambda: not output("squeue", "--noheader"))
