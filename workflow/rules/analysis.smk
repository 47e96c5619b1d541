"""What a study's method does and how long it takes, statistics of its runs, and its figures."""


rule method:
    input:
        data_of,
        tables=rules.tables.output,
        kernels=kernels_of,
    output:
        directory("results/{study}/method"),
    log:
        "results/logs/{study}/method.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        published=published_of,
        recipes=recipes_of,
        seed=config["seed"],
        code=code("measure_method", method_of),
    script:
        "../scripts/measure_method.py"


rule timings:
    input:
        tables=rules.tables.output,
        kernels=kernels_of,
    output:
        "results/benchmarks/{study}/timings.csv",
    log:
        "results/logs/{study}/timings.log",
    conda:
        "../../envs/tttcore.yaml"
    threads: every_core
    params:
        engine=engine_of,
        timings=timings_of,
        recipes=recipes_of,
        seed=config["seed"],
        code=code("measure_timings", engine_part("engine"), timings_code_of),
    script:
        "../scripts/measure_timings.py"


rule clocked:
    input:
        kernels=kernels_of,
    output:
        "results/benchmarks/{study}/clocked/{figure}.csv",
    log:
        "results/logs/{study}/clocked/{figure}.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        asked=clocked_of,
        recipes=recipes_of,
        seed=config["seed"],
        code=code("measure_benchmark", benchmark_module),
    script:
        "../scripts/measure_benchmark.py"


rule clocked_figure:
    input:
        rules.clocked.output,
    output:
        expand(
            "results/benchmarks/{{study}}/figures/{{figure}}.{extension}",
            extension=config["formats"],
        ),
    log:
        "results/logs/{study}/clocked/{figure}.figure.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        asked=clocked_of,
        code=code("draw_benchmark", benchmark_module),
    script:
        "../scripts/draw_benchmark.py"


rule statistics:
    input:
        data_of,
        tables=rules.tables.output,
        runs=rules.collect.output.runs,
        traces=rules.collect.output.traces,
    output:
        directory("results/{study}/tables"),
    log:
        "results/logs/{study}/statistics.log",
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=minutes_of_all,
        mem_mb=megabytes_of_all,
    params:
        engine=engine_of,
        asked=tables_of,
        comparisons=comparisons_of,
        published=published_of,
        recipes=recipes_of,
        seed=config["seed"],
        code=code("make_statistics", kind_modules(tables)),
    script:
        "../scripts/make_statistics.py"


rule figure:
    input:
        data=data_of,
        tables=rules.tables.output,
        runs=rules.collect.output.runs,
        traces=rules.collect.output.traces,
        statistics=rules.statistics.output,
        batches=histories_of,
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
        engine=engine_of,
        figure=figure_of,
        comparisons=comparisons_of,
        recipes=recipes_of,
        published=published_of,
        code=code("draw_figure", figure_module),
    script:
        "../scripts/draw_figure.py"
