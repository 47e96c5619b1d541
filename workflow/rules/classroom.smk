"""Pages on which people play, watch runs and solve exercises."""


rule play_page:
    input:
        expand(rules.agents.output, study=WITH_AGENTS),
    output:
        "results/report/play.html",
    log:
        "results/logs/play_page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        site=SITE,
        treatments=PLAYERS,
        groups=GROUPS,
        abouts={name: STUDIES[name].config["about"] for name in WITH_AGENTS},
        learning={
            name: {"engine": STUDIES[name].engine, "recipes": recipes(name)}
            for name in TAUGHT
        },
        code=code("write_play_page", "lessons"),
        templates=TEMPLATES,
        files=assets_digest(*STYLES, *SCRIPTS),
    message:
        "Write the page to play on"
    script:
        "../scripts/write_play_page.py"


rule boxes_page:
    output:
        "results/report/boxes.html",
    log:
        "results/logs/boxes_page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        seed=config["seed"],
        site=SITE,
        machines={
            CITED[name]: recipes(name)[machine] for name, machine in BOXED.items()
        },
        printed={
            CITED[name]: f"printed/{name}.pdf" for name in BOXED if name in PRINTED
        },
        code=code("write_boxes_page"),
        templates=TEMPLATES,
        files=assets_digest(*BOXES_STYLES, *BOXES_SCRIPTS),
    message:
        "Write the page on which people train matchboxes"
    script:
        "../scripts/write_boxes_page.py"


rule enter_page:
    input:
        expand(rules.agents.output, study=WITH_AGENTS),
    output:
        "results/report/enter.html",
    log:
        "results/logs/enter_page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        site=SITE,
        treatments=PLAYERS,
        code=code("write_enter_page"),
        templates=TEMPLATES,
        files=assets_digest(*ENTER_STYLES, *ENTER_SCRIPTS),
    message:
        "Write the page on which a player is entered"
    script:
        "../scripts/write_enter_page.py"


rule learn_page:
    input:
        runs=expand(rules.runs.output.runs, study=LIVE),
        traces=expand(rules.runs.output.traces, study=LIVE),
        published=[config_files(study, "data") for study in LIVE],
    output:
        "results/report/learn.html",
    log:
        "results/logs/learn_page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        seed=config["seed"],
        worksheet=bool(WORKSHEETS),
        settings={
            name: {
                "engine": STUDIES[name].engine,
                "recipes": recipes(name),
                "published": STUDIES[name].config["published"]["tables"],
                "comparisons": STUDIES[name].comparisons,
            }
            for name in LIVE
        },
        site=SITE,
        treatments=PLAYERS,
        groups=GROUPS,
        stories=[
            {"title": each.experiment.title, "watch": each.experiment.watch}
            for each in SHOWN_EXERCISES
            if each.experiment
        ],
        config=digest_of_config("data"),
        code=code("write_learn_page", "live", "published_trajectories"),
        code_of_runs={name: code_of_runs(name) for name in LIVE},
        templates=TEMPLATES,
        files=assets_digest(
            *LEARN_STYLES, *MODEL_SCRIPTS, WORKER_SCRIPT, *LEARN_SCRIPTS
        ),
    message:
        "Write the page to watch runs on"
    script:
        "../scripts/write_learn_page.py"


rule worksheet:
    input:
        method=expand(rules.method.output, study=OF_EXERCISES),
        statistics=expand(rules.statistics.output, study=OF_EXERCISES),
        exercises=EXERCISES,
        facts="results/tables/facts.parquet",
        league=["results/league/classic"] if "classic" in LEAGUES else [],
        machines="results/machines/tables",
        figures=[
            f"results/report/figures/{study}"
            for study in sorted({figure.split("/")[0] for figure in ON_SLIDES})
        ],
    output:
        "results/report/worksheet.html",
        "results/report/course.html",
    log:
        "results/logs/worksheet.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        site=SITE,
        tasks=[[each.title, *each.texts] for each in SHOWN.tasks],
        figures=ON_SLIDES,
        base_url=config["base_url"],
        watched=LIVE,
        recipes={name: recipes(name) for name in OF_EXERCISES},
        file=files_digest(filter(os.path.exists, [EXERCISES])),
        code=code("write_worksheet"),
        templates=TEMPLATES,
    message:
        "Write the worksheet and the course"
    script:
        "../scripts/write_worksheet.py"
