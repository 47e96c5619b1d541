"""The leagues: every player of a board against every other, their figures, and the page of all of them."""


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
        code=code("make_league", get_league_module),
    script:
        "../scripts/make_league.py"


rule league_figures:
    input:
        expand("results/league/{league}", league=LEAGUES),
    output:
        get_league_figures(),
    log:
        "results/logs/league/figures.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        leagues=LEAGUES,
        studies=get_names(),
        treatments=get_treatment_names(),
        players=get_player_names(),
        code=code("draw_leagues", get_league_modules),
    script:
        "../scripts/draw_leagues.py"


rule league_page:
    input:
        leagues=expand("results/league/{league}", league=LEAGUES),
        figures=get_league_figures(),
    output:
        page="results/report/league.html",
        images=directory("results/report/figures/league"),
    log:
        "results/logs/league/page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=get_names(),
        approaches=get_approaches(),
        treatments=get_treatment_names(),
        players=get_player_names(),
        code=code("write_league_page", get_league_modules),
        template=template_digest("league.html.j2"),
    script:
        "../scripts/write_league_page.py"
