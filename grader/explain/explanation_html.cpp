#include <fmt/format.h>

#include "explain/explanation.hpp"
#include "html_text.hpp"
#include "lens/sentence.hpp"
#include "words/text.hpp"

namespace warplab::grader {

const char* const kExplanationStyle = R"(
section{border-left:3px solid var(--line);padding-left:1rem;margin:1.5rem 0;break-inside:avoid}
figure{margin:1.5rem 0;break-inside:avoid}svg{width:100%;height:auto}a{color:var(--bar)}
.wide svg{min-width:40rem}
.marked{background:color-mix(in srgb,var(--bar) 22%,transparent)}
@media print{.wide svg{min-width:0}}
)";

namespace {

std::string point_html(const Explained& explained, const Point& point, std::string_view prefix) {
  std::string text = fmt::format("<section><h3>{}</h3>", html_text(point.heading));
  if (const std::string code = source_line(explained, point.line); !code.empty())
    text += fmt::format("<pre>{:>5} | {}</pre>", point.line, html_text(code));
  text += fmt::format("<p>{}</p>", html_text(point.what));
  if (!point.orders.empty())
    text += fmt::format("<p><b>Two orders.</b> {}</p>", html_text(point.orders));
  if (point.text != nullptr)
    text += fmt::format("<p><b>Why.</b> {}</p><p><b>Where to look.</b> {}</p>",
                        html_text(words::template_of(point.text->why)),
                        html_text(words::template_of(point.text->look)));
  if (point.has_lens)
    text += fmt::format("<p><a href=\"#{}line{}\">The picture of line {}</a></p>", prefix,
                        point.line, point.line);
  else text += "<p class=\"soft\">See the statement of the exercise.</p>";
  return text + "</section>";
}

std::string table_html(const Explained& explained) {
  if (explained.table.empty()) return "";
  std::string text =
      "<h2>What lines ask of memory</h2><p class=\"soft\">The worst warp of each line among those "
      "looked at.</p><table><tr><th class=\"n\">line<th>launch<th>access<th class=\"n\">costs"
      "<th class=\"n\">ideal<th></tr>";
  for (const LineLens& lens : explained.table) {
    const lens::Look& look = explained.looks[lens.look];
    const data::LoggedAccess& access = look.log.accesses[lens.access];
    const lens::Cost cost = lens::cost_of(access);
    text += fmt::format(
        "<tr><td class=\"n\">{}<td>{}<td>{}<td class=\"n\">{}<td class=\"n\">{}<td>{}</tr>",
        lens.line, html_text(look.launch), html_text(lens::kind_text(access)), cost.units,
        cost.ideal, unit_of(access, cost));
  }
  return text + "</table>";
}

std::string picture_html(const Explained& explained, size_t number, const std::string& figure_id,
                         size_t picture_id) {
  const LineLens& lens = explained.lenses[number];
  const lens::Look& look = explained.looks[lens.look];
  const data::LoggedAccess& access = look.log.accesses[lens.access];
  return fmt::format(
      "<figure{}><figcaption><pre>{:>5} | {}</pre><b>{}</b><br><span class=\"soft\">{}</span>"
      "</figcaption><div class=\"wide\">{}</div></figure>",
      figure_id.empty() ? "" : fmt::format(" id=\"{}\"", figure_id), lens.line,
      html_text(source_line(explained, lens.line)), html_text(lens::sentence_of(access)),
      html_text(place_of(explained, lens)), lens_svg(look, access, picture_id));
}

std::string listing(const Explained& explained) {
  std::string text = "<h2>The file</h2><pre>";
  for (size_t i = 0; i < explained.source.size(); ++i) {
    const auto line = static_cast<int>(i) + 1;
    bool marked = false;
    for (const Point& point : explained.points) marked = marked || point.line == line;
    text += fmt::format("{}{:>5}  {}{}\n", marked ? "<span class=\"marked\">" : "", line,
                        html_text(explained.source[i]), marked ? "</span>" : "");
  }
  return text + "</pre>";
}

}  // namespace

std::string explanation_points(const Explained& explained, std::string_view prefix) {
  std::string text;
  for (const Point& point : explained.points) text += point_html(explained, point, prefix);
  return text;
}

std::string explanation_pictures(const Explained& explained, std::string_view prefix,
                                 size_t first) {
  std::string text = table_html(explained);
  for (size_t i = 0; i < explained.lenses.size(); ++i) {
    bool is_first_of_line = true;
    for (size_t j = 0; j < i; ++j)
      is_first_of_line = is_first_of_line && explained.lenses[j].line != explained.lenses[i].line;
    const std::string id =
        is_first_of_line ? fmt::format("{}line{}", prefix, explained.lenses[i].line) : "";
    text += picture_html(explained, i, id, first + i);
  }
  if (!explained.lenses.empty())
    text +=
        "<p class=\"soft\">Hatched: bytes that are moved and not used. Red words wait for others "
        "of their bank.</p>";
  if (!explained.no_lens.empty())
    text += fmt::format("<p>No picture of memory: {}</p>", html_text(explained.no_lens));
  return text;
}

std::string explanation_html(const Explained& explained) {
  const verdict::ExerciseResult& result = *explained.result;
  std::string text = page_head(result.title, kExplanationStyle);
  text += fmt::format(
      "<h1>{}</h1><p>{}{}</p>", html_text(result.title), verdict::name_of(result.verdict),
      result.has_score() ? fmt::format(", {:.0f} % of the points", 100 * result.score)
                         : std::string());
  if (!result.error.empty()) text += fmt::format("<p>{}</p>", html_text(result.error));
  if (explained.points.empty() && result.verdict == verdict::Status::pass)
    text += "<p>Every gate passes.</p>";
  text += explanation_points(explained, "") + explanation_pictures(explained, "", 0);
  return text + listing(explained) + "</body></html>\n";
}

}  // namespace warplab::grader
