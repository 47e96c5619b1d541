"""Players of the runs, for the league and for people."""


rule agents:
    input:
        batches=batches_of,
        tables=rules.tables.output,
        kernels=kernels_of,
    output:
        "results/{study}/agents.parquet",
    log:
        "results/logs/{study}/agents.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        engine=engine_of,
        replicates=replicates_of,
        recipes=recipes_of,
        wanted=config["agents"],
        seed=config["seed"],
        code=code("collect_agents", engine_part("agents")),
        code_of_runs=code_of_runs,
    script:
        "../scripts/collect_agents.py"
