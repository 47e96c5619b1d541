"""The leagues: every player of a board against every other, and their figures."""


rule league:
    input:
        unpack(get_league_files),
    output:
        directory("results/league/{league}"),
    log:
        "results/logs/league/{league}.log",
    wildcard_constraints:
        league="|".join(LEAGUES),
    priority: 1
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        league=lambda wildcards: LEAGUES[wildcards.league],
        settings=lambda wildcards: LEAGUE_SETTINGS[wildcards.league],
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
    priority: 1
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
