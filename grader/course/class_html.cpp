// The class at a glance: one page that needs nothing else. What the class has not understood, whom
// nothing is known of, and which files are alike.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/printable.hpp"
#include "course/format.hpp"
#include "course/similarity.hpp"

namespace warplab::course {
namespace {

using nlohmann::json;

constexpr const char* kStyle = R"(
:root{color-scheme:light dark;--ink:#1c1c1e;--soft:#5d5f66;--line:#d5d7dc;--bar:#3066be;--bad:#b3261e;--paper:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8e8ea;--soft:#a3a6ad;--line:#3c3f45;--bar:#7aa5ea;--bad:#f2877f;--paper:#16171a}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.soft{color:var(--soft)}
.bar{display:inline-block;height:.7em;background:var(--bar);border-radius:2px}.bad{background:var(--bad)}
pre{overflow:auto;margin:0;font:13px/1.4 ui-monospace,monospace;white-space:pre}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}details{margin:.5rem 0}summary{cursor:pointer}
@media print{details{display:block}body{max-width:none}}
)";

// Students choose their names, their files and what their kernels print.
std::string html(std::string_view text) {
  std::string safe;
  for (const char c : printable_lines(text)) switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      case '\'': safe += "&#39;"; break;
      default: safe += c;
    }
  return safe;
}

