"""Tables of the game: positions, states and exact facts; and the compiled kernels."""


rule tables:
    output:
        multiext(
            "results/tables/",
            "states.parquet",
            "positions.parquet",
            "symmetries.parquet",
            "states.txt",
        ),
    log:
        "results/logs/tables.log",
    priority: FIRST
    conda:
        "../../envs/tttcore.yaml"
    params:
        code=code("make_tables"),
    message:
        "List the states of 3x3"
    script:
        "../scripts/make_tables.py"


rule facts:
    input:
        rules.tables.output,
    output:
        multiext(
            "results/tables/",
            "facts.parquet",
            "facts.csv",
            "solution.parquet",
            "solution.csv",
        ),
    log:
        "results/logs/facts.log",
    priority: FIRST
    conda:
        "../../envs/tttcore.yaml"
    params:
        strategies=not TRIAL,
        code=code("write_facts"),
    message:
        "Count games and strategies of 3x3"
    script:
        "../scripts/write_facts.py"


rule kernels:
    input:
        rules.tables.output,
    output:
        "results/kernels/{engine}.txt",
    log:
        "results/logs/kernels/{engine}.log",
    priority: FIRST
    conda:
        "../../envs/tttcore.yaml"
    params:
        code=code("compile_kernels", "warm_up", "engine"),
    message:
        "Compile the kernels of {wildcards.engine}"
    script:
        "../scripts/compile_kernels.py"
