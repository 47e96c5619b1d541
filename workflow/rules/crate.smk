"""The finished run as a research object, in one file."""


rule crate:
    input:
        workflow=get_sources,
        configuration=get_configuration(),
        results=get_all_results(),
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
        paths=get_paths,
        sources=get_sources_digest,
        configuration=get_configuration_digest,
        settings=get_settings_given(),
        documents=get_reviewed(),
        snakemake=SNAKEMAKE,
        code=code("bundle_crate"),
    script:
        "../scripts/bundle_crate.py"
