"""Say which code made a result: digests of the package's logic."""

import ast
import hashlib
from functools import cache
from importlib import metadata
from pathlib import Path

PACKAGE = "tttcore"
ROOT = Path(__file__).resolve().parents[1]
RECORDED_PACKAGES = ("numpy", "numba", "scipy", "pandas", "pyarrow", "pingouin", "lifelines", "statsmodels")


def code_digest(*modules: str, root: Path = ROOT) -> str:
    """Digest of the logic of `modules` and of everything in the package that they import.

    Comments, docstrings and layout don't count, so that editing them reruns nothing. Files are read once for all
    digests, unless they have changed.

    Parameters
    ----------
    modules : dotted names inside the package, such as ``tttcore.evolution.generational``.
    root : folder of the package's sources.

    Returns
    -------
    str
        16 hexadecimal digits.

    Raises
    ------
    ValueError
        If a module has no source file under `root`.
    """
    todo, seen = list(modules), set()
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo.extend(_imports(name, root))
    digest = hashlib.blake2b(digest_size=8)
    for name in sorted(seen):
        digest.update(name.encode())
        path = _source(name, root)
        digest.update(_logic(path, path.stat().st_mtime_ns).encode())
    return digest.hexdigest()


def source_digest(root: Path = ROOT) -> str:
    """Digest of every source byte of the package; keys the cache of compiled kernels.

    Stricter and faster than `code_digest`: it is taken at every import.
    """
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def text_digest(*texts: str) -> str:
    """Digest of texts, 16 hexadecimal digits."""
    return hashlib.blake2b("\0".join(texts).encode(), digest_size=8).hexdigest()


def package_versions() -> dict[str, str]:
    """Versions of the libraries that can change a number."""
    return {name: metadata.version(name) for name in RECORDED_PACKAGES}


def _source(module: str, root: Path) -> Path:
    relative = Path(*module.split(".")[1:])
    for path in (root / relative.with_suffix(".py"), root / relative / "__init__.py"):
        if relative.parts and path.is_file():
            return path
    if not relative.parts:
        return root / "__init__.py"
    raise ValueError(f"no module {module!r} under {root}")


def _imports(module: str, root: Path) -> list[str]:
    """Modules of the package that `module` imports, wherever the import stands."""
    path = _source(module, root)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    named = _named(path, package, path.stat().st_mtime_ns)
    return [name for name in named if name.split(".")[0] == PACKAGE and _is_module(name, root)]


@cache
def _named(path: Path, package: str, _changed: int) -> list[str]:
    """What a file of a package imports: modules, and what may be modules or names in them."""
    found = []
    for node in ast.walk(_tree(path, _changed)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            found += [source, *(f"{source}.{alias.name}" for alias in node.names)]
    return found


def _is_module(name: str, root: Path) -> bool:
    try:
        _source(name, root)
    except ValueError:
        return False
    return True


@cache
def _tree(path: Path, _changed: int) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _logic(path: Path, _changed: int) -> str:
    """The file's syntax tree as text, without docstrings and positions."""
    tree = _tree(path, _changed)
    bodies = (getattr(node, "body", None) for node in ast.walk(tree))
    skipped = {id(body[0]) for body in bodies if isinstance(body, list) and body and _is_docstring(body[0])}
    return _dump(tree, skipped)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _dump(node: object, skipped: set[int]) -> str:
    if isinstance(node, ast.AST):
        fields = ",".join(_dump(value, skipped) for _, value in ast.iter_fields(node))
        return f"{type(node).__name__}({fields})"
    if isinstance(node, list):
        return "[" + ",".join(_dump(item, skipped) for item in node if id(item) not in skipped) + "]"
    return repr(node)
