"""The experiment: seeded runs of every treatment, stored by range of replicates, and the players that they find."""


def get_recipe(wildcards):
    """Parameters of a treatment; changing them reruns it."""
    return STUDIES[wildcards.study].treatments[wildcards.treatment].recipe


def get_batch_minutes(wildcards, attempt):
    """Time limit of a batch of runs: twenty times what it is thought to take, and more when it is tried again."""
    start, stop = map(int, wildcards.batch.split("-"))
    treatment = STUDIES[wildcards.study].treatments[wildcards.treatment]
    return attempt * (15 + ceil(20 * (stop - start) * treatment.seconds / 60))


rule batch:
    input:
        tables=rules.tables.output,
        kernels=get_kernels,
    output:
        "results/{study}/runs/{treatment}/{batch}.parquet",
    log:
        "results/logs/{study}/runs/{treatment}/{batch}.log",
    benchmark:
        "results/benchmarks/{study}/runs/{treatment}/{batch}.tsv"
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_batch_minutes,
    params:
        seed=config["seed"],
        engine=get_engine,
        recipe=get_recipe,
        code=get_code_of_runs,
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
    script:
        "../scripts/collect_runs.py"
