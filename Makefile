# `make run` plays, `make pit` plays a table over the network, `make test` proves. They set the machine up themselves.
.PHONY: run pit test tests prepared check golden bench torture shots architecture set-up

PY := .venv/bin/python
OFFSCREEN := QT_QPA_PLATFORM=offscreen

run: set-up
	$(PY) -m kiosk demo $(ARGS)

pit: set-up
	$(PY) -m kiosk pit $(ARGS)

# In two runs: a process that has spoken to servers does not paint hundreds of windows afterwards.
SCREENS := tests/ui tests/golden tests/integration/demo tests/integration/screen tests/unit/ui_theme
PYTEST := $(OFFSCREEN) PYTHONDONTWRITEBYTECODE= $(PY) -m pytest
TESTS := $(PYTEST) --dist worksteal -m "not torture and not bench"

test: set-up
	$(MAKE) -j 2 check tests

# More processes than cores: tests wait for lines and servers, and some for screens.
tests: prepared
	packaging/with-folder $(TESTS) -n 4 tests $(addprefix --ignore=,$(SCREENS))
	packaging/with-folder $(TESTS) -n 3 $(SCREENS)

# The tests are read and kept once: then no process has to prepare them all for itself.
prepared: set-up
	-@$(PYTEST) --collect-only -qq tests >/dev/null 2>&1

check: set-up
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo

golden: set-up
	RENEW_GOLDEN=1 $(OFFSCREEN) $(PY) -m pytest -m golden tests/golden

bench: set-up
	$(PYTEST) -m bench -s tests/bench $(ARGS)

torture: set-up
	$(OFFSCREEN) $(PY) -m pytest -m torture -s --timeout 7200 tests

shots: set-up
	$(OFFSCREEN) $(PY) -m kiosk shots --out var/shots

architecture: set-up
	$(PY) docs/make_architecture.py

set-up:
	@packaging/set-up

.PHONY: deb install-test

# The Debian packages of the commit that is checked out, into var/deb. ETG_SIGNING_KEY names the key that signs.
deb: set-up
	PYTHONPATH=packaging/deb $(PY) -m etg_deb $(ARGS)

# The packages' whole life on machines in folders, from a bare Debian to a purge. Needs root and debootstrap.
install-test: set-up
	PYTHONPATH=packaging/deb $(PY) -m etg_deb.install_test $(ARGS)
	$(OFFSCREEN) $(PY) -m pytest -m torture -s --timeout 7200 tests/integration/packages tests/integration/session tests/integration/update
