"""What a study's method does, statistics of its runs, and its figures."""


rule method:
    input:
        published_of,
        tables=rules.tables.output,
        kernels="results/{study}/kernels.txt",
    output:
        directory("results/{study}/method"),
    log:
        "results/logs/{study}/method.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        settings=settings_of,
        recipes=recipes_of,
        seed=config["seed"],
        code=code_of_method,
    script:
        "../scripts/measure_method.py"


rule statistics:
    input:
        published_of,
        tables=rules.tables.output,
        runs=rules.collect.output.runs,
        traces=rules.collect.output.traces,
    output:
        directory("results/{study}/tables"),
    log:
        "results/logs/{study}/statistics.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        settings=settings_of,
        recipes=recipes_of,
        seed=config["seed"],
        code=code("analysis.statistics"),
    script:
        "../scripts/make_statistics.py"


rule figure:
    input:
        data=published_of,
        tables=rules.tables.output,
        runs=rules.collect.output.runs,
        traces=rules.collect.output.traces,
        statistics=rules.statistics.output,
    output:
        expand(
            "results/{{study}}/figures/{{figure}}.{extension}",
            extension=config["formats"],
        ),
    log:
        "results/logs/{study}/figures/{figure}.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        figure=figure_of,
        comparisons=comparisons_of,
        populations=populations_of,
        code=code("figures.kinds", "figures.evidence"),
    script:
        "../scripts/draw_figure.py"
