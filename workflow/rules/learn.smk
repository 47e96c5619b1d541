"""The page on which populations evolve again, before one's eyes."""

from tttcore.report.asset_files import learn_digest


rule learn_page:
    input:
        runs=expand(rules.runs.output.runs, study=LIVE),
        traces=expand(rules.runs.output.traces, study=LIVE),
        published=get_live_data,
    output:
        "results/report/learn.html",
    log:
        "results/logs/learn_page.log",
    localrule: True
    conda:
        "../../envs/tttcore.yaml"
    params:
        seed=config["seed"],
        worksheet=bool(WORKSHEET),
        settings=get_live_settings(),
        studies=get_names(),
        treatments=get_treatment_names(),
        published=get_digest_of_live_data,
        code=code("write_learn_page", get_live_modules),
        code_of_runs=get_code_of_live_runs,
        template=template_digest("learn.html.j2"),
        files=learn_digest(),
    script:
        "../scripts/write_learn_page.py"
