"""Reduce a program to its logic: a text that comments, layout, docstrings and annotations don't change."""

import ast


def reduced(tree: ast.Module) -> ast.Module:
    """Syntax tree without what can't change the behaviour of a program; `tree` itself is changed.

    Comments, layout, docstrings of any kind, annotations outside of classes and ``TYPE_CHECKING`` blocks are left out.
    Annotations in classes and of keyword-only parameters of decorated functions stay, since they determine the values
    of fields and options.
    """
    return _Logic().visit(tree)


class _Logic(ast.NodeTransformer):
    """Reduce a syntax tree to the nodes that can change the behaviour of a program."""

    def __init__(self) -> None:
        self.in_class = False

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        alone = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if alone else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.AST]:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return [self.visit(each) for each in node.orelse]
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._inside(node, in_class=True)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        options = [arg.annotation for arg in node.args.kwonlyargs] if node.decorator_list else []
        self._inside(node, in_class=False)
        for arg, annotation in zip(node.args.kwonlyargs, options, strict=False):
            arg.annotation = annotation
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - named by ast

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if self.in_class:
            return self.generic_visit(node)
        return ast.Assign([self.visit(node.target)], self.visit(node.value)) if node.value else None

    def _inside(self, node: ast.AST, *, in_class: bool) -> ast.AST:
        outside, self.in_class = self.in_class, in_class
        node = self.generic_visit(node)
        self.in_class = outside
        return node


def text_of(node: object) -> str:
    """Text of a syntax tree without positions, the same in every version of Python.

    Versions differ in fields that only some of them have, which are empty unless a program uses what is new, in the
    pieces of text that an f-string is cut into, and in what `repr` shows of text as it is.
    """
    if isinstance(node, ast.Constant | ast.MatchSingleton):
        return f"{type(node).__name__}({node.value!a})"
    if isinstance(node, ast.JoinedStr):
        return f"JoinedStr({text_of(_joined(node.values))})"
    if isinstance(node, ast.AST):
        fields = (f"{name}={text_of(value)}" for name, value in sorted(ast.iter_fields(node)) if value)
        return f"{type(node).__name__}({','.join(fields)})"
    if isinstance(node, list):
        return "[" + ",".join(map(text_of, node)) + "]"
    return ascii(node)


def _joined(pieces: list[ast.expr]) -> list[ast.expr]:
    """Pieces of an f-string with neighbouring texts joined, and without empty ones."""
    joined: list[ast.expr] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if isinstance(piece, ast.Constant) and isinstance(last, ast.Constant):
            joined[-1] = ast.Constant(f"{last.value!s}{piece.value!s}")
        elif not (isinstance(piece, ast.Constant) and not piece.value):
            joined.append(piece)
    return joined
