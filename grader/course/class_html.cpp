// The class at a glance: one page that needs nothing else. What the class has not understood, whom
// nothing is known of, and which files are alike.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "course/fields.hpp"
#include "course/format.hpp"
#include "course/similarity.hpp"
#include "course/timed_on.hpp"
#include "html_text.hpp"

namespace warplab::course {
namespace {

constexpr const char* kStyle = R"(
.bar{display:inline-block;height:.7em;background:var(--bar);border-radius:2px}.bad{background:var(--bad)}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}details{margin:.5rem 0}summary{cursor:pointer}
@media (max-width:40rem){.two{grid-template-columns:1fr}}
@media print{details{display:block}}
)";

const nlohmann::json& list_in(const nlohmann::json& object, const char* key) {
  static const nlohmann::json kNone = nlohmann::json::array();
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : kNone;
}

int line_in(const nlohmann::json& object) {
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
      "<h2>Exercises</h2><div class=\"wide\"><table><tr><th>Exercise<th class=\"n\">graded"
      "<th class=\"n\">missing<th class=\"n\">full marks<th class=\"n\">mean"
      "<th class=\"aside\"></tr>";
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
        "<td class=\"n\">{}<td class=\"aside\">{}</tr>",
        html_text(titled(marks.about, marks.course.exercises[e].slug)), graded, missing,
        percent(static_cast<double>(full), count), percent(sum, count),
        graded ? bar(sum / count) : "");
  }
  return text + "</table></div>";
}

// "3 days", "5 h", "40 min"; of the middle one.
std::string median_time(std::vector<int64_t> seconds) {
  if (seconds.empty()) return "not known";
  std::ranges::sort(seconds);
  const int64_t middle = seconds[seconds.size() / 2];
  constexpr int64_t kMinute = 60, kHour = 3600, kDay = 86400;
  if (middle >= 2 * kDay) return fmt::format("{} days", middle / kDay);
  if (middle >= 2 * kHour) return fmt::format("{} h", middle / kHour);
  return fmt::format("{} min", middle / kMinute);
}

// How far students came by handing in again, where the journal has seen it.
struct Attempts {
  size_t students = 0, attempts = 0, better = 0, best_is_not_last = 0;
  std::vector<int64_t> seconds;  // from a student's first to the last

  void add(const std::vector<PastAttempt>& history) {
    if (history.size() < 2) return;
    ++students;
    attempts += history.size();
    const PastAttempt &first = history.front(), &last = history.back();
    const auto best = std::ranges::max_element(history, {}, &PastAttempt::score);
    better += best->score > first.score;
    best_is_not_last += best->score > last.score;
    if (first.submitted && last.submitted && *last.submitted >= *first.submitted)
      seconds.push_back(*last.submitted - *first.submitted);
  }
};

std::string attempts(const Marks& marks) {
  std::string rows;
  for (size_t e = 0; e < marks.course.exercises.size(); ++e) {
    Attempts of;
    for (const StudentMarks& student : marks.students) of.add(student.marks[e].history);
    if (of.students == 0) continue;
    rows += fmt::format(
        "<tr><td>{}<td class=\"n\">{}<td class=\"n\">{:.1f}<td class=\"n\">{}<td class=\"n\">{}"
        "<td class=\"n\">{}</tr>",
        html_text(titled(marks.about, marks.course.exercises[e].slug)), of.students,
        static_cast<double>(of.attempts) / static_cast<double>(of.students),
        median_time(of.seconds), of.better, of.best_is_not_last);
  }
  if (rows.empty()) return {};
  return fmt::format(
      "<h2>Attempts</h2><p class=\"soft\">Students who handed in more than one version, as far as "
      "the journal saw them; the {} attempt counts.</p><table><tr><th>Exercise<th "
      "class=\"n\">students<th class=\"n\">attempts of each<th class=\"n\">from first to last"
      "<th class=\"n\">came to a better one<th class=\"n\">last is not the best</tr>{}</table>",
      marks.course.counts == Counts::best ? "best" : "last", rows);
}

