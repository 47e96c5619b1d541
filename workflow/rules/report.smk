"""Pages of the report."""


rule assets:
    input:
        shared_sources(),
    output:
        directory("results/report/assets"),
    log:
        "results/logs/assets.log",
    priority: get_priority
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        code=code("copy_assets"),
        files=shared_digest(),
    message:
        "Copy styles and scripts of the pages"
    script:
        "../scripts/copy_assets.py"


rule print_pages:
    output:
        "results/report/printed/{study}.pdf",
    log:
        "results/logs/{study}/printed.log",
    priority: get_priority
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        engine=of_study("engine"),
        recipes=of_study("recipes"),
        title=lambda wildcards: CITED[wildcards.study],
        code=code("print_pages", "printed"),
    message:
        "Print the boards of {wildcards.study}"
    script:
        "../scripts/print_pages.py"


rule study_page:
    input:
        get_printed,
        study=CONFIG["study"],
        figures=lambda wildcards: get_figures(wildcards.study),
        verdicts=rules.verdicts.output.table,
        findings=rules.verdicts.output.findings,
        multiverse=rules.verdicts.output.multiverse,
        multiverse_figure=lambda wildcards: get_multiverse(wildcards.study),
        statistics=rules.statistics.output,
        method=rules.method.output,
    output:
        page="results/report/{study}.html",
        images=directory("results/report/figures/{study}"),
    log:
        "results/logs/{study}/page.log",
    priority: get_priority
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        config=digest_of_config("study"),
        site=SITE,
        questions=QUESTIONS,
        runs=of_study("runs"),
        recipes=of_study("recipes"),
        code=code("write_study_page", "tables", "method", "printed"),
        templates=TEMPLATES,
    message:
        "Write the page of {wildcards.study}"
    script:
        "../scripts/write_study_page.py"


rule audit_page:
    input:
        audit="results/audit",
        studies=from_config("study"),
        statistics=expand(rules.statistics.output, study=WITH_NULL_RESULT),
        by_seed=[BY_SEED] if BY_SEED.exists() else [],
    output:
        page="results/report/audit.html",
        error_rates="results/report/error_rates.csv",
    log:
        "results/logs/audit_page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        config=digest_of_config("study"),
        site=SITE,
        code=code("write_audit_page", "tables"),
        error_rates=text_digest(ERROR_RATES.read_text()),
        templates=TEMPLATES,
    message:
        "Write the page of the audit"
    script:
        "../scripts/write_audit_page.py"


rule timings_page:
    input:
        timings=expand("results/benchmarks/{study}/timings.csv", study=TIMED),
        figures=[get_benchmarks(study, "figures/{name}.{extension}") for study in TIMED],
        times=[get_benchmarks(study, "times/{name}.csv") for study in TIMED],
    output:
        page="results/report/timings.html",
        images=directory("results/report/figures/timings"),
    log:
        "results/logs/timings.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        site=SITE,
        timed={study: STUDIES[study].config["timings"] for study in TIMED},
        figures={
            name: each
            for study in TIMED
            for name, each in STUDIES[study].config["benchmarks"].items()
        },
        code=code("write_timings_page"),
        templates=TEMPLATES,
    message:
        "Write the page of timings"
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
        site=SITE,
        code=code("write_facts_page"),
        templates=TEMPLATES,
    message:
        "Write the page of facts"
    script:
        "../scripts/write_facts_page.py"


rule league_page:
    input:
        leagues=expand("results/league/{league}", league=LEAGUES),
        figures=LEAGUE_FIGURES,
    output:
        page="results/report/league.html",
        images=directory("results/report/figures/league"),
    log:
        "results/logs/league/page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        site=SITE,
        approaches=APPROACHES,
        treatments=PLAYERS,
        players=PLAYERS_OF_RECIPES,
        code=code("write_league_page"),
        code_of_leagues=CODE_OF_LEAGUES,
        templates=TEMPLATES,
    message:
        "Write the page of the leagues"
    script:
        "../scripts/write_league_page.py"


rule machines:
    input:
        expand(rules.learning.output, study=WITH_MACHINES),
    output:
        tables=directory("results/machines/tables"),
        figures=MACHINE_FIGURES,
    log:
        "results/logs/machines/tables.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        machines=MACHINES,
        games=GAMES,
        engines={study: STUDIES[study].engine for study in WITH_MACHINES},
        code=code("compare_machines"),
    message:
        "Compare the learners of all studies"
    script:
        "../scripts/compare_machines.py"


rule machines_page:
    input:
        tables=rules.machines.output.tables,
        facts="results/tables/facts.parquet",
        statistics=expand(rules.statistics.output, study=WITH_MACHINES),
        agents=[
            f"results/{study}/agents.parquet"
            for study in WITH_MACHINES
            if study in WITH_AGENTS
        ],
        figures=rules.machines.output.figures,
    output:
        page="results/report/machines.html",
        images=directory("results/report/figures/machines"),
    log:
        "results/logs/machines/page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        site=SITE,
        machines=MACHINES,
        games=GAMES,
        treatments=PLAYERS,
        watched=with_module("live"),
        code=code("write_machines_page"),
        templates=TEMPLATES,
    message:
        "Write the page of machines"
    script:
        "../scripts/write_machines_page.py"


rule index_page:
    input:
        studies=from_config("study"),
        verdicts=expand(rules.verdicts.output.table, study=STUDIES),
        findings=expand(rules.verdicts.output.findings, study=STUDIES),
        pages=expand(rules.study_page.output.page, study=STUDIES),  # each brings a draft, which must come before
        league=["results/league/classic"] if "classic" in LEAGUES else [],
        machines=rules.machines.output.tables,
        picture=rules.machines_page.output.images,
    output:
        "results/report/index.html",
    log:
        "results/logs/index.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        config=digest_of_config("study"),
        site=SITE,
        worksheet=bool(WORKSHEETS),
        approaches=APPROACHES,
        machines=MACHINES,
        games=GAMES,
        seed=config["seed"],
        scale=get_shown_scale(),
        code=code("write_index_page"),
        templates=TEMPLATES,
    message:
        "Write the first page"
    script:
        "../scripts/write_index_page.py"


rule provenance_page:
    input:
        get_results(),
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
        site=SITE,
        replicates={name: replicates(name) for name in STUDIES},
        labels=PLAYERS,
        seed=config["seed"],
        scale=get_shown_scale(),
        code=code("write_provenance_page"),
        templates=TEMPLATES,
    message:
        "Write the page of provenance and the manifest"
    script:
        "../scripts/write_provenance_page.py"
