"""The page of all leagues."""


rule league_page:
    input:
        leagues=expand("results/league/{league}", league=LEAGUES),
        figures=figures_of_leagues(),
    output:
        page="results/report/league.html",
        images=directory("results/report/figures/league"),
    log:
        "results/logs/league/page.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=titles(),
        code=code("write_league_page", get_all_league_modules),
        template=template_digest("league.html.j2"),
    script:
        "../scripts/write_league_page.py"
