"""The package: version, documentation, types."""

import doctest
import importlib
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import gambol
import pytest
import usage

ROOT = Path(__file__).parents[3]


def test_the_version_is_that_of_the_workspace():
    manifest = (ROOT / "Cargo.toml").read_text()
    version = re.search(r'\[workspace.package\]\s+version = "(.*)"', manifest)[1]
    assert gambol.__version__ == version


@pytest.mark.parametrize("name", ["", "._game", "._results", ".gymnasium", ".pettingzoo"])
def test_examples(name):
    if name in (".gymnasium", ".pettingzoo"):
        pytest.importorskip(name[1:])
    module = importlib.import_module("gambol" + name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


@pytest.mark.parametrize(
    "page", ["bindings/python/README.md", "docs/guide/src/python.md", "docs/guide/src/from-python.md"]
)
def test_pages(page):
    """The Python blocks of a page run, one after the other."""
    path = ROOT / page
    if not path.exists():
        pytest.skip(f"{page} is not here")
    blocks = re.findall(r"^```python\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    exec(compile("\n".join(blocks), str(path), "exec"), {"__name__": "page"})


def test_the_notebook():
    pytest.importorskip("pandas")
    path = Path(__file__).parents[1] / "examples" / "tour.ipynb"
    cells = json.loads(path.read_text())["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(code) >= 10
    exec(compile("\n".join(code), str(path), "exec"), {"__name__": "notebook"})


def test_everything_public_is_documented():
    for name in gambol.__all__:
        value = getattr(gambol, name)
        if not inspect.isclass(value):
            assert name == "__version__" or value.__doc__, name
            continue
        assert value.__doc__, name
        for member, inner in vars(value).items():
            if not member.startswith("_") and (callable(inner) or inspect.isdatadescriptor(inner)):
                is_field = value.__doc__ and "dataclass" in str(type(value))
                assert inspect.getdoc(inner) or is_field, f"{name}.{member}"


def test_usage():
    usage.main()


@pytest.mark.parametrize(
    ("command", "needs"),
    [
        (["mypy", "--strict", "-p", "gambol"], "stable_baselines3"),
        (["mypy", "--strict", "-m", "gambol.gymnasium", "-m", "gambol.pettingzoo"], "pettingzoo"),
        (["mypy", "--strict", usage.__file__], "gambol"),
        (["mypy.stubtest", "gambol._gambol", "--concise", "--ignore-disjoint-bases"], "gambol"),
    ],
)
def test_types(command, needs, tmp_path):
    pytest.importorskip("mypy")
    pytest.importorskip(needs)
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not (ROOT / ".github").exists(), reason="the workflows are not here")
def test_workflows_pin_actions_by_hash():
    uses = [
        re.search(r"uses: *([^@]+)@(\S+)", line).groups()
        for path in (ROOT / ".github" / "workflows").glob("*.yml")
        for line in path.read_text().splitlines()
        if "uses:" in line
    ]
    unpinned = {name for name, version in uses if not re.fullmatch("[0-9a-f]{40}", version)}
    # Their hashes are to be looked up; then this set is empty.
    assert unpinned <= {"actions/setup-python", "PyO3/maturin-action", "pypa/gh-action-pypi-publish"}
