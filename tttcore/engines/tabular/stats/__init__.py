"""Statistics of training sessions of tabular learning."""

from tttcore.engines.tabular.stats.contrasts import CONTRASTS, Contrast, contrasts
from tttcore.engines.tabular.stats.one_session import ONE_SESSION, Report, one_session
from tttcore.engines.tabular.stats.policies import (
    GAINS,
    PACES,
    POLICIES,
    UNBEATABLE,
    gains,
    paces,
    policies,
    unbeatable,
)
from tttcore.engines.tabular.stats.published import PUBLISHED_RESULTS, Shares, published_results
from tttcore.engines.tabular.stats.readings import (
    COMMON_READING,
    READING_OF_PUBLISHED,
    common_reading,
    reading_of_published,
)
from tttcore.engines.tabular.stats.shares import FIRST_ADVANTAGE, SHARES, TREND, first_advantage, shares, trend
from tttcore.engines.tabular.stats.storage import (
    COLLISIONS,
    TABLE_SIZES,
    TRAINING_GAMES,
    collisions,
    table_sizes,
    training_games,
)

__all__ = [
    "COLLISIONS",
    "COMMON_READING",
    "CONTRASTS",
    "FIRST_ADVANTAGE",
    "GAINS",
    "ONE_SESSION",
    "PACES",
    "POLICIES",
    "PUBLISHED_RESULTS",
    "READING_OF_PUBLISHED",
    "SHARES",
    "TABLE_SIZES",
    "TRAINING_GAMES",
    "TREND",
    "UNBEATABLE",
    "Contrast",
    "Report",
    "Shares",
    "collisions",
    "common_reading",
    "contrasts",
    "first_advantage",
    "gains",
    "one_session",
    "paces",
    "policies",
    "published_results",
    "reading_of_published",
    "shares",
    "table_sizes",
    "training_games",
    "trend",
    "unbeatable",
]
