"""On demand: the finished run as a research object."""


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
                key: study.config.get(key)
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