std::string text_in(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

const json& list_in(const json& object, const char* key) {
  static const json kNone = json::array();
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : kNone;
}

int line_in(const json& object) {
  const auto found = object.find("line");
  return found != object.end() && found->is_number() ? found->get<int>() : 0;
}

std::string percent(double part, double whole) {
  return whole > 0 ? fmt::format("{:.0f} %", 100 * part / whole) : "";
}

std::string bar(double fraction, bool bad = false) {
  return fmt::format("<span class=\"bar{}\" style=\"width:{:.1f}rem\"></span>", bad ? " bad" : "",
                     8 * std::clamp(fraction, 0.0, 1.0));
}

std::string titled(const About& about, const std::string& slug) {
  for (const About::Exercise& exercise : about.exercises)
    if (exercise.slug == slug) return exercise.title;
  return slug;
}

// Ten bars, one for each tenth of the points.
std::string distribution(const Marks& marks) {
  std::array<size_t, 10> counts{};
  size_t most = 1, known = 0;
  for (const StudentMarks& of : marks.students) {
    if (!of.complete || of.possible <= 0) continue;
    ++known;
    size_t& count = counts[std::min<size_t>(static_cast<size_t>(10 * of.earned / of.possible), 9)];
    most = std::max(most, ++count);
  }
  std::string text = fmt::format(
      "<h2>Marks</h2><p class=\"soft\">{} students, of {} all marks are known.</p>"
      "<svg viewBox=\"0 0 500 170\" role=\"img\" aria-label=\"Students by percent of the points\" "
      "style=\"max-width:36rem;width:100%\">",
      marks.students.size(), known);
  for (size_t i = 0; i < counts.size(); ++i) {
    const double height = 120.0 * static_cast<double>(counts[i]) / static_cast<double>(most);
    text += fmt::format(
        "<rect x=\"{}\" y=\"{:.1f}\" width=\"42\" height=\"{:.1f}\" fill=\"var(--bar)\"/>"
        "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"12\" "
        "fill=\"currentColor\">{}</text>"
        "<text x=\"{}\" y=\"160\" text-anchor=\"middle\" font-size=\"11\" "
        "fill=\"currentColor\">{}-{}</text>",
        i * 50 + 4, 140 - height, height, i * 50 + 25, 134 - height, counts[i], i * 50 + 25, i * 10,
        i * 10 + 10);
  }
  return text + "</svg>";
}

std::string exercises(const Marks& marks) {
  std::string text =
      "<h2>Exercises</h2><table><tr><th>Exercise<th class=\"n\">graded<th class=\"n\">missing"
      "<th class=\"n\">full marks<th class=\"n\">mean<th></tr>";
  for (size_t e = 0; e < marks.course.exercises.size(); ++e) {
    size_t graded = 0, missing = 0, full = 0;
    double sum = 0;
    for (const StudentMarks& of : marks.students) {
      const Mark& mark = of.marks[e];
      missing += mark.state == MarkState::missing;
      if (mark.state != MarkState::graded) continue;
      ++graded;
      full += mark.score >= 1;
      sum += mark.score;
    }
    const auto count = static_cast<double>(graded);
    text += fmt::format(
        "<tr><td>{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}"
        "<td class=\"n\">{}<td>{}</tr>",
        html(titled(marks.about, marks.course.exercises[e].slug)), graded, missing,
        percent(static_cast<double>(full), count), percent(sum, count),
        graded ? bar(sum / count) : "");
  }
  return text + "</table>";
}

struct GateCount {
  size_t judged = 0, failed = 0;
  std::map<int, size_t> lines;  // of those who failed
};

std::string gates(const Marks& marks) {
  std::map<std::pair<std::string, std::string>, GateCount> counts;
  for (const StudentMarks& of : marks.students)
    for (const Mark& mark : of.marks) {
      if (!mark.result) continue;
      std::set<std::string> seen;  // a gate may be there for each launch
      for (const json& gate : list_in(*mark.result, "gates")) {
        const std::string status = text_in(gate, "status"), name = text_in(gate, "name");
        if (status == "not_checked") continue;
        GateCount& count = counts[{mark.slug, name}];
        count.judged += seen.insert(name).second;
        if (status != "fail") continue;
        if (seen.insert(name + " failed").second) ++count.failed;
        if (const int line = line_in(gate); line > 0) ++count.lines[line];
      }
    }
  std::vector<std::pair<std::pair<std::string, std::string>, GateCount>> sorted;
  for (const auto& entry : counts)
    if (entry.second.failed > 0) sorted.push_back(entry);
  const auto part = [](const GateCount& c) {
    return static_cast<double>(c.failed) / static_cast<double>(c.judged);
  };
  std::ranges::stable_sort(
      sorted, [&](const auto& a, const auto& b) { return part(a.second) > part(b.second); });
  std::string text =
      "<h2>What was not understood</h2><p class=\"soft\">Gates, by the part of those judged who "
      "failed them.</p><table><tr><th>Exercise<th>Gate<th class=\"n\">failed<th><th>mostly at</tr>";
  for (const auto& [name, count] : sorted) {
    const auto line = std::ranges::max_element(
        count.lines, [](const auto& a, const auto& b) { return a.second < b.second; });
    text +=
        fmt::format("<tr><td>{}<td>{}<td class=\"n\">{} ({} of {})<td>{}<td class=\"soft\">{}</tr>",
                    html(titled(marks.about, name.first)), html(name.second),
                    percent(static_cast<double>(count.failed), static_cast<double>(count.judged)),
                    count.failed, count.judged, bar(part(count), true),
                    line == count.lines.end() ? "" : fmt::format("line {}", line->first));
  }
  if (sorted.empty()) text += "<tr><td colspan=\"5\">Nobody failed a gate.</tr>";
  return text + "</table>";
}

// The first thing that a student reads after a run.
std::string first_error(const json& result) {
  for (const json& diagnostic : list_in(result, "diagnostics"))
    if (text_in(diagnostic, "severity") == "error") return text_in(diagnostic, "message");
  for (const json& gate : list_in(result, "gates"))
    if (text_in(gate, "status") == "fail") return text_in(gate, "message");
  return text_in(result, "error");
}

// Without numbers, so that "line 7" and "line 9" are one kind.
std::string kind_of(const std::string& message) {
  std::string kind;
  for (const char c : message) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) kind += c;
    else if (kind.empty() || kind.back() != '#') kind += '#';
  }
  return kind;
}

std::string errors(const Marks& marks) {
  struct Kind {
    size_t count = 0;
    std::string example, where;
  };
  std::map<std::string, Kind> kinds;
  for (const StudentMarks& of : marks.students)
    for (const Mark& mark : of.marks) {
      if (!mark.result) continue;
      const std::string message = first_error(*mark.result);
      if (message.empty()) continue;
      Kind& kind = kinds[mark.slug + "\n" + kind_of(message)];
      if (kind.count++ == 0) {
        kind.example = message;
        kind.where = titled(marks.about, mark.slug) + ", " + mark.path;
      }
    }
  std::vector<Kind> sorted;
  for (const auto& [key, kind] : kinds) sorted.push_back(kind);
  std::ranges::stable_sort(sorted, [](const Kind& a, const Kind& b) { return a.count > b.count; });
  constexpr size_t kMost = 10;
  std::string text =
      "<h2>The commonest first errors</h2><table><tr><th class=\"n\">files<th>What is said, and "
      "where for example</tr>";
  for (size_t i = 0; i < std::min(sorted.size(), kMost); ++i)
    text += fmt::format("<tr><td class=\"n\">{}<td>{}<br><span class=\"soft\">{}</span></tr>",
                        sorted[i].count, html(sorted[i].example), html(sorted[i].where));
  return text + "</table>";
}

