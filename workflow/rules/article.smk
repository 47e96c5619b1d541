"""Everything that an article needs, in one file."""

from tttcore.report.methods import methods


rule article:
    input:
        [get_figures(study) for study in STUDIES],
        citation=local(own_path("CITATION.cff")),
        audit="results/audit",
        leagues=expand("results/league/{league}", league=LEAGUES),
        league_figures=get_league_figures(),
        tables=expand("results/{study}/tables", study=STUDIES),
        runs=expand("results/{study}/runs.parquet", study=STUDIES),
        traces=expand("results/{study}/traces.parquet", study=STUDIES),
    output:
        "results/article.zip",
    log:
        "results/logs/article.log",
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        studies={name: study.config for name, study in STUDIES.items()},
        scale=config["scale"],
        seed=config["seed"],
        methods=methods(STUDIES.values(), scale=config["scale"], seed=config["seed"]),
        code=code("bundle_article", kind_modules(tables)),
    script:
        "../scripts/bundle_article.py"
