#include "memory/lens_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>
#include <tuple>

#include "common/line_diff.hpp"
#include "data/element_place.hpp"
#include "lens/banks.hpp"
#include "lens/sectors.hpp"
#include "lens/walk.hpp"
#include "sim/finding.hpp"
#include "verdict/result/number_text.hpp"
#include "words/text.hpp"

namespace warplab::app {
namespace {

using data::LoggedAccess;
using data::TraceKind;
using data::TraceSpace;

bool is_in_buffers(const LoggedAccess& access) {
  return access.space == TraceSpace::global || access.space == TraceSpace::constant;
}

// Of the lines that fit the selection the most wasteful one, of the student's launches first; of
// two logs of one line the one that has it whole.
struct Found {
  const LensLook* look = nullptr;
  const LensLine* line = nullptr;
};
Found find_line(const LensAnswer& answer, const Selection& selection) {
  Found found;
  std::tuple<bool, bool, unsigned, unsigned> best{};
  for (const auto& look : answer.looks) {
    if (selection.launch && look->look.launch_spec != *selection.launch) continue;
    for (const LensLine& line : look->lines) {
      if (selection.line > 0 && line.line != selection.line) continue;
      const lens::Cost cost = look->costs[line.worst];
      const std::tuple rank{!look->given, look->only_line > 0, cost.excess(), cost.units};
      if (found.line != nullptr && rank <= best) continue;
      found = {look.get(), &line};
      best = rank;
    }
  }
  return found;
}

uint64_t distance(uint64_t a, uint64_t b) { return a < b ? b - a : a - b; }

size_t nearest_access(const LensLook& look, const LensLine& line, const SelectedAccess& wanted) {
  return *std::ranges::min_element(line.accesses, {}, [&](size_t i) {
    const LoggedAccess& one = look.look.log.accesses[i];
    return std::tuple(one.block != wanted.block, one.warp != wanted.warp,
                      distance(one.execution, wanted.iteration),
                      distance(one.instruction, wanted.instruction));
  });
}

// Where an element of a buffer lies while the launch runs; 0: it was not given to the launch.
uint64_t address_of(const lens::Look& look, const SelectedElement& element) {
  for (const data::LoggedBuffer& at : look.log.buffers) {
    const auto buffer = static_cast<size_t>(at.buffer);
    if (buffer >= look.buffers.size() || look.buffers[buffer].name != element.buffer) continue;
    return at.begin + element.index * data::bytes_of(look.buffers[buffer].element);
  }
  return 0;
}

std::string element_name(const lens::Look& look, const SelectedElement& element) {
  for (const data::Buffer& buffer : look.buffers)
    if (buffer.name == element.buffer) return data::element_text(buffer, element.index);
  return element.buffer;
}

bool is_among(const LensLook& look, size_t access) {
  return look.look.log.accesses[access].line > 0;
}

Selection to_access(const LensLook& look, size_t access, Selection selection) {
  const LoggedAccess& one = look.look.log.accesses[access];
  selection.line = one.line;
  selection.launch = look.look.launch_spec;
  selection.access = SelectedAccess{one.block, one.warp, one.instruction, one.execution};
  selection.wants_writer = false;
  selection.written.clear();
  return selection;
}

// The next instruction of the line, at the same warp and as near to the same iteration as can be.
size_t other_instruction(const LensView& view, bool forward) {
  std::set<uint32_t> instructions;
  for (const size_t i : view.line->accesses)
    instructions.insert(view.look->look.log.accesses[i].instruction);
  auto here = instructions.find(view.logged().instruction);
  if (forward)
    here = std::next(here) == instructions.end() ? instructions.begin() : std::next(here);
  else here = std::prev(here == instructions.begin() ? instructions.end() : here);
  const LoggedAccess& from = view.logged();
  size_t best = view.access;
  std::tuple<bool, bool, uint64_t> least{true, true, UINT64_MAX};
  for (const size_t i : view.line->accesses) {
    const LoggedAccess& one = view.look->look.log.accesses[i];
    if (one.instruction != *here) continue;
    const std::tuple rank{one.block != from.block, one.warp != from.warp,
                          distance(one.execution, from.execution)};
    if (rank < least) least = rank, best = i;
  }
  return best;
}

int next_lane(uint32_t mask, int lane, bool forward) {
  for (int i = lane + (forward ? 1 : -1); i >= 0 && i < 32; i += forward ? 1 : -1)
    if ((mask >> i & 1) != 0) return i;
  return lane >= 0 ? lane : std::countr_zero(mask);
}

}  // namespace

std::optional<LensView> view_of(const LensAnswer& answer, const Selection& selection) {
  const Found found = find_line(answer, selection);
  if (found.line == nullptr) return std::nullopt;
  const size_t access = selection.access
                            ? nearest_access(*found.look, *found.line, *selection.access)
                            : found.line->worst;
  return LensView{found.look, found.line, access};
}

Selection with_lane(const LensView& view, Selection selection, int lane) {
  selection.lane = lane;
  selection.element.reset();
  const LitElements lit = lit_elements(view, lane);
  if (lit.of_lane) selection.element = SelectedElement{lit.buffer, *lit.of_lane};
  return selection;
}

Selection selection_of(const LensView& view, const Selection& before) {
  return with_lane(view, to_access(*view.look, view.access, before), before.lane);
}

Selection stepped(const LensAnswer& answer, const Selection& before, LensStep step, bool forward) {
  const std::optional<LensView> view = view_of(answer, before);
  if (!view) return before;
  const auto to = [&](size_t access) {
    return selection_of({view->look, view->line, access}, before);
  };
  const auto along = [&](lens::Step how) {
    const size_t next = lens::step_from(view->look->look.log, view->access, how, forward);
    return is_among(*view->look, next) ? to(next) : before;
  };
  switch (step) {
    case LensStep::lane:
      return with_lane(*view, selection_of(*view, before),
                       next_lane(view->logged().mask, before.lane, forward));
    case LensStep::iteration: return along(lens::Step::iteration);
    case LensStep::warp: return along(lens::Step::warp);
    case LensStep::block: return along(lens::Step::block);
    case LensStep::instruction: return to(other_instruction(*view, forward));
    case LensStep::worst: return to(view->line->worst);
    case LensStep::line: break;
  }
  const std::vector<LensRow> rows = rows_of(answer);
  const auto here = std::ranges::find_if(rows, [&](const LensRow& row) {
    return row.line->line == view->line->line &&
           row.look->look.launch_spec == view->look->look.launch_spec;
  });
  const auto index = (here - rows.begin()) + (forward ? 1 : -1);
  if (here == rows.end() || index < 0 || index >= std::ssize(rows)) return before;
  const LensRow& row = rows[static_cast<size_t>(index)];
  return selection_of({row.look, row.line, row.line->worst}, before);
}

std::vector<LensRow> rows_of(const LensAnswer& answer) {
  std::vector<LensRow> rows;
  for (const auto& look : answer.looks)
    for (const LensLine& line : look->lines) {
      if (look->only_line > 0) continue;
      const LoggedAccess& worst = look->look.log.accesses[line.worst];
      const lens::Cost cost = look->costs[line.worst];
      const bool is_shared = worst.space == TraceSpace::shared;
      rows.push_back({look.get(), &line, lens::kind_text(worst), cost,
                      is_shared ? (cost.units == 1 ? "pass" : "passes")
                                : (cost.units == 1 ? "sector" : "sectors")});
    }
  std::ranges::stable_sort(rows, std::greater(),
                           [](const LensRow& row) { return row.cost.excess(); });
  return rows;
}

std::vector<StripColumn> strip_of(const LensView& view, size_t columns) {
  const std::vector<size_t>& in_time = view.line->in_time;
  columns = std::min(columns, in_time.size());
  std::vector<StripColumn> strip(columns);
  for (size_t c = 0; c < columns; ++c) {
    StripColumn& column = strip[c];
    column.first = c * in_time.size() / columns;
    column.count = (c + 1) * in_time.size() / columns - column.first;
    column.worst = in_time[column.first];
    for (size_t i = column.first; i < column.first + column.count; ++i) {
      const lens::Cost cost = view.look->costs[in_time[i]];
      if (cost.units > view.look->costs[column.worst].units) column.worst = in_time[i];
      column.begins_block |= i > 0 && view.look->look.log.accesses[in_time[i]].block !=
                                          view.look->look.log.accesses[in_time[i - 1]].block;
    }
    column.cost = view.look->costs[column.worst];
  }
  return strip;
}

LitElements lit_elements(const LensView& view, int lane) {
  LitElements lit;
  const LoggedAccess& access = view.logged();
  const lens::Look& look = view.look->look;
  if (!is_in_buffers(access)) return lit;
  std::set<uint64_t> asked, moved;
  std::optional<size_t> buffer;
  const auto add = [&](uint64_t begin, uint64_t bytes, std::set<uint64_t>& to) {
    for (uint64_t byte = 0; byte < bytes; ++byte) {
      const auto place = data::element_at(begin + byte, look.log, look.buffers);
      if (!place || (buffer && *buffer != place->buffer)) continue;
      buffer = place->buffer;
      to.insert(place->index);
    }
  };
  for (unsigned l = 0; l < 32; ++l) {
    if ((access.mask >> l & 1) == 0) continue;
    add(access.addresses[l], access.bytes, asked);
    if (lane != static_cast<int>(l)) continue;
    const auto place = data::element_at(access.addresses[l], look.log, look.buffers);
    if (place && buffer && *buffer == place->buffer) lit.of_lane = place->index;
  }
  for (const lens::Sector& sector : lens::sector_lens(access).sectors)
    add(sector.number * 32, 32, moved);
  if (!buffer) return lit;
  lit.buffer = look.buffers[*buffer].name;
  lit.asked.assign(asked.begin(), asked.end());
  lit.moved.assign(moved.begin(), moved.end());
  return lit;
}

std::string lane_sentence(const LensView& view, int lane) {
  const LoggedAccess& access = view.logged();
  const auto l = static_cast<unsigned>(lane);
  if (lane < 0 || lane > 31) return {};
  if ((access.mask >> l & 1) == 0) return fmt::format("Lane {} does not take part.", lane);
  const lens::Look& look = view.look->look;
  std::string text = fmt::format("Lane {} {} {}, {} byte{}", lane,
                                 access.kind == TraceKind::load    ? "asks for"
                                 : access.kind == TraceKind::store ? "writes"
                                                                   : "updates",
                                 data::place_text(access, l, look.log, look.buffers), access.bytes,
                                 access.bytes == 1 ? "" : "s");
  if (access.space == TraceSpace::shared)
    return text + fmt::format(": word {} in bank {}.", access.addresses[l] / 4,
                              access.addresses[l] / 4 % lens::kBanks);
  const lens::SectorLens sectors = lens::sector_lens(access);
  for (size_t i = 0; i < sectors.sectors.size(); ++i)
    if ((sectors.sectors[i].lanes >> l & 1) != 0) return text + fmt::format(" in sector {}.", i);
  return text + ".";
}

std::string place_sentence(const LensView& view) {
  const data::AccessLog& log = view.look->look.log;
  std::string text = fmt::format("{}: {} of {} access{} by {} warp{} that {} looked at ({}).",
                                 lens::place_of_access(view.logged(), log.grid),
                                 view.access == view.line->worst ? "the worst" : "one",
                                 verdict::count_text(view.line->accesses.size()),
                                 view.line->accesses.size() == 1 ? "" : "es", view.line->warps,
                                 view.line->warps == 1 ? "" : "s",
                                 view.line->warps == 1 ? "was" : "were", view.look->look.where);
  if (!view.look->look.launch.empty())
    text = fmt::format("Launch {}, {}", view.look->look.launch, text);
  else if (!text.empty()) text.front() = 'B';
  if (log.cut) text += " The log was full before the blocks had ended.";
  if (!log.completed && !log.cut) text += " The blocks did not run to their ends.";
  return text;
}

std::optional<Selection> follow_writer(const LensAnswer& answer, const Selection& selection,
                                       const TextOfElement& value_of) {
  if (!selection.wants_writer || !selection.element || !answer.writer ||
      answer.writer->element != *selection.element)
    return std::nullopt;
  Selection followed = selection;
  followed.wants_writer = false;
  const LensWriter& writer = *answer.writer;
  if (!writer.thread) {
    followed.written = writer.why;
    return followed;
  }
  for (const auto& look : answer.looks) {
    if (look->look.launch_number != writer.thread->launch_number) continue;
    const data::AccessLog& log = look->look.log;
    const uint64_t address = address_of(look->look, *selection.element);
    const auto warp = static_cast<uint32_t>(writer.thread->thread / 32);
    const auto lane = static_cast<unsigned>(writer.thread->thread % 32);
    const Dim3 block = position_of(writer.thread->block, log.grid);
    followed.written =
        fmt::format("{} was written by {} of block ({},{},{}): lane {} of warp {}",
                    element_name(look->look, *selection.element),
                    words::thread_text(position_of(writer.thread->thread, log.block)), block.x,
                    block.y, block.z, lane, warp);
    std::string reads = "what it had read before is not in the log";
    for (size_t i = log.accesses.size(); i-- > 0;) {
      const LoggedAccess& one = log.accesses[i];
      if (one.block != writer.thread->block || one.warp != warp || one.kind == TraceKind::load ||
          one.space != TraceSpace::global || (one.mask >> lane & 1) == 0 ||
          address < one.addresses[lane] || address >= one.addresses[lane] + one.bytes)
        continue;
      const std::string sentence = followed.written;
      if (one.line > 0) followed = to_access(*look, i, followed);
      followed.written = sentence;
      if (one.line > 0) followed.written += fmt::format(", on line {}", one.line);
      followed.lane = static_cast<int>(lane);
      reads = data::reads_before(log, look->look.buffers, i, lane,
                                 [&](const data::Buffer& buffer, uint64_t index) {
                                   return value_of ? value_of(buffer.name, index) : std::string();
                                 });
      break;
    }
    followed.written += ", " + reads + ".";
    return followed;
  }
  followed.written = "The thread that wrote it is in a launch that was not looked at.";
  return followed;
}

Selection before_of(const LensAnswer& before, const LensAnswer& now, const Selection& selection) {
  Selection found = selection;
  found.line = 0;
  const LineDiff diff = diff_lines(now.source, before.source);
  for (const DiffRow& row : diff.rows)
    if (row.left == selection.line - 1) found.line = row.right + 1;
  return found;
}

}  // namespace warplab::app