struct GateCount {
  size_t judged = 0, failed = 0;
  std::map<int, size_t> lines;  // of those who failed
};

// By exercise and gate.
using GateCounts = std::map<std::pair<std::string, std::string>, GateCount>;

void count_gates(const nlohmann::json& result, const std::string& slug, const char* prefix,
                 GateCounts& counts) {
  std::set<std::string> seen;  // a gate may be there for each launch
  for (const nlohmann::json& gate : list_in(result, "gates")) {
    const std::string status = text_in(gate, "status"), name = prefix + text_in(gate, "name");
    if (status == "not_checked") continue;
    GateCount& count = counts[{slug, name}];
    count.judged += seen.insert(name).second;
    if (status != "fail") continue;
    if (seen.insert(name + " failed").second) ++count.failed;
    if (const int line = line_in(gate); line > 0) ++count.lines[line];
  }
}

std::string gates(const Marks& marks) {
  GateCounts counts;
  for (const StudentMarks& of : marks.students)
    for (const Mark& mark : of.marks) {
      if (!mark.result) continue;
      count_gates(*mark.result, mark.slug, "", counts);
      if (const auto hidden = mark.result->find("hidden"); hidden != mark.result->end())
        count_gates(*hidden, mark.slug, "hidden: ", counts);
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
      "failed them.</p><div class=\"wide\"><table><tr><th>Exercise<th>Gate<th class=\"n\">failed"
      "<th class=\"aside\"><th>mostly at</tr>";
  for (const auto& [name, count] : sorted) {
    const auto line = std::ranges::max_element(
        count.lines, [](const auto& a, const auto& b) { return a.second < b.second; });
    text += fmt::format(
        "<tr><td>{}<td>{}<td class=\"n\">{} ({} of {})<td class=\"aside\">{}"
        "<td class=\"soft\">{}</tr>",
        html_text(titled(marks.about, name.first)), html_text(name.second),
        percent(static_cast<double>(count.failed), static_cast<double>(count.judged)), count.failed,
        count.judged, bar(part(count), true),
        line == count.lines.end() ? "" : fmt::format("line {}", line->first));
  }
  if (sorted.empty()) text += "<tr><td colspan=\"5\">Nobody failed a gate.</tr>";
  return text + "</table></div>";
}

// The first thing that a student reads after a run.
std::string first_error(const nlohmann::json& result) {
  for (const nlohmann::json& diagnostic : list_in(result, "diagnostics"))
    if (text_in(diagnostic, "severity") == "error") return text_in(diagnostic, "message");
  for (const nlohmann::json& gate : list_in(result, "gates"))
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
                        sorted[i].count, html_text(sorted[i].example), html_text(sorted[i].where));
  return text + "</table>";
}

std::string not_graded(const Marks& marks) {
  std::string rows;
  for (const StudentMarks& of : marks.students)
    for (const Mark& mark : of.marks)
      if (mark.state == MarkState::not_graded || mark.state == MarkState::unreadable ||
          mark.state == MarkState::waiting)
        rows += fmt::format(
            "<tr><td>{}<td>{}<td>{}</tr>", html_text(of.student.student),
            html_text(titled(marks.about, mark.slug)),
            html_text(mark.sentence.empty() ? "It was not graded yet." : mark.sentence));
  for (const StudentMarks& of : marks.students) {
    std::string missing;
    for (const Mark& mark : of.marks)
      if (mark.state == MarkState::missing)
        missing += (missing.empty() ? "" : ", ") + titled(marks.about, mark.slug);
    if (!missing.empty())
      rows += fmt::format("<tr><td>{}<td>{}<td>Nothing was handed in.</tr>",
                          html_text(of.student.student), html_text(missing));
  }
  for (const About::Note& note : marks.about.troubles)
    rows +=
        fmt::format("<tr><td>{}<td><td>{}</tr>", html_text(note.path), html_text(note.sentence));
  return "<h2>Not graded</h2>" +
         (rows.empty() ? "<p>Everything is graded.</p>"
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
      "<details><summary>{} and {}: {}</summary>", html_text(first.student),
      html_text(second.student),
      pair.identical
          ? "the same file"
          : fmt::format("{:.0f} % of what is the smaller one's own", 100 * pair.fraction));
  for (const SharedPassage& passage : pair.passages)
    text += fmt::format("<div class=\"two\"><pre>{}</pre><pre>{}</pre></div>",
                        html_text(lines_of(first.text, passage.first_begin, passage.first_end)),
                        html_text(lines_of(second.text, passage.second_begin, passage.second_end)));
  return text + "</details>";
}

