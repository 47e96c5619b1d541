"""Every statement of every document beside what was measured, with all that leads there."""


rule audit:
    input:
        verdicts=expand(rules.verdicts.output.table, study=STUDIES),
        facts="results/tables/facts.parquet",
        method=expand(rules.method.output, study=STUDIES),
        statistics=[list_tables(study) for study in STUDIES],
    output:
        directory("results/audit"),
    log:
        "results/logs/audit.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=audit_settings(),
        code=code("write_audit", kind_modules(tables)),
    script:
        "../scripts/write_audit.py"


rule audit_page:
    input:
        rules.audit.output,
        statistics=[list_tables(study) for study in WITH_NULL_RESULT],
    output:
        "results/report/audit.html",
    log:
        "results/logs/audit_page.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=audit_settings(),
        code=code("write_audit_page", kind_modules(tables)),
        template=template_digest("audit.html.j2"),
    script:
        "../scripts/write_audit_page.py"
