"""A LaTeX article, and everything that it rests on, in one file."""

from tttcore.report.article.tex import templates_digest
from tttcore.report.methods import methods


rule article:
    input:
        [get_figures(study) for study in STUDIES],
        citation=local(own_path("CITATION.cff")),
        claims=expand("config/claims/{study}.csv", study=STUDIES),
        audit="results/audit",
        leagues=expand("results/league/{league}", league=LEAGUES),
        league_figures=get_league_figures(),
        facts=["results/tables/facts.parquet", "results/tables/facts.csv"],
        method=expand(rules.method.output, study=STUDIES),
        multiverse=expand(rules.verdicts.output.multiverse, study=STUDIES),
        findings=[given(study, get_stated)(None)[1:] for study in STUDIES],
        tables=expand("results/{study}/tables", study=STUDIES),
        runs=expand("results/{study}/runs.parquet", study=STUDIES),
        traces=expand("results/{study}/traces.parquet", study=STUDIES),
    output:
        "results/article.zip",
    log:
        "results/logs/article.log",
    conda:
        "../../envs/tttcore.yaml"
    resources:
        runtime=get_minutes,
        mem_mb=get_megabytes,
    params:
        studies={name: study.config for name, study in STUDIES.items()},
        scale=config["scale"],
        seed=config["seed"],
        methods=methods(STUDIES.values(), scale=config["scale"], seed=config["seed"]),
        stated=[given(study, get_digest_of_stated)(None) for study in STUDIES],
        templates=templates_digest(),
        code=code("bundle_article", kind_modules(tables), get_names_modules),
    script:
        "../scripts/bundle_article.py"
