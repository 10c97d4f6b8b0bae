#!/bin/bash
# pytest in one of three slots
cd "$(dirname "$0")"
export QT_QPA_PLATFORM=offscreen PYTHONDONTWRITEBYTECODE=1
while :; do for s in 1 2 3; do exec 9>/tmp/wt/slot$s; if flock -n 9; then nice -n 12 timeout ${T:-540} .venv/bin/python -m pytest -m "not torture and not bench" "$@"; exit $?; fi; done; sleep 1; done
