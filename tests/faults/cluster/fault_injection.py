"""Inject faults into a cluster that is at work, and check how its jobs have ended."""

from collections import defaultdict

from cluster import Cluster, Job

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
        name = self.left[0]
        struck = _inject(name, cluster, jobs[0])
        if not struck:
            return
        self._struck |= {job.number: (job, STATES[name]) for job in struck}
        self.left.pop(0)
        print(f"{name}: {', '.join(job.number for job in struck)}", flush=True)

    def errors(self, jobs: list[Job]) -> list[str]:
        """Differences from what must follow, of all jobs of a run that has ended.

        Jobs that were struck end in the state of their fault; all others complete. The n-th job for
        the same work asks for n times the minutes and the memory of the first.
        """
        found = []
        attempts: dict[str, list[Job]] = defaultdict(list)
        for job in sorted(jobs, key=lambda job: int(job.number)):
            before, expected = self._struck.get(job.number, (job, "COMPLETED"))
            if job.state != expected:
                found.append(f"job {job.number}, {job.work}: {job.state}, not {expected}")
            attempts[job.work].append(before)
        for work, each in attempts.items():
            for attempt, job in enumerate(each, start=1):
                if (job.minutes, job.megabytes) != (attempt * each[0].minutes, attempt * each[0].megabytes):
                    found.append(
                        f"job {job.number}, {work}: {job.minutes} min, {job.megabytes} MB in attempt {attempt}"
                    )
        return found


def _inject(name: str, cluster: Cluster, job: Job) -> list[Job]:
    """Inject a fault; the jobs that it strikes, none if the job has just ended."""
    if name == NODE_LOST:
        return cluster.lose(job.node)
    done = cluster.hang(job) if name == OVER_TIME else cluster.cancel(job)
    return [job] if done else []
