"""The experiment: seeded runs of every treatment, stored by range of replicates, and the players that they find."""


rule batch:
    input:
        tables=rules.tables.output,
        kernels=get_kernels_of_batch,
    output:
        "results/{study}/runs/{treatment}/{batch}.parquet",
    log:
        "results/logs/{study}/runs/{treatment}/{batch}.log",
    benchmark:
        "results/benchmarks/{study}/runs/{treatment}/{batch}.tsv"
    priority: get_batch_priority
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_batch_minutes,
    params:
        seed=config["seed"],
        engine=get_engine,
        recipe=get_recipe,
        code=get_code_of_batch,
        script_code=get_code_of_batch_script,
    script:
        "../scripts/run_replicates.py"


rule runs:
    input:
        get_batches,
    output:
        runs="results/{study}/runs.parquet",
        traces="results/{study}/traces.parquet",
        champions="results/{study}/champions.csv",
    log:
        "results/logs/{study}/runs.log",
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        engine=get_engine,
        replicates=get_replicates,
        seed=config["seed"],
        recipes=get_recipes,
        code=code("collect_runs"),
        code_of_runs=get_code_of_runs,
        mixed_versions=config["mixed_versions"],
    script:
        "../scripts/collect_runs.py"
