# Completion for Warp Lab's grader: options as --help has them, and names of exercises.
_grader() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  case $before in
    --submission | --exercises | --solutions | --output | --hidden | --sign | --model-file)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --format)
      mapfile -t COMPREPLY < <(compgen -W "$(grader --help 2>/dev/null |
        sed -n '/--format/,/^  --/s/.*report: //p' | tr -d ','| sed 's/ or / /g')" -- "$word")
      return
      ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(grader --help 2>/dev/null | grep -oE '(^| )--[a-z-]+' | sort -u)" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -W "check course experiment explain list new run watch
      $(grader list 2>/dev/null | cut -d ' ' -f 1)" -- "$word")
  fi
}
complete -F _grader grader
