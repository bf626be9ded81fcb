#compdef grader warplab warplab-lsp warplab-get-nvrtc
# Options as --help has them.
_arguments '*:exercise:($(grader list 2>/dev/null | cut -d " " -f 1))' --
