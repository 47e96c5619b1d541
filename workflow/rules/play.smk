"""The page on which a person plays."""

from tttcore.report.asset_files import play_digest


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
        studies=get_names(),
        treatments=get_treatment_names(),
        learning=get_learning(),
        code=code("write_play_page", get_lessons_modules),
        template=template_digest("play.html.j2"),
        files=play_digest(),
    script:
        "../scripts/write_play_page.py"
