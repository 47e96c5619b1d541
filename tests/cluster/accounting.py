"""SLURM's accounting on this machine alone: slurmdbd and a MariaDB that only it can reach."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from configuration import CONFIG_FOLDER, HOST
from daemons import ClusterError, daemon, free_ports, output, succeeds, wait


@contextmanager
def accounting(folder: Path, munge: Path) -> Iterator[int]:
    """A database and slurmdbd while the block lasts.

    Parameters
    ----------
    folder : for data, configuration and logs.
    munge : socket of munged.

    Yields
    ------
    Port of slurmdbd.
    """
    with _mariadb(folder) as database:
        (port,) = free_ports(1)
        settings = {
            "DbdHost": HOST, "DbdAddr": "127.0.0.1", "DbdPort": port, "SlurmUser": "root",
            "AuthType": "auth/munge", "AuthInfo": f"socket={munge}",
            "StorageType": "accounting_storage/mysql", "StorageHost": "localhost", "StorageUser": "root",
            "LogFile": folder / "slurmdbd.log", "PidFile": folder / "slurmdbd.pid",
        }  # fmt: skip
        config = CONFIG_FOLDER / "slurmdbd.conf"
        config.write_text("".join(f"{key}={value}\n" for key, value in settings.items()), encoding="utf-8")
        config.chmod(0o600)
        with daemon(["slurmdbd", "-D"], folder / "slurmdbd.out", env={"MYSQL_UNIX_PORT": str(database)}):
            wait("slurmdbd", lambda: "slurmdbd version" in _read(folder / "slurmdbd.log"))
            yield port


@contextmanager
def _mariadb(folder: Path) -> Iterator[Path]:
    """An empty MariaDB without a network while the block lasts; its socket, where root needs no password."""
    data, socket = folder / "data", folder / "mariadb.socket"
    made = ["mariadb-install-db", "--no-defaults", f"--datadir={data}", "--user=root", "--skip-test-db"]
    if not succeeds(*made, "--auth-root-authentication-method=socket"):
        raise ClusterError(f"{' '.join(made)}: failed; it says why when it is run by hand")
    command = ["mariadbd", "--no-defaults", f"--datadir={data}", f"--socket={socket}", "--user=root"]
    with daemon([*command, "--skip-networking"], folder / "mariadb.out"):
        wait("mariadbd", socket.exists)
        yield socket


def registered() -> bool:
    """True if slurmdbd knows the cluster, so that `sacct` tells of its jobs."""
    return bool(output("sacctmgr", "--noheader", "--parsable2", "show", "cluster", "format=ControlHost"))


def accounted() -> set[str]:
    """Numbers of the jobs of which `sacct` tells."""
    return set(output("sacct", "--allocations", "--noheader", "--parsable2", "--format=JobIDRaw").split())


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
