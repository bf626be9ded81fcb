#include "lens/sentence.hpp"

#include <fmt/format.h>

#include <bit>

#include "base/words.hpp"
#include "lens/atomics.hpp"
#include "lens/banks.hpp"
#include "lens/sectors.hpp"

namespace warplab::lens {
namespace {

using data::LoggedAccess;
using data::TraceKind;
using data::TraceSpace;

// "12.5 %", "100 %", "3.1 %"
std::string percent(double fraction) {
  std::string text = fmt::format("{:.1f}", 100 * fraction);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + " %";
}

std::string who(const LoggedAccess& access) {
  return access.line > 0 ? fmt::format("Line {}", access.line) : "This instruction";
}

std::string about_sectors(const LoggedAccess& access) {
  const SectorLens lens = sector_lens(access);
  const uint64_t moved = lens.sectors.size();
  std::string text = fmt::format(
      "{} moves {}{} for {}: {} of {} is used.", who(access), counted(moved, "sector"),
      access.space == TraceSpace::local ? " of local memory" : "", counted(lens.used_bytes, "byte"),
      percent(lens.used_fraction()), moved == 1 ? "it" : "them");
  if (lens.used_bytes < lens.asked_bytes)
    text += fmt::format(" {} lanes share these bytes.", lens.lanes);
  text += moved > lens.ideal
              ? fmt::format(" {} would hold the same bytes.", counted(lens.ideal, "sector"))
              : " Fewer could not hold these bytes.";
  return text;
}

std::string about_banks(const LoggedAccess& access) {
  const BankLens lens = bank_lens(access);
  std::string text = fmt::format("{} takes {} over the banks of shared memory", who(access),
                                 counted(lens.passes, "pass", "es"));
  if (lens.passes <= lens.ideal) return text + ": fewer are not possible.";
  const BankGroup* worst = &lens.groups.front();
  for (const BankGroup& group : lens.groups)
    if (group.passes > worst->passes) worst = &group;
  text += fmt::format(", where {} would do: ", lens.ideal);
  if (access.kind == TraceKind::atomic)
    return text + fmt::format("{} lanes update words of bank {}, one after the other.",
                              worst->passes, worst->highest);
  return text + fmt::format("{} different words lie in bank {}, which gives one in a pass.",
                            worst->passes, worst->highest);
}

std::string about_meetings(const LoggedAccess& access) {
  const auto meetings = meetings_of(access);
  const int most = std::popcount(meetings.front().lanes);
  if (most <= 1) return " No two of its lanes update the same address.";
  return fmt::format(" {} of its {} lanes update one address, one after the other.", most,
                     std::popcount(access.mask));
}

}  // namespace

Cost cost_of(const LoggedAccess& access) {
  if (access.space == TraceSpace::shared) {
    const BankLens lens = bank_lens(access);
    return {lens.passes, lens.ideal};
  }
  const SectorLens lens = sector_lens(access);
  return {static_cast<unsigned>(lens.sectors.size()), lens.ideal};
}

std::string sentence_of(const LoggedAccess& access) {
  std::string text =
      access.space == TraceSpace::shared ? about_banks(access) : about_sectors(access);
  if (access.kind == TraceKind::atomic) text += about_meetings(access);
  return text;
}

std::string kind_text(const LoggedAccess& access) {
  const char* const what = access.kind == TraceKind::load    ? "load of"
                           : access.kind == TraceKind::store ? "store of"
                                                             : "atomic on";
  const char* const where = access.space == TraceSpace::global   ? "global"
                            : access.space == TraceSpace::shared ? "shared"
                            : access.space == TraceSpace::local  ? "local"
                                                                 : "constant";
  return fmt::format("{} {}, {}", what, counted(access.bytes, "byte"), where);
}

std::string place_of_access(const LoggedAccess& access, const Dim3& grid) {
  const Dim3 block = position_of(access.block, grid);
  return fmt::format("block ({},{},{}), warp {}, iteration {}", block.x, block.y, block.z,
                     access.warp, access.execution);
}

std::string lanes_text(uint32_t lanes) {
  if (lanes == ~0u) return "all";
  std::string text;
  for (unsigned lane = 0; lane < 32;) {
    if ((lanes >> lane & 1) == 0) {
      ++lane;
      continue;
    }
    unsigned last = lane;
    while (last < 31 && (lanes >> (last + 1) & 1) != 0) ++last;
    text += (text.empty() ? "" : ", ") +
            (last == lane ? fmt::format("{}", lane) : fmt::format("{}-{}", lane, last));
    lane = last + 1;
  }
  return text;
}

}  // namespace warplab::lens
