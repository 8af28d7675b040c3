"""Builds the wheel and the source archive (PEP 517) with only the standard library."""
import base64
import hashlib
import io
import pathlib
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME = "countersign"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version = _version()
    info = f"{NAME}-{version}.dist-info"
    files = {str(path.relative_to(ROOT)): path.read_bytes() for path in _modules()}
    files[f"{info}/METADATA"] = _metadata(version)
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: countersign\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    wheel = f"{NAME}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            # The time is fixed, so that the same files result in the same wheel.
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    version = _version()
    folder = f"{NAME}-{version}"
    others = [ROOT / "pyproject.toml", ROOT / "README.md", ROOT / "build" / "backend.py"]
    files = {str(path.relative_to(ROOT)): path.read_bytes() for path in [*others, *_modules()]}
    files["PKG-INFO"] = _metadata(version)
    with tarfile.open(pathlib.Path(sdist_directory) / f"{folder}.tar.gz", "w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(f"{folder}/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return f"{folder}.tar.gz"


def _modules():
    return sorted(path for path in (ROOT / NAME).iterdir() if path.suffix == ".py" or path.name == "py.typed")


def _version():
    generated = ROOT / NAME / "_version.py"
    if not generated.exists():
        raise SystemExit("The generated modules are missing. Run `npm ci` in the repository first.")
    scope = {}
    exec(generated.read_text(), scope)
    return scope["VERSION"]


def _metadata(version):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return (
        f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version}\n"
        "Summary: Send documents for signing with Countersign: typed methods, retries, paging, uploads and webhooks.\n"
        "License: Apache-2.0\nRequires-Python: >=3.9\n"
        f"Description-Content-Type: text/markdown\n\n{readme}"
    ).encode()


def _digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
