"""Every statement of every document beside what was measured, with all that leads there."""

WITH_NULL_RESULT = [
    name for name, study in STUDIES.items() if "null_result" in study.config
]


rule audit:
    input:
        verdicts=expand(rules.verdicts.output.table, study=STUDIES),
        facts="results/tables/facts.parquet",
        method=expand(rules.method.output, study=STUDIES),
        statistics=expand(rules.statistics.output, study=STUDIES),
    output:
        directory("results/audit"),
    log:
        "results/logs/audit.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=get_audit_settings(),
        code=code("write_audit", kind_modules(tables)),
    script:
        "../scripts/write_audit.py"


rule audit_page:
    input:
        rules.audit.output,
        statistics=expand(rules.statistics.output, study=WITH_NULL_RESULT),
    output:
        "results/report/audit.html",
    log:
        "results/logs/audit_page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=get_names(),
        settings=get_audit_settings(),
        code=code("write_audit_page", kind_modules(tables), get_names_modules),
        template=template_digest("audit.html.j2"),
    script:
        "../scripts/write_audit_page.py"
