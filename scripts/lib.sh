# shellcheck shell=bash
# What the scripts share. Source it; it changes to the repository's folder.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 3
readonly root

# say TEXT...: a line about what a script does, apart from what the tools print.
say() { printf '==> %s\n' "$*"; }

# loud TEXT...: a line that must not be missed in a long log.
loud() { printf '\n!!! %s\n\n' "$*" >&2; }

# die CODE TEXT...: one line that says what is wrong and what to do.
die() {
    local code=$1
    shift
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit "$code"
}
