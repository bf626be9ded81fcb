#pragma once
// The tab PTX: what the compiler made of the kernel of the last run, beside the lines of the file
// that it comes from. A colour links a line and its instructions, in both directions. Words of PTX
// are explained.
#include <memory>
#include <string>
#include <vector>

#include "draw/ui.hpp"
#include "lab/lab.hpp"
#include "memory/lens_view.hpp"
#include "memory/ptx_page.hpp"

namespace warplab::app {

struct PtxState {
  bool machine_code = false;  // instead of PTX
  std::string kernel;         // that is shown
  // Of which the rows were made.
  std::shared_ptr<const LensAnswer> answer;
  bool of_machine_code = false;
  std::string of_kernel;
  std::vector<CodeRow> rows;
  int row = -1;         // that is chosen; -1: none
  int seen_line = 0;    // of the selection, that was scrolled to
  int caret_line = -1;  // of the editor, that was followed
};

// Once a frame: the editor's lines have colours while their code is shown, and the selection
// follows the caret.
void follow_code(PtxState& state, const LensState& lens, Lab& lab, bool is_shown);
void draw_ptx(Ui& ui, PtxState& state, LensState& lens, Lab& lab);

}  // namespace warplab::app
