"""Every published number beside ours, with a verdict."""


rule verdicts:
    input:
        "config/claims/{study}.csv",
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
            labels={"table": "every statement with its verdict"},
        ),
    log:
        "results/logs/{study}/verdicts.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        claims=get_digest_of_claims,
        runs=get_fewest_replicates,
        judged_from=get_judged_from,
        code=code("judge_claims"),
    script:
        "../scripts/judge_claims.py"
