"""Every published number beside ours, with a verdict."""


rule verdicts:
    input:
        get_stated,
        method=rules.method.output,
        statistics=rules.statistics.output,
        facts="results/tables/facts.parquet",
    output:
        table="results/{study}/verdicts.parquet",
        readable=report(
            "results/{study}/verdicts.csv",
            caption="../report/verdicts.rst",
            category="{study}",
            subcategory="Verdicts",
            labels=get_labels_of_verdicts,
        ),
        findings="results/{study}/findings.csv",
        multiverse="results/{study}/multiverse.csv",
    log:
        "results/logs/{study}/verdicts.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        stated=get_digest_of_stated,
        runs=get_fewest_replicates,
        judged_from=get_judged_from,
        readings=get_readings,
        code=code("judge_claims"),
    script:
        "../scripts/judge_claims.py"


rule multiverse_figure:
    input:
        rules.verdicts.output.multiverse,
    output:
        expand("results/{{study}}/multiverse.{extension}", extension=config["formats"]),
    log:
        "results/logs/{study}/multiverse.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        code=code("draw_multiverse"),
    script:
        "../scripts/draw_multiverse.py"
