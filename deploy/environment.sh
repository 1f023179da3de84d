# Sourced by serve and check. Creates the virtual environment and reinstalls it when the pins change.

fail() { echo "$1" >&2; exit 1; }

# The system's own Python comes first: distributions build it with profile-guided optimisation, which
# makes it a tenth faster (bench/engine.py) than one that was built without.
find_python() {
  local name names=(/usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11)
  [ -z "${PYTHON:-}" ] || names=("$PYTHON")
  for name in "${names[@]}"; do
    if "$name" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
  [ -z "${PYTHON:-}" ] || fail "PYTHON=$PYTHON is not Python 3.11 or newer with venv."
  fail "Python 3.11 or newer with venv is required but was not found. On Debian, run: apt-get install python3-venv. PYTHON=/path/to/python3 names another one."
}

install_with_pip() {
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --use-pep517 --require-hashes -r "$@"
}

# uv takes half as long as pip, but does not read pip's settings: what it cannot reach, pip installs.
install_with_uv() {
  {
    install_with_pip deploy/uv.txt --only-binary uv \
      && .venv/bin/uv pip install --quiet --python .venv --system-certs --compile-bytecode --require-hashes -r "$1"
  } 2> /dev/null
}

# make_environment FILE: install the pinned packages of FILE in .venv, checking their hashes.
make_environment() {
  local pins stamp python
  pins=$(sha256sum < "$1")
  stamp=".venv/installed-$1"
  # Without pip it was not made to the end, or the system has another Python now.
  if ! .venv/bin/python -c 'import pip' 2> /dev/null; then
    python=$(find_python) || exit 1
    echo "Creating a virtual environment with $("$python" --version) ..."
    "$python" -m venv --clear .venv || fail "$python -m venv failed."
  fi
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$pins" ] && return
  echo "Installing $1 ..."
  # Otherwise Ctrl-C would end only what is installing, and the next one would begin.
  trap 'exit 130' INT
  install_with_uv "$1" || install_with_pip "$1" || fail "Could not install the packages in $1."
  trap - INT
  echo "$pins" > "$stamp"
  # The requirements for development include those of the site.
  [ "$1" != requirements-dev.txt ] || sha256sum < requirements.txt > .venv/installed-requirements.txt
}
