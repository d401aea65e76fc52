"""Builds the Python package: what pip calls (PEP 517 and 660), and make.

A wheel is a zip file with a list of what is in it. Making one here, with the standard library alone, is
what lets `pip install .` work offline: any other backend would have to be fetched first, since pip
builds in an environment that hides what the system has.

    make build/libg2l2.a ─▶ native/*.c + archive ─▶ _native.abi3.so ─▶ g2l2-VERSION-cp311-abi3-PLATFORM.whl

    python3 python/backend.py wheel DIR       the wheel; prints its path
    python3 python/backend.py package DIR     the package alone, to be used with PYTHONPATH=DIR

G2L2_LIBRARY names an archive that is there already, CC the compiler.
"""
import base64
import glob
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGE = os.path.join(ROOT, "python", "g2l2")
EXTENSION = "_native.abi3.so"
LIBRARIES = [("jansson", "-ljansson"), ("libpng", "-lpng"), ("zlib", "-lz")]


def version():
    with open(os.path.join(ROOT, "include", "g2l2.h"), encoding="utf-8") as file:
        return re.search(r'G2L2_VERSION "(.*)"', file.read())[1]


def library():
    """The archive with all of the C library; made, unless it is named."""
    named = os.environ.get("G2L2_LIBRARY")
    if named:
        return named
    # Brought up to date where it was made by make; else in a folder of its own, where a warning of a
    # compiler that we have not seen is no error.
    there = os.path.exists(os.path.join(ROOT, "build", "libg2l2.a"))
    build, more = ("build", []) if there else (os.path.join("build", "pip"), ["WERROR="])
    archive = os.path.join(build, "libg2l2.a")
    jobs = f"-j{os.cpu_count() or 1}"
    subprocess.run(["make", "-s", jobs, f"BUILD={build}", *more, archive], cwd=ROOT, check=True)
    return os.path.join(ROOT, archive)


def flags(package, otherwise):
    try:
        said = subprocess.run(["pkg-config", "--libs", package], capture_output=True, text=True)
    except OSError:
        return [otherwise]
    return said.stdout.split() if said.returncode == 0 else [otherwise]


def compile_extension(folder):
    """The files of native/ and the archive, as one file that shows nothing but its entry."""
    archive = library()
    compiler = shlex.split(os.environ.get("CC", "gcc" if shutil.which("gcc") else "cc"))
    libraries = [flag for row in LIBRARIES for flag in flags(*row)]
    subprocess.run(
        [*compiler, "-std=c11", "-O2", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-shared"]
        + [f"-I{os.path.join(ROOT, 'include')}", f"-I{sysconfig.get_path('include')}"]
        + [*sorted(glob.glob(os.path.join(ROOT, "python", "native", "*.c"))), archive, *libraries, "-lm", "-pthread"]
        + ["-Wl,--exclude-libs,ALL", "-Wl,--strip-debug", "-o", os.path.join(folder, EXTENSION)],
        check=True,
    )


def sources():
    """Files of the package, but for the extension."""
    return sorted(name for name in os.listdir(PACKAGE) if name.endswith((".py", ".pyi", ".typed")))


def package(folder):
    """The package in a folder of its own."""
    to = os.path.join(folder, "g2l2")
    os.makedirs(to, exist_ok=True)
    for name in sources():
        shutil.copy(os.path.join(PACKAGE, name), to)
    compile_extension(to)


def metadata():
    with open(os.path.join(ROOT, "docs", "PYTHON.md"), encoding="utf-8") as file:
        readme = file.read()
    return (
        f"Metadata-Version: 2.1\nName: g2l2\nVersion: {version()}\n"
        "Summary: Learn a language from examples, and see what was learned\n"
        "License: MIT\nRequires-Python: >=3.11\n"
        "Description-Content-Type: text/markdown\n\n" + readme
    )


def tag():
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"cp311-abi3-{platform}"


def write_wheel(directory, files, kind):
    """files: {name in the wheel: bytes}. The same files give the same bytes."""
    info = f"g2l2-{version()}.dist-info"
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: g2l2\nRoot-Is-Purelib: {'false' if kind != 'py3-none-any' else 'true'}\nTag: {kind}\n"
    ).encode()
    with open(os.path.join(ROOT, "LICENSE"), "rb") as file:
        files[f"{info}/LICENSE"] = file.read()
    rows = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(data)}")
    files[f"{info}/RECORD"] = ("\n".join(rows) + f"\n{info}/RECORD,,\n").encode()
    wheel = f"g2l2-{version()}-{kind}.whl"
    with zipfile.ZipFile(os.path.join(directory, wheel), "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, data)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as folder:
        package(folder)
        files = {}
        for name in sorted(os.listdir(os.path.join(folder, "g2l2"))):
            with open(os.path.join(folder, "g2l2", name), "rb") as file:
                files[f"g2l2/{name}"] = file.read()
    return write_wheel(wheel_directory, files, tag())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package where it is: the extension is put beside its sources."""
    compile_extension(PACKAGE)
    path = os.path.join(ROOT, "python").encode() + b"\n"
    return write_wheel(wheel_directory, {"g2l2.pth": path}, tag())


def build_sdist(sdist_directory, config_settings=None):
    """All files of the tree that are not made."""
    name = f"g2l2-{version()}"
    skipped = {"build", ".git", "__pycache__", EXTENSION}

    def keep(entry):
        return None if skipped & set(entry.name.split("/")) else entry

    with tarfile.open(os.path.join(sdist_directory, f"{name}.tar.gz"), "w:gz") as out:
        about = os.path.join(sdist_directory, "PKG-INFO")
        with open(about, "w", encoding="utf-8") as file:
            file.write(metadata())
        out.add(about, f"{name}/PKG-INFO")
        os.remove(about)
        for entry in sorted(os.listdir(ROOT)):
            if entry not in skipped:
                out.add(os.path.join(ROOT, entry), f"{name}/{entry}", filter=keep)
    return f"{name}.tar.gz"


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("wheel", "package"):
        sys.exit("usage: backend.py wheel|package DIR")
    os.makedirs(sys.argv[2], exist_ok=True)
    if sys.argv[1] == "package":
        package(sys.argv[2])
    else:
        print(os.path.join(sys.argv[2], build_wheel(sys.argv[2])))


if __name__ == "__main__":
    main()
