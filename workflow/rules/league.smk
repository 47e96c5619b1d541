"""The league of 3x3: every player against every other, and what the strategies that runs find have in common."""


rule league:
    input:
        tables=rules.tables.output,
        facts=rules.facts.output,
        agents=expand(rules.agents.output, study=WITH_AGENTS),
        runs=expand(rules.runs.output.runs, study=WITH_GENOMES),
    output:
        directory("results/league/classic"),
    log:
        "results/logs/league/classic.log",
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        agents_of=WITH_AGENTS,
        runs_of={study: STUDIES[study].engine for study in WITH_GENOMES},
        seed=config["seed"],
        code=code("make_league"),
    script:
        "../scripts/make_league.py"


rule league_figure:
    input:
        rules.league.output,
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
        code=code("draw_league"),
    script:
        "../scripts/draw_league.py"
