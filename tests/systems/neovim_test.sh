#!/usr/bin/env bash
# Neovim, without a terminal, as a client of warplab-lsp: what it shows of a file that is slow, and behind a save
# of one that is right. neovim_test.sh ROOT BINARY_DIR
set -euo pipefail
root=$1 binaries=$2
command -v nvim >/dev/null && [[ -x $binaries/bin/warplab-lsp ]] || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME=$folder XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder XDG_DATA_HOME=$folder
cp "$root/solutions/22-column-sums/wrong-uncoalesced.cu" "$folder/column_sums.cu"
cat >"$folder/client.lua" <<LUA
local id = vim.lsp.start_client({name = 'warplab', cmd = {'$binaries/bin/warplab-lsp'}, root_dir = '$folder'})
vim.lsp.buf_attach_client(0, id)
local function await(what, holds)
  if not vim.wait(60000, holds, 50) then
    print('No ' .. what .. '.\n')
    vim.cmd('cquit')
  end
end
local function told() return vim.diagnostic.get(0) end
await('message', function() return #told() > 0 end)
local client = vim.lsp.get_active_clients()[1]
local lenses = client.request_sync('textDocument/codeLens', {textDocument = vim.lsp.util.make_text_document_params()}, 5000, 0)
print(told()[1].source .. ' line ' .. told()[1].lnum + 1 .. ', lens ' .. lenses.result[1].command.title .. '\n')
vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.fn.readfile('$root/solutions/22-column-sums/solution.cu'))
vim.cmd('silent write')
await('good word', function()
  return #vim.diagnostic.get(0, {severity = {min = vim.diagnostic.severity.WARN}}) == 0
end)
print('right\n')
vim.cmd('quitall!')
LUA
said=$(timeout 110 nvim --headless -u NONE -i NONE "$folder/column_sums.cu" -c "luafile $folder/client.lua" -c cquit 2>&1) ||
  { echo "$said"; exit 1; }
echo "$said"
[[ $said == *'Warp Lab line '*', lens '*'x: see why'*right* ]]
