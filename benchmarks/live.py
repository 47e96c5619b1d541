"""Generations in the page's worker, in Chromium, against the compiled package; left out loudly where there is none."""

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from selenium import webdriver

from tttcore.classroom.assets import MODEL_SCRIPTS, WORKER_SCRIPT, asset
from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.live import live_recipe
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.engines.study_files import read_study
from tttcore.games.classic import enumerate_states
from tttcore.pipeline.rng import stream

STUDIES = Path(__file__).resolve().parents[1] / "config" / "studies"
DRIVER = "chromedriver"
RUNS = {("ancheta2020", "control-listed"): 60, ("ancheta2020", "umg-listed"): 40, ("ancheta2020", "second-seat"): 2,
        ("hemingroth2025", "exclusive"): 2}  # fmt: skip
"""Whole runs that are timed at once, by study and treatment."""
MILLISECONDS = 1000
TIMED = """
  const [source, runs, done] = arguments;
  const worker = globalThis.worker ??= new Worker(URL.createObjectURL(new Blob([source])));
  const begun = performance.now();
  const next = () => worker.postMessage({ begin: [runs.shift()], token: 0 });
  worker.onmessage = ({ data }) => {
    if (!data.ended) worker.postMessage({ advance: 1e9, budget: 1e9 });
    else if (runs.length) next();
    else done(performance.now() - begun);
  };
  next();
"""
"""Milliseconds until the worker has told of every generation of some runs, one run after another."""


def measure(rounds: int) -> dict[str, float]:
    """Ratios of generations per second in the page's worker, with all that it tells of each, to the package's."""
    measured = {}
    with browser() as driver:
        if driver:
            script = "\n".join(asset(name) for name in (*MODEL_SCRIPTS, WORKER_SCRIPT))
            for place in RUNS:
                measured[f"{'/'.join(place)}: page / compiled, generations"] = ratio(driver, script, *place, rounds)
    return measured


def ratio(driver: webdriver.Chrome, script: str, study: str, treatment: str, rounds: int) -> float:
    """Package's time for some runs / the page's, timed in turn after a first time of each."""
    config = read_study(STUDIES / f"{study}.yaml").treatments[treatment].recipe
    recipe = build_recipe(config, treatment)
    algorithm = GeneticAlgorithm(recipe, enumerate_states())
    paths = [(study, treatment, number) for number in range(RUNS[study, treatment])]
    asked = [{"engine": "genetic_algorithm", "recipe": live_recipe(recipe), "seed": 0, "path": path} for path in paths]
    times: list[tuple[float, float]] = []
    for _ in range(rounds + 1):
        begin = time.perf_counter()
        for path in paths:
            algorithm.run(stream(0, *path))
        compiled = time.perf_counter() - begin
        times.append((compiled, driver.execute_async_script(TIMED, script, asked) / MILLISECONDS))
    compiled, page = (median(each) for each in zip(*times[1:], strict=True))
    return compiled / page


@contextmanager
def browser() -> Iterator[webdriver.Chrome | None]:
    """Chromium; None, said loudly, without it or its driver."""
    programs = [shutil.which("chromium"), shutil.which(DRIVER)]
    if None in programs:
        print(f"live: neither chromium nor {DRIVER}, left out", file=sys.stderr)
        yield None
        return
    options = webdriver.ChromeOptions()
    options.binary_location = programs[0]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for option in ("--headless=new", "--no-sandbox", f"--user-data-dir={folder}"):
            options.add_argument(option)
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=programs[1]))
        driver.set_script_timeout(600)
        page = Path(folder, "page.html")
        page.write_text("<!DOCTYPE html><title>Empty</title>", encoding="utf-8")
        driver.get(page.as_uri())
        yield driver
        driver.quit()
