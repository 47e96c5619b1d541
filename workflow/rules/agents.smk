"""Players of the runs, for the league and for people."""


rule agents:
    input:
        batches=get_batches,
        tables=rules.tables.output,
        kernels=get_kernels,
    output:
        "results/{study}/agents.parquet",
    log:
        "results/logs/{study}/agents.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        engine=get_engine,
        replicates=get_replicates,
        recipes=get_recipes,
        wanted=config["agents"],
        seed=config["seed"],
        code=code("collect_agents", engine_module("agents")),
        code_of_runs=get_code_of_runs,
    script:
        "../scripts/collect_agents.py"
