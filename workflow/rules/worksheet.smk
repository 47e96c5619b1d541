"""Exercises for a course, if the project has a file of them."""


rule worksheet:
    input:
        expand(rules.method.output, study=OF_EXERCISES),
        expand(rules.statistics.output, study=OF_EXERCISES),
        exercises=EXERCISES,
        facts="results/tables/facts.parquet",
        league=["results/league/classic"] if "classic" in LEAGUES else [],
    output:
        "results/report/worksheet.html",
    log:
        "results/logs/worksheet.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        studies=get_names(),
        titles=[each.title for each in SHOWN_EXERCISES],
        recipes={
            name: get_recipes(SimpleNamespace(study=name)) for name in OF_EXERCISES
        },
        file=files_digest(filter(os.path.exists, [EXERCISES])),
        code=code("write_worksheet"),
        template=template_digest("worksheet.html.j2"),
    script:
        "../scripts/write_worksheet.py"
