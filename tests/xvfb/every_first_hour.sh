#!/bin/bash
# every_first_hour.sh PROGRAM SOURCE FOLDER [SIZE...]: plays first_hour.sh at every size in both themes, and leaves each
# one's pictures in FOLDER/SIZE-THEME, to be looked at. A size may have a scale behind it: 1920x1080@2.
set -euo pipefail
program=$(realpath "$1") source=$(realpath "$2") folder=$(realpath -m "$3")
shift 3
[ $# -gt 0 ] || set -- 1024x700 1280x720 1440x900 1920x1080 3840x2160 3840x2160@2
for size in "$@"; do
  for theme in dark light; do
    scale=1
    case $size in *@*) scale=${size#*@} ;; esac
    echo "$size $theme"
    SCREEN=${size%@*} bash "$source/tests/xvfb/on_display.sh" "$source/tests/xvfb/first_hour.sh" "$program" "$source" \
      "$folder/$size-$theme" "$theme" "$scale"
  done
done
