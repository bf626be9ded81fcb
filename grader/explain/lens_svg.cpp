#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "data/element_place.hpp"
#include "explain/explanation.hpp"
#include "html_text.hpp"
#include "lens/atomics.hpp"
#include "lens/banks.hpp"
#include "lens/sectors.hpp"
#include "lens/sentence.hpp"

namespace warplab::grader {
namespace {

using data::LoggedAccess;

constexpr double kDrawingWidth = 960, kMargin = 16;

double lane_x(unsigned lane) { return kMargin + (lane + 0.5) * (kDrawingWidth - 2 * kMargin) / 32; }

std::string start(double height, const LoggedAccess& access) {
  return fmt::format(
      "<svg viewBox=\"0 0 {} {:.0f}\" role=\"img\" font-size=\"11\" text-anchor=\"middle\">"
      "<title>{}</title>",
      kDrawingWidth, height, html_text(lens::sentence_of(access)));
}

// Lanes in a row, each with what it asks for as its title.
std::string lane_row(const lens::Look& look, const LoggedAccess& access) {
  std::string text;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const bool active = (access.mask >> lane & 1) != 0;
    text += fmt::format(
        "<g><title>lane {}{}</title><circle cx=\"{:.1f}\" cy=\"20\" r=\"11\" fill=\"{}\" "
        "stroke=\"var(--ink)\"/><text x=\"{:.1f}\" y=\"24\" fill=\"{}\">{}</text></g>",
        lane,
        active ? ": " + html_text(data::place_text(access, lane, look.log, look.buffers))
               : std::string(" does not take part"),
        lane_x(lane), active ? "var(--bar)" : "none", lane_x(lane),
        active ? "var(--paper)" : "var(--soft)", lane);
  }
  return text;
}

// Bytes that are used, in one rectangle for each run of them.
std::string used_bytes(const lens::Sector& sector, double x, double y, double width) {
  std::string text;
  for (unsigned b = 0; b < 32;) {
    if ((sector.used >> b & 1) == 0) {
      ++b;
      continue;
    }
    const unsigned first = b;
    while (b < 32 && (sector.used >> b & 1) != 0) ++b;
    text += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"30\" fill=\"var(--bar)\"/>",
        x + width * first / 32, y, width * (b - first) / 32);
  }
  return text;
}

std::string sectors_svg(const lens::Look& look, const LoggedAccess& access, size_t id) {
  const lens::SectorLens lens = lens::sector_lens(access);
  const double room = (kDrawingWidth - 2 * kMargin) / static_cast<double>(lens.sectors.size());
  const double width = std::min(room * 0.9, 180.0), y = 130;
  std::string text = start(190, access);
  text += fmt::format(
      "<defs><pattern id=\"waste{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
      "patternTransform=\"rotate(45)\"><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\" "
      "stroke=\"var(--bad)\" stroke-width=\"2\"/></pattern></defs>",
      id);
  for (size_t i = 0; i < lens.sectors.size(); ++i) {
    const lens::Sector& sector = lens.sectors[i];
    const double middle = kMargin + (static_cast<double>(i) + 0.5) * room;
    for (uint32_t m = sector.lanes; m != 0; m &= m - 1)
      text += fmt::format(
          "<line x1=\"{:.1f}\" y1=\"31\" x2=\"{:.1f}\" y2=\"{}\" stroke=\"var(--soft)\"/>",
          lane_x(static_cast<unsigned>(std::countr_zero(m))), middle, y);
    text += fmt::format(
        "<g><title>sector {}, lanes {}: {} of 32 bytes used</title><rect x=\"{:.1f}\" y=\"{}\" "
        "width=\"{:.1f}\" height=\"30\" fill=\"url(#waste{})\" stroke=\"var(--ink)\"/>{}</g>",
        i, lens::lanes_text(sector.lanes), std::popcount(sector.used), middle - width / 2, y, width,
        id, used_bytes(sector, middle - width / 2, y, width));
    text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" fill=\"currentColor\">{}</text>", middle,
                        y + 46, i);
  }
  return text + lane_row(look, access) + "</svg>";
}

std::string group_svg(const lens::BankGroup& group, double bottom) {
  constexpr double kWord = 14;
  std::string text;
  for (unsigned bank = 0; bank < lens::kBanks; ++bank) {
    double y = bottom;
    for (const lens::BankWord& word : group.banks[bank]) {
      y -= kWord;
      text += fmt::format(
          "<g><title>bank {}, word {}: lanes {}</title><rect x=\"{:.1f}\" y=\"{:.1f}\" "
          "width=\"25\" height=\"12\" fill=\"var(--{})\"/></g>",
          bank, word.word, lens::lanes_text(word.lanes), lane_x(bank) - 12.5, y,
          group.banks[bank].size() > 1 ? "bad" : "bar");
    }
    text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"currentColor\">{}</text>",
                        lane_x(bank), bottom + 12, bank);
  }
  return text;
}

std::string banks_svg(const LoggedAccess& access) {
  const lens::BankLens lens = lens::bank_lens(access);
  double bottom = 0;
  std::string groups;
  for (const lens::BankGroup& group : lens.groups) {
    bottom += 34 + 14.0 * group.passes;
    groups += fmt::format(
        "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"start\" fill=\"currentColor\">lanes {}: {} "
        "pass{}</text>",
        kMargin, bottom - 14.0 * group.passes - 4, lens::lanes_text(group.lanes), group.passes,
        group.passes == 1 ? "" : "es");
    groups += group_svg(group, bottom);
  }
  return start(bottom + 24, access) + groups + "</svg>";
}

std::string meetings_table(const lens::Look& look, const LoggedAccess& access) {
  std::string text = "<table><tr><th class=\"n\">turns<th>address<th>lanes that meet there</tr>";
  for (const lens::Meeting& meeting : lens::meetings_of(access))
    text += fmt::format(
        "<tr><td class=\"n\">{}<td>{}<td>{}</tr>", std::popcount(meeting.lanes),
        html_text(data::place_text(access, static_cast<unsigned>(std::countr_zero(meeting.lanes)),
                                   look.log, look.buffers)),
        lens::lanes_text(meeting.lanes));
  return text + "</table>";
}

}  // namespace

std::string lens_svg(const lens::Look& look, const LoggedAccess& access, size_t id) {
  std::string text =
      access.space == data::TraceSpace::shared ? banks_svg(access) : sectors_svg(look, access, id);
  if (access.kind == data::TraceKind::atomic) text += meetings_table(look, access);
  return text;
}

}  // namespace warplab::grader
