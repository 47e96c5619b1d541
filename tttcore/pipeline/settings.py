"""Keys of the configuration files: settings of the project, and keys common to all studies."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from tttcore.pipeline.declaration import COUNT, MEMORY, SOME, Between, Matching, declared
from tttcore.pipeline.timing import Seconds, TimedWork

Scale = Literal["quick", "paper", "decisive"]
FileName = Annotated[str, Matching(r"[a-z0-9]+(-[a-z0-9]+)*", "small letters and digits, parts joined by -")]
TableName = Annotated[str, Matching(r"[a-z0-9]+(_[a-z0-9]+)*", "small letters and digits, parts joined by _")]
InputFile = Annotated[str, Matching(r"[^{}]+", "a path without braces, which Snakemake takes for wildcards")]
Count = Annotated[int, COUNT]
StudyName = Annotated[str, Matching(r"[a-z0-9]{1,100}|\*", "names of small letters and digits, and '*'")]


@declared
@dataclass(frozen=True)
class Agents:
    """Numbers of players that are exported."""

    champions: Annotated[int, Between(1, 100, "each meets all others")]
    """Players of each treatment."""
    followed: Annotated[int, Between(0, 100, "each is run once more")]
    """Number of these that are also stored at earlier stages of training."""
    snapshots: Annotated[int, Between(2, 1000, "the play page holds each")]
    """Approximate number of stages stored of each of those, the first and the last among them."""


@declared
@dataclass(frozen=True, kw_only=True)
class ProjectSettings:
    """Settings of the whole project."""

    seed: Annotated[int, Between(0)] = 605712393
    """Seed of all random streams, which are named by seed, study, treatment and replicate."""
    scale: Scale = "decisive"
    """Number of replicates of each treatment, as each study's `replicates` says: some for trying things, the documents'
    own, or enough to settle what they left open. At `quick` recipes are as small as `quick` of the studies says, pages
    say so, and times, simulated rates of error and counts of strategies are left out."""
    studies: Annotated[list[StudyName], SOME]
    """Studies that a plain run makes, in the order of the pages and of the work; each has a file in `studies/`, and
    `"*"` stands for all others there."""
    replicates: Count | Annotated[dict[str, Count], SOME] | None = None
    """Replicates of every treatment in place of what the scale says: of all studies, or by study."""
    batch_seconds: Seconds = 15
    """Computing time that one job of runs should take, in seconds; results don't depend on it."""
    most_batches: Annotated[int, Between(1, 100_000, "planning takes time for each")] = 1500
    """Approximate limit of jobs of runs per study; beyond it each job takes longer, up to an hour."""
    mixed_versions: bool = False
    """True if runs that were made with different major versions of numpy or numba may stand in one table; the page of
    provenance names all versions either way."""
    formats: Annotated[tuple[Literal["png", "svg", "pdf"], ...], SOME] = ("png",)
    """File formats of the figures; png is always among them, since the report shows it. `ttt draw` draws one figure as
    any of them."""
    agents: Agents = Agents(champions=5, followed=1, snapshots=8)
    """Players of the runs that meet in the league and can be played against."""
    base_url: Annotated[
        str, Matching(r"(https?://[^\s\"'<>\\]+/)?", "an address that begins with http and ends with /")
    ] = ""
    """Address at which `results/report` is published: course and worksheet print it, with codes that phones scan."""

    def __post_init__(self) -> None:
        for key, names in (("studies", self.studies), ("formats", self.formats)):
            if len(set(names)) < len(names):
                raise ValueError(f"{key}: {list(names)}; allowed: each once")
        if "png" not in self.formats:
            raise ValueError(f"formats: {list(self.formats)} has no png, which the report shows; add it")


