"""Every published number beside ours, with a verdict."""

WITH_READINGS = [name for name, study in STUDIES.items() if study.config["readings"]]


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


rule multiverse_figures:
    input:
        expand(rules.verdicts.output.multiverse, study=WITH_READINGS),
    output:
        [get_multiverse(study) for study in WITH_READINGS],
    log:
        "results/logs/multiverse_figures.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        code=code("draw_multiverses"),
    script:
        "../scripts/draw_multiverses.py"
