#pragma once
// What the tab Lens shows of an answer for a selection, as numbers and sentences, and what its keys
// make of the selection.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "draw/picture.hpp"
#include "memory/lens.hpp"

namespace warplab::app {

// One access, and where it is in the answer, which must outlive this.
struct LensView {
  const LensLook* look = nullptr;
  const LensLine* line = nullptr;
  size_t access = 0;  // in the look's log
  const data::LoggedAccess& logged() const { return look->look.log.accesses[access]; }
  lens::Cost cost() const { return look->costs[access]; }
};

// None: the line accessed no memory in the blocks that were looked at, or no line did. Where the
// selected access is not in the log, the nearest one of its line is shown.
std::optional<LensView> view_of(const LensAnswer& answer, const Selection& selection);
// The selection that names exactly this access. The lane stays, and with it its element.
Selection selection_of(const LensView& view, const Selection& before);
Selection with_lane(const LensView& view, Selection selection, int lane);

enum class LensStep { lane, iteration, warp, block, instruction, line, worst };
// `before` where there is no further one.
Selection stepped(const LensAnswer& answer, const Selection& before, LensStep step, bool forward);

// A line of one launch and its worst access, the most wasteful first.
struct LensRow {
  const LensLook* look = nullptr;
  const LensLine* line = nullptr;
  std::string access;  // "load of 4 bytes, global"
  lens::Cost cost;
  const char* unit = "";  // "sectors" or "passes"
};
std::vector<LensRow> rows_of(const LensAnswer& answer);

// The accesses of a line in the order in which they were made, joined to as many columns as fit.
struct StripColumn {
  size_t first = 0, count = 0;  // in LensLine::in_time
  size_t worst = 0;             // in the log
  lens::Cost cost;              // of that one
  bool begins_block = false;    // the first of a block's accesses is in it
};
std::vector<StripColumn> strip_of(const LensView& view, size_t columns);

LitElements lit_elements(const LensView& view, int lane);

// "Lane 5 asks for a[17][3], 4 bytes in sector 2." "Lane 7 does not take part."
std::string lane_sentence(const LensView& view, int lane);
// "launch columns, block (1,0,0), warp 0, iteration 0: one of 65 536 accesses by 32 warps ..."
std::string place_sentence(const LensView& view);

// The thread that the answer names as the writer of the selected element, as a selection of its
// store. None: the selection does not wait for it, or the answer is about another element.
// With what that thread had read of buffers before it wrote, as far as the log has it. `value_of`
// gives the value of an input's element as text, empty where it is not known.
using TextOfElement = std::function<std::string(const std::string& buffer, uint64_t index)>;
std::optional<Selection> follow_writer(const LensAnswer& answer, const Selection& selection,
                                       const TextOfElement& value_of = {});

// The same place in the run before: the line is found by comparing the two texts. A line 0 in it
// means that the line was not there.
Selection before_of(const LensAnswer& before, const LensAnswer& now, const Selection& selection);

}  // namespace warplab::app
