#!/bin/sh
# Runs a command of Bursar on a supported Node.js: `sh tools/run.sh start`.
node=$(node "$(dirname "$0")/bootstrap/find-node.mjs") || exit 1
# Programs that are started by name, such as npm, run on the same Node.js.
PATH="$(dirname "$node"):$PATH"
export PATH
exec "$node" "$(dirname "$0")/bootstrap.mjs" "$@"