@declared
@dataclass(frozen=True, kw_only=True)
class Document:
    """The document that a study is about, and how the report introduces it."""

    study: Annotated[str, Matching("[a-z0-9]{1,100}", "up to 100 small letters and digits")]
    """Name of the study, the same as the file's."""
    engine: str
    """Maker of its runs, a package of `tttcore/engines`."""
    title: str
    """Title of the document."""
    authors: str = ""
    """Authors of the document."""
    year: Annotated[int, Between(1, 9999)] | None = None
    """Year of the document."""
    source: str = ""
    """Journal, series or other place of publication."""
    address: Annotated[str, Matching(r"(https?://[^\s\"'<>\\]+)?", "an address that begins with http")] = ""
    """Address at which the document, or its program, can be read."""
    retold: bool = False
    """True if the document is known only through later accounts; pages say so where they cite it."""
    approach: str = ""
    """Method by which its players learn or choose, in a few words."""
    question: str = ""
    """The document's question, in a sentence that a stranger understands; the first of its findings is the answer."""
    about: Annotated[str, Matching(r"[\s\S]+", "a text that isn't empty")]
    """Contents of the document in a few sentences, for the report."""
    cover: str
    """One of `figures`, shown for the study on the report's first page."""


@declared
@dataclass(frozen=True)
class Replicates:
    """Runs per treatment at each scale."""

    quick: Count
    """For trying things."""
    decisive: Count
    """Enough for decisive verdicts."""
    paper: Count | None = None
    """As many as the document has, by default as at the scale decisive."""


@declared
@dataclass(frozen=True)
class Published:
    """The document's own numbers."""

    data: InputFile | None = None
    """CSV with a column of lengths per label of the repeated comparisons, and one named `run`."""
    repeated_by: list[str] = field(default_factory=list)
    """Comparisons that repeat the document's design and are compared with its data."""
    replicates: Annotated[int, Between(2, 1_000_000, MEMORY)] | None = None
    """Runs per treatment in the document."""
    tables: dict[TableName, InputFile] = field(default_factory=dict)
    """Further tables of the document, as name and CSV."""


@declared
@dataclass(frozen=True, kw_only=True)
class ShownFigure:
    """A figure: what pages say of it, and the statements that it bears on."""

    title: str
    """Title above it."""
    caption: str
    """Description below it."""
    claims: list[str] = field(default_factory=list)
    """Ids of the statements that it bears on."""


Figures = dict[FileName, ShownFigure]


@declared
@dataclass(frozen=True)
class NullResult:
    """A difference that a document did not find, which the audit page looks into."""

    claim: str
    """Id of the claim."""
    grid: str
    """Table of power by level, runs and effect that the sliders show."""
    tables: Annotated[list[str], SOME]
    """Tables that the page shows."""
    sets: Annotated[list[str], SOME]
    """Sets of samples whose rows are shown; a comparison includes its first runs."""


@declared
@dataclass(frozen=True, kw_only=True)
class Lesson:
    """Lesson of the learner's runs, such as how it goes wrong; braces hold values as in findings.

    They are of the study's tables, of its rows in `games_needed` and `learnt` of all machines, or facts of 3x3.
    """

    title: str
    """Headline."""
    text: str
    """Cause, and the runs that test it."""
    holds: list[Annotated[str, Matching(r"[^<]+ < [^<]+", "formulas, one < the other")]]
    """Comparisons of formulas of values in braces; where one fails, the lesson isn't told."""
    mistake: str = ""
    """Value in braces that is a mistake to draw."""


@declared
@dataclass(frozen=True, kw_only=True)
class Machine:
    """The document's learner, beside those of all other documents on the page of machines."""

    name: str
    """Name of the learner there."""
    knows: str = ""
    """Knowledge before its first game, after "it knows"."""
    treatment: FileName
    """Treatment that stands for the document, chosen before its curve was seen."""
    contrasts: dict[str, FileName] = field(default_factory=dict)
    """Treatments that are drawn beside it, by their names there."""
    teachers: dict[str, FileName] = field(default_factory=dict)
    """Treatments that differ by the opponent that teaches them, by its name; drawn in a figure of their own."""
    others: list[FileName] = field(default_factory=list)
    """Treatments that are rows of its table."""
    lessons: list[Lesson] = field(default_factory=list)
    """Lessons of the document's learners, in the page's order."""


