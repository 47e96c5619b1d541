"""Leagues of boards other than 3x3, each held by the engine whose players play there."""


rule board_league:
    input:
        get_league_inputs,
    output:
        directory("results/league/{league}"),
    log:
        "results/logs/league/{league}.log",
    wildcard_constraints:
        league=one_of(BOARD_LEAGUES),
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
        figure=one_of(BOARD_LEAGUE_FIGURES),
    conda:
        "../../envs/tttcore.yaml"
    params:
        engine=get_engine_of_league_figure,
        code=code("draw_board_league", get_league_drawing_module),
    script:
        "../scripts/draw_board_league.py"
