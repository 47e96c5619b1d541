"""Progress of a run: jobs count by their seconds, and the time left follows from the time taken."""

import pytest

from tttcore.pipeline.progress import Progress, duration


class Clock:
    """Time that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_jobs_count_by_their_seconds(clock):
    progress = Progress(clock)
    progress.expect({1: 30, 2: 60, 3: 10})
    assert (str(progress), progress.jobs, progress.ended) == ("0% of about 2 min of computing", "0 of 3 jobs", False)
    progress.begin(1, "batch control")
    progress.begin(2, "batch rmg")
    clock.now += 60
    progress.finish(1)
    assert progress.running == {2: "batch rmg"}
    assert (str(progress), progress.jobs) == ("30% of the work, about 2 min left", "1 of 3 jobs")
    progress.finish(2)
    progress.finish(3)
    assert (str(progress), progress.ended, progress.elapsed) == ("100% of the work", True, 60)


def test_a_failed_job_is_neither_running_nor_done(clock):
    progress = Progress(clock)
    progress.expect({1: 1, 2: 1})
    progress.begin(1, "tables")
    progress.stop(1)
    assert (progress.running, progress.jobs) == ({}, "0 of 2 jobs")


def test_too_little_is_done_to_tell_the_time_left(clock):
    progress = Progress(clock)
    progress.expect({1: 1, 2: 99})
    clock.now += 10
    progress.finish(1)
    assert str(progress) == "1% of about 2 min of computing"


def test_jobs_that_nobody_expected_change_no_share(clock):
    progress = Progress(clock)
    progress.finish(7)
    assert (progress.share, progress.ended) == (0, False)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "10 s"), (44, "40 s"), (94, "90 s"), (95, "2 min"), (3599, "1 h 0 min"), (5000, "1 h 23 min")],
)
def test_times_for_people(seconds, told):
    assert duration(seconds) == told