@declared
@dataclass(frozen=True, kw_only=True)
class Shared:
    """Keys that a study, a protocol or a treatment may set beside those of a recipe."""

    replicates: Replicates
    """Runs per treatment at each scale."""
    seconds_per_replicate: Seconds = 0.01
    """Rough computing time of a run, in seconds; sizes the jobs and nothing else."""
    quick: dict[str, Any] = field(default_factory=dict)
    """Upper limits of a recipe's numbers at the scale `quick`; smaller numbers are kept."""


@declared
@dataclass(frozen=True, kw_only=True)
class OfTreatment(Shared):
    """Keys of a treatment beside those of its recipe."""

    protocol: str
    """One of `protocols`; may be left out if there is only one."""
    label: str = ""
    """Name on pages and figures; by default the treatment's name."""
    group: str = ""
    """Group in which long lists of names show it, such as ``exploration``; by default the first one of its study."""


@declared
@dataclass(frozen=True, kw_only=True)
class StudySettings(Shared, Document):
    """Keys of every study; its engine declares the types of `defaults`, `protocols`, `treatments` and `timings`."""

    judged_from: Count
    """Least number of runs of every treatment for which statements on reruns are judged."""
    defaults: dict[str, Any]
    """Recipe that every treatment starts from."""
    protocols: Annotated[dict[str, dict[str, Any]], SOME]
    """Readings of the document, each a change of the defaults."""
    treatments: Annotated[dict[FileName, dict[str, Any]], SOME]
    """Treatments by name, each a `protocol` and a change of it; the name names its random streams."""
    comparisons: dict[str, dict[str, str]]
    """Sets of treatments that are compared, as label and treatment."""
    labels: dict[str, str] = field(default_factory=dict)
    """Display names of sets, groups and players on pages and figures; by default the names themselves."""
    player: Annotated[str, Matching(r"[^{}]*\{label\}[^{}]*", "a text with {label}")] = "{label}"
    """Display name of players on pages about several documents, with the `label` of their treatment."""
    readings: dict[str, Annotated[dict[str, Annotated[dict[str, str], SOME]], SOME]] = field(default_factory=dict)
    """Choices that the document leaves open, and under each the other readings: the tables, treatments, sets and labels
    that stand in the selectors of statements in place of others. Every statement is judged under each that bears on it.
    """
    published: Published = Published()
    """The document's own numbers."""
    timings: dict[TableName, TimedWork] = field(default_factory=dict)
    """Work that the document timed, by name; ours is timed on whatever machine this is."""
    benchmarks: Figures = field(default_factory=dict)
    """Figures of work that is timed here, each the benchmark of that name in `tttcore/studies/STUDY/benchmarks.py`."""
    tables: dict[TableName, str]
    """Captions of tables in the page's order, by the names of functions in `tttcore/studies/STUDY/tables.py`."""
    figures: Figures
    """Figures in the page's order, each the function of that name in `tttcore/studies/STUDY/figures.py`, - being _."""
    machine: Machine | None = None
    """The document's learner, if it learns 3x3 or Hexapawn, to be compared with all others."""
    beside: list[str] = field(default_factory=list)
    """Learners of documents, as `STUDY/TREATMENT`, that figures of your own learners draw beside them."""
    null_result: NullResult | None = None
    """A difference that the document did not find, which the audit page looks into."""

    def __post_init__(self) -> None:
        given = self.published
        for key, value in (("repeated_by", given.repeated_by), ("replicates", given.replicates)):
            if given.data is not None and not value:
                raise ValueError(f"published.{key}: needs a value where data has one")
        if given.data is None and given.repeated_by:
            raise ValueError("published.data: needs a value where repeated_by has one")
