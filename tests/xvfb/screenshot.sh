# Larger than the screen, in both themes.
for theme in dark light; do
  "$program" --exercises "$source/exercises" --submission "$work/mine" --exercise matrix-add --size 1920x1200 \
    --theme $theme --screenshot "$work/$theme.png" || fail "the program ended with code $?"
  [ "$(convert "$work/$theme.png" -format '%wx%h' info:)" = 1920x1200 ] || fail "the picture has another size"
done
[ -z "$(find "$work/config" -name settings.json 2>/dev/null)" ] || fail "a screenshot has changed the settings"
brightness() { convert "$1" -colorspace gray -format '%[fx:round(100*mean)]' info:; }
[ "$(brightness "$work/light.png")" -gt $(($(brightness "$work/dark.png") + 40)) ] || fail "the themes look alike"
if "$program" --exercises "$source/exercises" --exercise no-such-exercise --screenshot "$work/none.png" 2>"$work/error"; then
  fail "an unknown exercise is no mistake"
fi
grep -q 'no-such-exercise' "$work/error" || fail "the error does not name the exercise"

# A tab that is asked for is shown where there is room for one pane beside the editor, too.
for tab in none live; do
  "$program" --exercises "$source/exercises" --submission "$work/mine" --exercise racy-atomic --size 1024x700 \
    --theme dark $([ $tab = none ] || echo --tab $tab) --screenshot "$work/$tab.png" || fail "the program ended with code $?"
done
# The editor is at the left then, where the course and the statement are at first.
[ "$(compare -metric AE -extract 400x500+0+100 "$work/none.png" "$work/live.png" null: 2>&1 | cut -d' ' -f1)" != 0 ] ||
  fail "a tab that is asked for is not shown in a small window"

# Where the mouse is, or goes, is no part of a picture: here over words that are explained.
still() {
  "$program" --exercises "$source/exercises" --submission "$work/mine" --exercise transpose-conflict-free --size 1440x900 --theme dark \
    --frames 200 --screenshot "$work/$1.png" || fail "the program ended with code $?"
}
still alone
(for i in $(seq 20); do xdotool mousemove $((585 + i % 2)) 315; sleep 0.1; done) &
mover=$!
still moved
wait $mover
[ "$(compare -metric AE "$work/alone.png" "$work/moved.png" null: 2>&1 | cut -d' ' -f1)" = 0 ] ||
  fail "the mouse is seen in a picture"