// Who has handed in the reference, which is right, and no answer.
std::string references(const std::vector<Work>& works, const std::string& reference) {
  std::string names;
  for (const Work& work : works)
    if (is_same_code(work.text, reference))
      names += (names.empty() ? "" : ", ") + html_text(work.student);
  return names.empty() ? "" : fmt::format("<p>The reference itself: {}.</p>", names);
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
    const auto reference = marks.references.find(slug);
    const std::string copied =
        reference == marks.references.end() ? std::string() : references(works, reference->second);
    const auto given = marks.given.find(slug);
    const std::vector<SimilarPair> pairs = similar_pairs(
        works, given == marks.given.end() ? std::vector<std::string>{} : given->second);
    if (pairs.empty() && copied.empty()) continue;
    text += fmt::format("<h3>{}</h3>", html_text(titled(marks.about, slug))) + copied;
    for (const SimilarPair& pair : pairs)
      text += pair_text(works[pair.first], works[pair.second], pair);
  }
  return "<h2>Similar files</h2><p class=\"soft\">Names, numbers and layout are left out, and so "
         "is "
         "what stands in the starter, the solution or many files. This is a hint to look, and no "
         "verdict: short kernels have few ways to be written.</p>" +
         (text.empty() ? "<p>No two files are more alike than the exercise explains.</p>" : text);
}

// The GPU and its driver are among the options; its clock is of each result. Empty: nothing was
// timed.
std::string clocks(const Marks& marks) {
  std::map<std::string, std::pair<double, double>> of_gpu;  // least and greatest, MHz
  for (const StudentMarks& of : marks.students)
    for (const Mark& mark : of.marks) {
      const std::optional<TimedOn> timed = mark.result ? timed_on(*mark.result) : std::nullopt;
      if (!timed || timed->clock_mhz <= 0) continue;
      const double clock = timed->clock_mhz;
      auto& [least, most] =
          of_gpu.try_emplace(timed->gpu + ", driver " + timed->driver, clock, clock).first->second;
      least = std::min(least, clock);
      most = std::max(most, clock);
    }
  std::string text;
  for (const auto& [gpu, range] : of_gpu)
    text += fmt::format("<p class=\"soft\">Timed on {} at {}.</p>", html_text(gpu),
                        std::round(range.first) == std::round(range.second)
                            ? fmt::format("{:.0f} MHz", range.first)
                            : fmt::format("{:.0f} to {:.0f} MHz", range.first, range.second));
  return text;
}

std::string class_html(const Marks& marks) {
  const std::string title = marks.course.title.empty() ? "The class" : marks.course.title;
  return page_head(title, kStyle) +
         fmt::format("<h1>{}</h1><p class=\"soft\">{}</p>", html_text(title),
                     html_text(marks.about.programs + "; " + marks.about.options)) +
         clocks(marks) + distribution(marks) + exercises(marks) + attempts(marks) + gates(marks) +
         errors(marks) + not_graded(marks) + similar(marks) + "</body></html>\n";
}

}  // namespace

extern const CourseFormat kClassHtml;
constinit const CourseFormat kClassHtml = {"html", "class.html", "the class at a glance",
                                           class_html};

}  // namespace warplab::course
