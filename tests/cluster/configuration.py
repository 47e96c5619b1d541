"""Configuration of a SLURM on loopback, in the one place where its programs look, seen by this test alone."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from daemons import ClusterError, free_ports, succeeds
from processes import LIBC

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


@dataclass(frozen=True)
class Shape:
    """Size and services of a cluster.

    Parameters
    ----------
    nodes : each with as many cores as the machine; they share its memory.
    accounting : whether SLURM keeps jobs in a database and `sacct` tells of them.
    requeue : whether SLURM itself starts the jobs of a lost node again; otherwise Snakemake must.
    status : command by which Snakemake asks for jobs, instead of the profile's.
    """

    nodes: int = 1
    accounting: bool = False
    requeue: bool = False
    status: str | None = None

    @property
    def names(self) -> list[str]:
        """Names of the nodes."""
        return [f"node{number}" for number in range(1, self.nodes + 1)]


def slurm_conf(folder: Path, shape: Shape, database: int | None) -> str:
    """Configuration of the smallest SLURM that still shares out cores and memory.

    Parameters
    ----------
    database : port of slurmdbd, if there is accounting.
    """
    controller, *ports = free_ports(1 + shape.nodes)
    megabytes = psutil.virtual_memory().total // 2**20 // shape.nodes
    settings = {
        "ClusterName": "alone", "SlurmctldHost": f"{HOST}(127.0.0.1)",
        "SlurmUser": "root", "SlurmdUser": "root", "SlurmctldPort": controller,
        "AuthType": "auth/munge", "AuthInfo": f"socket={folder}/munge/socket,cred_expire={CREDENTIAL}",
        "CryptoType": "crypto/munge",
        "StateSaveLocation": folder / "state", "SlurmdSpoolDir": folder / "spool-%n",
        "SlurmctldPidFile": folder / "slurmctld.pid", "SlurmdPidFile": folder / "slurmd-%n.pid",
        "SlurmctldLogFile": folder / "slurmctld.log", "SlurmdLogFile": folder / "slurmd-%n.log",
        "ProctrackType": "proctrack/linuxproc", "TaskPlugin": "task/none",
        "SwitchType": "switch/none", "MpiDefault": "none", "ReturnToService": 2, "JobRequeue": int(shape.requeue),
        "SelectType": "select/cons_tres", "SelectTypeParameters": "CR_Core_Memory", "DefMemPerCPU": 500,
        "AccountingStorageType": "accounting_storage/none", "JobAcctGatherType": "jobacct_gather/none",
        **SOON,
    }  # fmt: skip
    if database is not None:
        settings |= {
            "AccountingStorageType": "accounting_storage/slurmdbd",
            "AccountingStorageHost": "127.0.0.1", "AccountingStoragePort": database,
            "AccountingStoragePass": f"{folder}/munge/socket",
            "JobAcctGatherType": "jobacct_gather/linux",
        }  # fmt: skip
    lines = [f"{key}={value}" for key, value in settings.items()]
    lines += [
        f"NodeName={name} NodeHostname={HOST} NodeAddr=127.0.0.1 Port={port} CPUs={os.cpu_count()} "
        f"RealMemory={megabytes} State=UNKNOWN"
        for name, port in zip(shape.names, ports, strict=True)
    ]
    lines += [f"PartitionName=all Nodes={','.join(shape.names)} Default=YES MaxTime=INFINITE State=UP"]
    return "\n".join(lines) + "\n"


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
