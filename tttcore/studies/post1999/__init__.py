"""What the method of Post (1999) does, measured on its parts, and the tables that its text speaks of."""

from tttcore.studies.post1999.method import method_facts
from tttcore.studies.post1999.tables import CAPTIONS, method_tables

__all__ = ["CAPTIONS", "method_facts", "method_tables"]
