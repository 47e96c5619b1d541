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


rule league_figure:
    input:
        lambda wildcards: f"results/league/{LEAGUE_FIGURES[wildcards.figure]}",
    output:
        expand(
            "results/league/figures/{{figure}}.{extension}",
            extension=config["formats"],
        ),
    log:
        "results/logs/league/figures/{figure}.log",
    wildcard_constraints:
        figure="|".join(LEAGUE_FIGURES),
    conda:
        "../../envs/tttcore.yaml"
    params:
        league=lambda wildcards: LEAGUES[LEAGUE_FIGURES[wildcards.figure]],
        studies=get_names(),
        treatments=get_treatment_names(),
        code=code("draw_league", get_league_figure_module),
    script:
        "../scripts/draw_league.py"


rule league_page:
    input:
        leagues=expand("results/league/{league}", league=LEAGUES),
        figures=get_league_figures(),
    output:
        page="results/report/league.html",
        images=directory("results/report/figures/league"),
    log:
        "results/logs/league/page.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=get_names(),
        approaches=get_approaches(),
        treatments=get_treatment_names(),
        code=code("write_league_page", get_league_modules),
        template=template_digest("league.html.j2"),
    script:
        "../scripts/write_league_page.py"
