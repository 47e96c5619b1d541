"""Every published number beside ours, with a verdict."""


rule verdicts:
    input:
        "config/claims/{study}.csv",
        tables=[rules.method.output, rules.statistics.output],
        facts="results/tables/facts.parquet",
    output:
        table="results/{study}/verdicts.parquet",
        readable=report(
            "results/{study}/verdicts.csv",
            caption="../report/verdicts.rst",
            category="{study}",
            subcategory="Verdicts",
            labels={"table": "every statement with its verdict"},
        ),
    log:
        "results/logs/{study}/verdicts.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        runs=fewest_of,
        judged_from=judged_from,
        code=code("judge_claims"),
    script:
        "../scripts/judge_claims.py"
