#include "lens/sentence.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "base/words.hpp"
#include "lens/atomics.hpp"
#include "lens/banks.hpp"
#include "lens/sectors.hpp"
#include "words/text.hpp"

namespace warplab::lens {
namespace {

using data::LabSays;
using data::LoggedAccess;
using data::say;
using data::Saying;
using data::Says;
using data::TraceKind;
using data::TraceSpace;

// "12.5 %", "100 %", "3.1 %"
std::string percent(double fraction) {
  std::string text = fmt::format("{:.1f}", 100 * fraction);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + " %";
}

Saying who(const LoggedAccess& access) {
  return access.line > 0 ? say(LabSays::line_number, access.line) : say(LabSays::this_instruction);
}
Saying sectors(uint64_t count) {
  return say(count == 1 ? LabSays::one_sector : LabSays::sectors, count);
}

Saying about_sectors(const LoggedAccess& access) {
  const SectorLens lens = sector_lens(access);
  const uint64_t moved = lens.sectors.size(), used = lens.used_bytes;
  Saying saying =
      say(access.space == TraceSpace::local ? LabSays::moves_local_sectors : LabSays::moves_sectors,
          who(access), sectors(moved), say(used == 1 ? Says::one_byte : Says::bytes, used),
          percent(lens.used_fraction()), moved == 1 ? LabSays::it : LabSays::them);
  if (used < lens.asked_bytes) saying += say(LabSays::lanes_share_bytes, lens.lanes);
  saying += moved > lens.ideal ? say(LabSays::would_hold_bytes, sectors(lens.ideal))
                               : say(LabSays::fewer_could_not);
  return saying;
}

Saying about_banks(const LoggedAccess& access) {
  const BankLens lens = bank_lens(access);
  Saying passes = say(lens.passes == 1 ? LabSays::one_pass : LabSays::passes, lens.passes);
  if (lens.passes <= lens.ideal)
    return say(LabSays::takes_fewest_passes, who(access), std::move(passes));
  const BankGroup* worst = &lens.groups.front();
  for (const BankGroup& group : lens.groups)
    if (group.passes > worst->passes) worst = &group;
  return say(access.kind == TraceKind::atomic ? LabSays::takes_passes_for_updates
                                              : LabSays::takes_passes_for_words,
             who(access), std::move(passes), lens.ideal, worst->passes, worst->highest);
}

Saying about_meetings(const LoggedAccess& access) {
  const auto meetings = meetings_of(access);
  const int most = std::popcount(meetings.front().lanes);
  if (most <= 1) return say(LabSays::no_two_lanes_meet);
  return say(LabSays::lanes_meet, most, std::popcount(access.mask));
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
  Saying saying = access.space == TraceSpace::shared ? about_banks(access) : about_sectors(access);
  if (access.kind == TraceKind::atomic) saying += about_meetings(access);
  return words::text_of(saying);
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
