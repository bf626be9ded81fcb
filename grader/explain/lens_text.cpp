#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/printable.hpp"
#include "data/element_place.hpp"
#include "explain/explanation.hpp"
#include "lens/atomics.hpp"
#include "lens/banks.hpp"
#include "lens/sectors.hpp"
#include "lens/sentence.hpp"

namespace warplab::grader {
namespace {

using data::LoggedAccess;
using data::TraceSpace;

// A warp has 32 lanes, so a scattered access has 32 sectors; more come of 16 bytes a lane in local
// memory.
constexpr size_t kMostRows = 32;
constexpr size_t kMostMeetings = 8;

std::string cut(std::string text, size_t most) {
  if (text.size() <= most) return text;
  return text.substr(0, most - 2) + "..";
}

// What a lane asks for in that sector, the lowest lane of all.
std::string first_place(const lens::Look& look, const LoggedAccess& access, uint32_t lanes) {
  return printable(data::place_text(access, static_cast<unsigned>(std::countr_zero(lanes)),
                                    look.log, look.buffers));
}

std::string sectors_text(const lens::Look& look, const LoggedAccess& access) {
  const lens::SectorLens lens = lens::sector_lens(access);
  std::string text = "  sector  bytes: # used, . moved in vain    lanes        first\n";
  for (size_t i = 0; i < std::min(lens.sectors.size(), kMostRows); ++i) {
    const lens::Sector& sector = lens.sectors[i];
    std::string bytes;
    for (unsigned b = 0; b < 32; ++b) bytes += (sector.used >> b & 1) != 0 ? '#' : '.';
    text +=
        fmt::format("  {:>6}  {}  {:<12} {}\n", i, bytes, cut(lens::lanes_text(sector.lanes), 12),
                    cut(first_place(look, access, sector.lanes), 22));
  }
  if (lens.sectors.size() > kMostRows)
    text += fmt::format("  and {} more\n", lens.sectors.size() - kMostRows);
  return text;
}

// Passes from top to bottom; a bank is two columns wide.
std::string banks_text(const LoggedAccess& access) {
  const lens::BankLens lens = lens::bank_lens(access);
  std::string text;
  for (const lens::BankGroup& group : lens.groups) {
    if (lens.groups.size() > 1) text += fmt::format("  lanes {}\n", lens::lanes_text(group.lanes));
    for (unsigned height = group.passes; height-- > 0;) {
      text += fmt::format("  pass {:>2}  ", height + 1);
      for (const auto& stack : group.banks)
        text += height >= stack.size()                     ? ". "
                : std::has_single_bit(stack[height].lanes) ? "# "
                                                           : "+ ";
      text += '\n';
    }
  }
  text += "  bank     ";
  for (unsigned bank = 0; bank < lens::kBanks; bank += 4) text += fmt::format("{:<8}", bank);
  return text + "\n  # a word that one lane asks for, + one that several lanes share\n";
}

std::string meetings_text(const lens::Look& look, const LoggedAccess& access) {
  const auto meetings = lens::meetings_of(access);
  std::string text = "  turns  address                 lanes that meet there\n";
  for (size_t i = 0; i < std::min(meetings.size(), kMostMeetings); ++i)
    text += fmt::format("  {:>5}  {:<22}  {}\n", std::popcount(meetings[i].lanes),
                        cut(first_place(look, access, meetings[i].lanes), 22),
                        cut(lens::lanes_text(meetings[i].lanes), 44));
  if (meetings.size() > kMostMeetings)
    text += fmt::format("  and {} more addresses\n", meetings.size() - kMostMeetings);
  return text;
}

}  // namespace

std::string lens_text(const lens::Look& look, const LoggedAccess& access) {
  std::string text =
      access.space == TraceSpace::shared ? banks_text(access) : sectors_text(look, access);
  if (access.kind == data::TraceKind::atomic) text += meetings_text(look, access);
  return text;
}

}  // namespace warplab::grader
