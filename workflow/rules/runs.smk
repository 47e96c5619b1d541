"""The experiment: seeded runs of every treatment, stored by range of replicates, and the players that they find."""


rule run:
    input:
        tables=rules.tables.output,
        kernels=kernels_of,
    output:
        "results/{study}/runs/{treatment}/{batch}.parquet",
    log:
        "results/logs/{study}/runs/{treatment}/{batch}.log",
    benchmark:
        "results/benchmarks/{study}/runs/{treatment}/{batch}.tsv"
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=minutes_of_run,
    params:
        seed=config["seed"],
        engine=engine_of,
        recipe=recipe_of,
        code=code_of_runs,
    script:
        "../scripts/run_replicates.py"


rule collect:
    input:
        batches_of,
    output:
        runs="results/{study}/runs.parquet",
        traces="results/{study}/traces.parquet",
        champions="results/{study}/champions.csv",
    log:
        "results/logs/{study}/collect.log",
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=minutes_of_all,
        mem_mb=megabytes_of_all,
    params:
        engine=engine_of,
        replicates=replicates_of,
        seed=config["seed"],
        recipes=recipes_of,
        code=code("collect_runs"),
        code_of_runs=code_of_runs,
    script:
        "../scripts/collect_runs.py"
