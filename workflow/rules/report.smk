"""Pages for people."""


rule study_page:
    input:
        figures=figures_of_study,
        verdicts=rules.verdicts.output.table,
        statistics=rules.statistics.output,
        method=rules.method.output,
        runs=rules.collect.output.runs,
    output:
        "results/report/{study}.html",
    log:
        "results/logs/{study}/page.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        study=page_settings_of,
        code=code("report.page"),
        template=template_digest("study.html.j2"),
    script:
        "../scripts/write_study_page.py"


rule timings_page:
    input:
        timings=expand("results/benchmarks/{study}/timings.csv", study=TIMED),
        figures=[clocked_figures(study) for study in TIMED],
    output:
        "results/report/timings.html",
    log:
        "results/logs/timings.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        figures={name: each for study in TIMED for name, each in clocked(study).items()},
        code=code("report.page"),
        template=template_digest("timings.html.j2"),
    script:
        "../scripts/write_timings_page.py"


rule index_page:
    input:
        verdicts=expand("results/{study}/verdicts.parquet", study=STUDIES),
    output:
        "results/report/index.html",
    log:
        "results/logs/index.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=titles(),
        code=code("report.page"),
        template=template_digest("index.html.j2"),
    script:
        "../scripts/write_index_page.py"
