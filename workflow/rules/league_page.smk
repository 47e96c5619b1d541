"""The page of all leagues."""


def get_all_league_modules(wildcards):
    """Modules whose captions and labels the page of leagues shows."""
    return [
        submodule(ENGINE_ROOMS, made_by, name)
        for made_by in BOARD_LEAGUES.values()
        for name in ("league", "plots.league")
    ]


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
        studies=get_titles(),
        code=code("write_league_page", get_all_league_modules),
        template=template_digest("league.html.j2"),
    script:
        "../scripts/write_league_page.py"
