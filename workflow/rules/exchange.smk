"""On demand: a LaTeX article with the files behind it, and the finished run as a research object."""


rule article:
    input:
        [get_figures(study) for study in STUDIES],
        from_config("findings"),
        citation=local(own_path("CITATION.cff")),
        claims=from_config("claims"),
        audit="results/audit",
        leagues=expand("results/league/{league}", league=LEAGUES),
        league_figures=LEAGUE_FIGURES,
        facts=["results/tables/facts.parquet", "results/tables/facts.csv"],
        method=expand(rules.method.output, study=STUDIES),
        multiverse=expand(rules.verdicts.output.multiverse, study=STUDIES),
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
        methods=lambda _: methods(
            STUDIES.values(), scale=config["scale"], seed=config["seed"]
        ),
        config=digest_of_config("claims", "findings"),
        templates=templates_digest(),
        code=code("bundle_article", "tables"),
    message:
        "Bundle the article"
    script:
        "../scripts/bundle_article.py"


rule crate:
    input:
        workflow=get_sources,
        configuration=CONFIGURATION,
        results=get_results(),
        audit="results/audit",
        runs=expand(rules.runs.output.runs, study=STUDIES),
    output:
        "results/crate.zip",
    log:
        "results/logs/crate.log",
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        paths=lambda wildcards: own_files(),
        sources=lambda wildcards: files_digest(map(own_path, own_files())),
        configuration=files_digest(CONFIGURATION),
        settings={
            key: config[key]
            for key in ("seed", "scale", "replicates")
            if config.get(key) is not None
        },
        documents={
            name: {
                key: study.config[key]
                for key in ("title", "authors", "year", "source")
            }
            for name, study in STUDIES.items()
        },
        snakemake=SNAKEMAKE,
        code=code("bundle_crate"),
    message:
        "Bundle the run as a research object"
    script:
        "../scripts/bundle_crate.py"
