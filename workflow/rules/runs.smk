"""Experiments: seeded runs of every treatment, stored by range of replicates; their learners and players."""


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
        engine=of_study("engine"),
        recipe=of_treatment(recipes),
        code=of_treatment(code_of_runs),
        script_code=script_digest(script_path("run_replicates")),
    message:
        "Run {wildcards.treatment} of {wildcards.study}, replicates {wildcards.batch}"
    script:
        "../scripts/run_replicates.py"


if TRIAL:
    # A process for each study, since to start one takes longer than most runs here.
    for study in STUDIES:

        rule:
            name:
                f"batches_{study}"
            input:
                tables=rules.tables.output,
                kernels=f"results/kernels/{STUDIES[study].engine}.txt",
            output:
                planned_batches(study),
            log:
                f"results/logs/{study}/runs/batches.log",
            priority: PRIORITY[study]
            conda:
                "../../envs/tttcore.yaml"
            params:
                study=study,
                seed=config["seed"],
                engine=STUDIES[study].engine,
                recipes=recipes(study),
                code=code_of_runs(study),
                script_code=script_digest(script_path("run_study")),
            message:
                f"Run all treatments of {study}"
            script:
                "../scripts/run_study.py"


rule runs:
    input:
        lambda wildcards: batches_of(wildcards.study),
    output:
        runs="results/{study}/runs.parquet",
        traces="results/{study}/traces.parquet",
        champions="results/{study}/champions.csv",
    log:
        "results/logs/{study}/runs.log",
    priority: get_priority
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        engine=of_study("engine"),
        replicates=of_study("runs"),
        seed=config["seed"],
        recipes=of_study("recipes"),
        code=code("collect_runs"),
        code_of_runs=of_study("code_of_runs"),
        mixed_versions=config["mixed_versions"],
    message:
        "Gather the runs of {wildcards.study}"
    script:
        "../scripts/collect_runs.py"


rule agents:
    input:
        batches=lambda wildcards: batches_of(wildcards.study),
        tables=rules.tables.output,
        kernels=get_kernels,
    output:
        "results/{study}/agents.parquet",
    log:
        "results/logs/{study}/agents.log",
    priority: 1
    conda:
        "../../envs/tttcore.yaml"
    params:
        engine=of_study("engine"),
        replicates=of_study("runs"),
        recipes=of_study("recipes"),
        wanted=EXPORTED,
        seed=config["seed"],
        code=code("collect_agents", "agents"),
        code_of_runs=of_study("code_of_runs"),
    message:
        "Export the players of {wildcards.study}"
    script:
        "../scripts/collect_agents.py"


rule learning:
    input:
        batches=lambda wildcards: batches_of(wildcards.study),
        tables=rules.tables.output,
        kernels=get_kernels,
    output:
        "results/{study}/learning.parquet",
    log:
        "results/logs/{study}/learning.log",
    priority: 1
    conda:
        "../../envs/tttcore.yaml"
    params:
        engine=of_study("engine"),
        followed=of_study("followed"),
        recipes=of_study("recipes"),
        seed=config["seed"],
        code=code("follow_learners", "learning"),
        code_of_runs=of_study("code_of_runs"),
    message:
        "Follow the learners of {wildcards.study}"
    script:
        "../scripts/follow_learners.py"
