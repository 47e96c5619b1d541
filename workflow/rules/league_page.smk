"""The page of all leagues."""


rule league_page:
    input:
        leagues=expand("results/league/{league}", league=leagues()),
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
        code=code("report.league"),
        template=template_digest("league.html.j2"),
    script:
        "../scripts/write_league_page.py"
