"""Leagues of other boards: Genies and MinMax on lattices, and what a study found on nine boards."""

RATED = [study for study in STUDIES if rated(study)][:1]


rule lattice_league:
    input:
        expand(rules.collect.output.champions, study=WITH_LATTICES),
    output:
        directory("results/league/lattice"),
    log:
        "results/logs/league/lattice.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        boards={study: boards_of(study) for study in WITH_LATTICES},
        seed=config["seed"],
        code=code("analysis.lattice_league"),
    script:
        "../scripts/hold_lattice_league.py"


rule nine_board_league:
    input:
        expand(rules.statistics.output, study=RATED),
    output:
        directory("results/league/nine_board"),
    log:
        "results/logs/league/nine_board.log",
    conda:
        "../../envs/tttcore.yaml"
    params:
        tables=[rated(study) for study in RATED],
        code=code("analysis.nine_board_league"),
    script:
        "../scripts/gather_nine_board_league.py"


rule board_league_figure:
    input:
        board_league_of,
    output:
        expand(
            "results/league/figures/{{figure}}.{extension}",
            extension=config["formats"],
        ),
    log:
        "results/logs/league/figures/{figure}.log",
    wildcard_constraints:
        figure="|".join([*lattice_league.FIGURES, *nine_board_league.FIGURES]),
    conda:
        "../../envs/tttcore.yaml"
    params:
        code=code("figures.lattice_league", "figures.nine_board_league"),
    script:
        "../scripts/draw_board_league.py"
