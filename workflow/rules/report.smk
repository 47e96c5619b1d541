"""Pages for people."""

from tttcore.report.asset_files import shared_digest, shared_sources


rule assets:
    input:
        shared_sources(),
    output:
        directory("results/report/assets"),
    log:
        "results/logs/assets.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        code=code("copy_assets"),
        files=shared_digest(),
    script:
        "../scripts/copy_assets.py"


rule print_pages:
    output:
        "results/report/printed/{study}.pdf",
    log:
        "results/logs/{study}/printed.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        engine=get_engine,
        recipe=get_printed_recipe,
        title=get_printed_title,
        code=code("print_pages", engine_module("printed")),
    script:
        "../scripts/print_pages.py"


rule study_page:
    input:
        get_printed,
        figures=get_study_figures,
        verdicts=rules.verdicts.output.table,
        findings=rules.verdicts.output.findings,
        multiverse=rules.verdicts.output.multiverse,
        multiverse_figure=get_multiverse_figure,
        statistics=rules.statistics.output,
        method=rules.method.output,
    output:
        page="results/report/{study}.html",
        images=directory("results/report/figures/{study}"),
    log:
        "results/logs/{study}/page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        study=get_page_settings,
        studies=get_names(),
        code=code(
            "write_study_page",
            kind_modules(tables),
            get_names_modules,
        ),
        template=template_digest("study.html.j2"),
    script:
        "../scripts/write_study_page.py"


rule timings_page:
    input:
        timings=expand("results/benchmarks/{study}/timings.csv", study=TIMED),
        figures=[get_benchmark_figures(study) for study in TIMED],
    output:
        page="results/report/timings.html",
        images=directory("results/report/figures/timings"),
    log:
        "results/logs/timings.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=get_names(),
        figures={
            name: each
            for study in TIMED
            for name, each in STUDIES[study].config["benchmarks"].items()
        },
        code=code("write_timings_page"),
        template=template_digest("timings.html.j2"),
    script:
        "../scripts/write_timings_page.py"


rule facts_page:
    input:
        facts="results/tables/facts.parquet",
        solution="results/tables/solution.parquet",
        verdicts=expand(rules.verdicts.output.table, study=STUDIES),
    output:
        "results/report/facts.html",
    log:
        "results/logs/facts_page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=get_names(),
        code=code("write_facts_page"),
        template=template_digest("facts.html.j2"),
    script:
        "../scripts/write_facts_page.py"


rule provenance_page:
    input:
        get_all_results(),
        get_pages_without_times(),
        runs=expand(rules.runs.output.runs, study=STUDIES),
    output:
        page="results/report/provenance.html",
        manifest="results/MANIFEST.sha256",
    log:
        "results/logs/provenance.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=get_names(),
        replicates={name: replicates(name) for name in STUDIES},
        seed=config["seed"],
        scale=get_shown_scale(),
        code=code("write_provenance_page"),
        template=template_digest("provenance.html.j2"),
    script:
        "../scripts/write_provenance_page.py"


rule index_page:
    input:
        verdicts=expand(rules.verdicts.output.table, study=STUDIES),
        findings=expand(rules.verdicts.output.findings, study=STUDIES),
        covers=expand(rules.study_page.output.images, study=STUDIES),
        league=["results/league/classic"] if "classic" in LEAGUES else [],
    output:
        "results/report/index.html",
    log:
        "results/logs/index.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=get_names(),
        documents=get_documents(),
        worksheet=bool(WORKSHEET),
        approaches=get_approaches(),
        seed=config["seed"],
        scale=get_shown_scale(),
        code=code("write_index_page"),
        template=template_digest("index.html.j2"),
    script:
        "../scripts/write_index_page.py"
