"""The leagues: every player of a board against every other, and their figures."""

from tttcore.league.leagues import figures_module, league, leagues

LEAGUES = {
    name: module
    for name, module in leagues().items()
    if league(module).settings(STUDIES)
}
"""Modules of the leagues that the studies allow, by the league's name."""
LEAGUE_FIGURES = expand(
    "results/league/figures/{figure}.{extension}",
    figure=[name for module in LEAGUES.values() for name in league(module).FIGURES],
    extension=config["formats"],
)
CODE_OF_LEAGUES = digest_of(*LEAGUES.values(), *map(figures_module, LEAGUES.values()))
"""Digest of the leagues' modules, which hold captions and labels, too."""
PLAYERS_OF_RECIPES = {
    key: study.config["labels"][key]
    for name, study in STUDIES.items()
    for recipe in recipes(name).values()
    for key in recipe.get("players", ())
    if key in study.config["labels"]
}
"""Names of players of recipes, by key."""


def get_league_settings(wildcards):
    """Settings of the studies that take part in a league, by the kinds of files that it reads of them."""
    return league(LEAGUES[wildcards.league]).settings(STUDIES)


def get_league_files(wildcards):
    """Files that a league reads, by kind."""
    of_game = {"facts": rules.facts.output, "tables": rules.tables.output}
    of_study = {
        "agents": rules.agents.output,
        "champions": rules.runs.output.champions,
        "runs": rules.runs.output.runs,
        "statistics": rules.statistics.output[0],
    }
    return {
        kind: of_game.get(kind) or expand(of_study[kind], study=studies)
        for kind, studies in get_league_settings(wildcards).items()
    }


rule league:
    input:
        unpack(get_league_files),
    output:
        directory("results/league/{league}"),
    log:
        "results/logs/league/{league}.log",
    wildcard_constraints:
        league="|".join(LEAGUES),
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        league=lambda wildcards: LEAGUES[wildcards.league],
        settings=get_league_settings,
        seed=config["seed"],
        code=code("make_league"),
        code_of_league=lambda wildcards: digest_of(LEAGUES[wildcards.league]),
    message:
        "Play the league {wildcards.league}"
    script:
        "../scripts/make_league.py"


rule league_figures:
    input:
        expand("results/league/{league}", league=LEAGUES),
    output:
        LEAGUE_FIGURES,
    log:
        "results/logs/league/figures.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        leagues=LEAGUES,
        studies=CITED,
        treatments=PLAYERS,
        players=PLAYERS_OF_RECIPES,
        code=code("draw_leagues"),
        code_of_leagues=CODE_OF_LEAGUES,
    message:
        "Draw the figures of the leagues"
    script:
        "../scripts/draw_leagues.py"
