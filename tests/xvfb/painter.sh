# The painter's own tests. $program is their program.
"$program"
