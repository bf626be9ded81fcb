#!/usr/bin/env bash
# precompiled_sum.sh SUM BUILD SOURCE COMPILER...: writes the sum of what COMPILER's preprocessor makes of a header that is
# precompiled, and SUM.d, which names all that it includes. The same in every folder, and another one as soon as
# a line of one of these files is another.
set -euo pipefail
sum=$1 build=$2 source=$3
shift 3
text=$("$@" -w -E -MD -MF "$sum.d" -MT "$sum" -o - | sed -e "s|$build/||g" -e "s|$source/||g" | sha256sum)
printf '%s\n' "${text%% *}" >"$sum"
