"""Leagues of boards other than 3x3, each held by the engine whose players play there."""


def match_any(names):
    """Pattern of a wildcard that is one of some names; of none if there are none."""
    return "|".join(names) or "(?!)"


def get_league_engine(wildcards):
    return BOARD_LEAGUES[wildcards.league]


def get_league_settings(wildcards):
    return select_league_settings(get_league_engine(wildcards))


def get_league_inputs(wildcards):
    """Champions or statistics of the studies that take part in a league."""
    needed = board_league(get_league_engine(wildcards)).NEEDS
    made = {
        "champions": rules.collect.output.champions,
        "statistics": rules.statistics.output[0],
    }
    return expand(made[needed], study=get_league_settings(wildcards))


def get_league_module(wildcards):
    return [submodule(ENGINE_ROOMS, get_league_engine(wildcards), "league")]


def get_league_of_figure(wildcards):
    return f"results/league/{BOARD_LEAGUE_FIGURES[wildcards.figure]}"


def get_engine_of_league_figure(wildcards):
    return BOARD_LEAGUES[BOARD_LEAGUE_FIGURES[wildcards.figure]]


def get_league_drawing_module(wildcards):
    return [
        submodule(ENGINE_ROOMS, get_engine_of_league_figure(wildcards), "plots.league")
    ]


rule board_league:
    input:
        get_league_inputs,
    output:
        directory("results/league/{league}"),
    log:
        "results/logs/league/{league}.log",
    wildcard_constraints:
        league=match_any(BOARD_LEAGUES),
    conda:
        "../../envs/tttcore.yaml"
    params:
        engine=get_league_engine,
        settings=get_league_settings,
        seed=config["seed"],
        code=code("make_board_league", get_league_module),
    script:
        "../scripts/make_board_league.py"


rule board_league_figure:
    input:
        get_league_of_figure,
    output:
        expand(
            "results/league/figures/{{figure}}.{extension}",
            extension=config["formats"],
        ),
    log:
        "results/logs/league/figures/{figure}.log",
    wildcard_constraints:
        figure=match_any(BOARD_LEAGUE_FIGURES),
    conda:
        "../../envs/tttcore.yaml"
    params:
        engine=get_engine_of_league_figure,
        code=code("draw_board_league", get_league_drawing_module),
    script:
        "../scripts/draw_board_league.py"