std::string not_graded(const Marks& marks) {
  std::string rows;
  for (const StudentMarks& of : marks.students)
    for (const Mark& mark : of.marks)
      if (mark.state == MarkState::not_graded || mark.state == MarkState::unreadable ||
          mark.state == MarkState::waiting)
        rows += fmt::format("<tr><td>{}<td>{}<td>{}</tr>", html(of.student.student),
                            html(titled(marks.about, mark.slug)),
                            html(mark.sentence.empty() ? "It was not graded yet." : mark.sentence));
  for (const About::Note& note : marks.about.troubles)
    rows += fmt::format("<tr><td>{}<td><td>{}</tr>", html(note.path), html(note.sentence));
  return "<h2>Not graded</h2>" +
         (rows.empty() ? "<p>Everything that was handed in is graded.</p>"
                       : "<table><tr><th>Who<th>Exercise<th>Why</tr>" + rows + "</table>");
}

// Lines `begin` to `end` of a text, from 1.
std::string lines_of(std::string_view text, int begin, int end) {
  std::string part;
  for (int line = 1; !text.empty() && line <= end; ++line) {
    const size_t stop = text.find('\n');
    if (line >= begin) part += fmt::format("{:4} {}\n", line, std::string(text.substr(0, stop)));
    text.remove_prefix(stop == std::string_view::npos ? text.size() : stop + 1);
  }
  return part;
}

std::string pair_text(const Work& first, const Work& second, const SimilarPair& pair) {
  std::string text = fmt::format(
      "<details><summary>{} and {}: {}</summary>", html(first.student), html(second.student),
      pair.identical
          ? "the same file"
          : fmt::format("{:.0f} % of what is the smaller one's own", 100 * pair.fraction));
  for (const SharedPassage& passage : pair.passages)
    text += fmt::format("<div class=\"two\"><pre>{}</pre><pre>{}</pre></div>",
                        html(lines_of(first.text, passage.first_begin, passage.first_end)),
                        html(lines_of(second.text, passage.second_begin, passage.second_end)));
  return text + "</details>";
}

std::string similar(const Marks& marks) {
  std::string text;
  for (size_t e = 0; e < marks.course.exercises.size(); ++e) {
    const std::string& slug = marks.course.exercises[e].slug;
    std::vector<Work> works;
    for (const StudentMarks& of : marks.students)
      if (const auto source = marks.sources.find(of.marks[e].file_hash);
          source != marks.sources.end())
        works.push_back({of.student.student, source->second});
    const auto given = marks.given.find(slug);
    const std::vector<SimilarPair> pairs = similar_pairs(
        works, given == marks.given.end() ? std::vector<std::string>{} : given->second);
    if (pairs.empty()) continue;
    text += fmt::format("<h3>{}</h3>", html(titled(marks.about, slug)));
    for (const SimilarPair& pair : pairs)
      text += pair_text(works[pair.first], works[pair.second], pair);
  }
  return "<h2>Similar files</h2><p class=\"soft\">Names, numbers and layout are left out, and so "
         "is "
         "what stands in the starter, the solution or many files. This is a hint to look, and no "
         "verdict: short kernels have few ways to be written.</p>" +
         (text.empty() ? "<p>No two files are more alike than the exercise explains.</p>" : text);
}

std::string class_html(const Marks& marks) {
  const std::string title = marks.course.title.empty() ? "The class" : marks.course.title;
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
             "<meta name=\"viewport\" content=\"width=device-width\">"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src "
             "'unsafe-inline'\"><title>{}</title><style>{}</style></head><body><h1>{}</h1>"
             "<p class=\"soft\">{}</p>",
             html(title), kStyle, html(title), html(marks.about.options)) +
         distribution(marks) + exercises(marks) + gates(marks) + errors(marks) + not_graded(marks) +
         similar(marks) + "</body></html>\n";
}

}  // namespace

extern const CourseFormat kClassHtml;
constinit const CourseFormat kClassHtml = {"html", "class.html", "the class at a glance",
                                           class_html};

}  // namespace warplab::course
