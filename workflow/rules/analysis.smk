"""What a study's method does and how long it takes, statistics of its runs, and its figures."""


rule method:
    input:
        get_data,
        tables=rules.tables.output,
        kernels=get_kernels,
    output:
        directory("results/{study}/method"),
    log:
        "results/logs/{study}/method.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        data=get_digest_of_data,
        published=get_published,
        recipes=get_recipes,
        seed=config["seed"],
        code=code("measure_method", get_method_module),
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
    threads: get_cores
    params:
        engine=get_engine,
        timings=get_timings,
        recipes=get_recipes,
        seed=config["seed"],
        code=code("measure_timings", engine_module("engine"), get_timings_module),
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
    params:
        benchmark=get_benchmark,
        recipes=get_recipes,
        seed=config["seed"],
        code=code("measure_benchmark", get_benchmark_module),
    script:
        "../scripts/measure_benchmark.py"


rule benchmark_figure:
    input:
        rules.benchmarks.output,
    output:
        expand(
            "results/benchmarks/{{study}}/figures/{{figure}}.{extension}",
            extension=config["formats"],
        ),
    log:
        "results/logs/{study}/benchmarks/{figure}.figure.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        benchmark=get_benchmark,
        code=code("draw_benchmark", get_benchmark_module),
    script:
        "../scripts/draw_benchmark.py"


rule statistics:
    input:
        get_data,
        tables=rules.tables.output,
        runs=rules.runs.output.runs,
        traces=rules.runs.output.traces,
    output:
        directory("results/{study}/tables"),
    log:
        "results/logs/{study}/statistics.log",
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        engine=get_engine,
        asked=get_tables,
        comparisons=get_comparisons,
        data=get_digest_of_data,
        published=get_published,
        recipes=get_recipes,
        seed=config["seed"],
        code=get_code_of_tables,
    script:
        "../scripts/make_statistics.py"


rule figure:
    input:
        data=get_data,
        tables=rules.tables.output,
        runs=rules.runs.output.runs,
        traces=rules.runs.output.traces,
        statistics=rules.statistics.output,
        batches=get_batches_of_figure,
    output:
        report(
            "results/{study}/figures/{figure}.png",
            caption="../report/figure.rst",
            category="{study}",
            subcategory="Figures",
            labels={"figure": "{figure}"},
        ),
        expand(
            "results/{{study}}/figures/{{figure}}.{extension}",
            extension=[each for each in config["formats"] if each != "png"],
        ),
    log:
        "results/logs/{study}/figures/{figure}.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        engine=get_engine,
        figure=get_figure,
        together=get_shown_together,
        comparisons=get_comparisons,
        recipes=get_recipes,
        data=get_digest_of_data,
        published=get_published,
        code=code("draw_figure", get_figure_module, get_names_modules),
    script:
        "../scripts/draw_figure.py"
