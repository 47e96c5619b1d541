"""Analysis of a study: facts of its method, timings, statistics of its runs, and figures."""


rule method:
    input:
        from_config("data"),
        tables=rules.tables.output,
        kernels=get_kernels,
    output:
        directory("results/{study}/method"),
    log:
        "results/logs/{study}/method.log",
    priority: FIRST
    conda:
        "../../envs/tttcore.yaml"
    params:
        data=digest_of_config("data"),
        published=of_study("published"),
        recipes=of_study("recipes"),
        seed=config["seed"],
        code=code("measure_method", "method"),
    message:
        "Measure the method of {wildcards.study}"
    script:
        "../scripts/measure_method.py"


rule timings:
    input:
        tables=rules.tables.output,
        kernels=get_kernels,
    output:
        "results/benchmarks/{study}/timings.csv",
    log:
        "results/logs/{study}/timings.log",
    conda:
        "../../envs/tttcore.yaml"
    threads: workflow.resource_settings.cores or 1  # none beside it; one where a cluster decides
    params:
        engine=of_study("engine"),
        timings=of_study("timings"),
        recipes=of_study("recipes"),
        seed=config["seed"],
        code=code("measure_timings", "engine", "timings"),
    message:
        "Repeat the timings of {wildcards.study}"
    script:
        "../scripts/measure_timings.py"


rule benchmarks:
    input:
        kernels=get_kernels_of_benchmark,
    output:
        "results/benchmarks/{study}/times/{figure}.csv",
    log:
        "results/logs/{study}/benchmarks/{figure}.log",
    conda:
        "../../envs/tttcore.yaml"
    threads: workflow.resource_settings.cores or 1  # as timings
    params:
        recipes=of_study("recipes"),
        seed=config["seed"],
        code=code("measure_benchmark", "benchmarks"),
    message:
        "Measure the benchmark {wildcards.figure} of {wildcards.study}"
    script:
        "../scripts/measure_benchmark.py"


rule benchmark_figures:
    input:
        [get_benchmarks(study, "times/{name}.csv") for study in TIMED],
    output:
        [get_benchmarks(study, "figures/{name}.{extension}") for study in TIMED],
    log:
        "results/logs/benchmark_figures.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        figures={study: STUDIES[study].config["benchmarks"] for study in TIMED},
        labels={study: STUDIES[study].config.get("labels") or {} for study in TIMED},
        code=code("draw_benchmarks", "benchmarks"),
    message:
        "Draw the figures of benchmarks"
    script:
        "../scripts/draw_benchmarks.py"


rule statistics:
    input:
        from_config("data"),
        study=CONFIG["study"],
        tables=rules.tables.output,
        runs=rules.runs.output.runs,
        traces=rules.runs.output.traces,
    output:
        directory("results/{study}/tables"),
    log:
        "results/logs/{study}/statistics.log",
    priority: get_priority
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        config=digest_of_config("study", "data"),
        seed=config["seed"],
        code=code("make_statistics", "tables", "engine"),
    message:
        "Compute the tables of {wildcards.study}"
    script:
        "../scripts/make_statistics.py"


for study in STUDIES:

    rule:
        name:
            f"figures_{study}"
        input:
            config_files(study, "data"),
            study=CONFIG["study"].format(study=study),
            tables=rules.tables.output,
            runs=f"results/{study}/runs.parquet",
            traces=f"results/{study}/traces.parquet",
            batches=lambda _, study=study: batches_of(study),
            statistics=f"results/{study}/tables",
        output:
            [mark_for_report(file, study) for file in get_figures(study)],
        log:
            f"results/logs/{study}/figures.log",
        priority: PRIORITY[study]
        localrule: True
        conda:
            "../../envs/tttcore.yaml"
        params:
            config=files_digest(config_files(study, "study", "data")),
            code=code("draw_figures", "figures", "engine", study=study),
        message:
            f"Draw the figures of {study}"
        script:
            "../scripts/draw_figures.py"
