#include "reports/card.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/printable.hpp"
#include "verdict/report/result_json.hpp"

namespace warplab::grader {
namespace {

std::string text_in(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? printable_lines(found->get<std::string>())
                                                   : std::string();
}

double number_in(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

const nlohmann::json& list_in(const nlohmann::json& json, const char* key) {
  static const nlohmann::json kNone = nlohmann::json::array();
  const auto found = json.find(key);
  return found != json.end() && found->is_array() ? *found : kNone;
}

CardGate card_gate(const nlohmann::json& gate) {
  return {text_in(gate, "name"),      text_in(gate, "status"),
          text_in(gate, "message"),   static_cast<int>(number_in(gate, "line")),
          number_in(gate, "earned"),  number_in(gate, "possible"),
          gate.value("applies", true)};
}

// Hidden gates as others, under names of their own, or folded to one line.
void add_hidden(const nlohmann::json& hidden, course::ShowHidden show, CardExercise& card) {
  CardGate fold;
  fold.name = "hidden checks";
  fold.status = text_in(hidden, "verdict");
  fold.message = "The instructor's own checks; they count, and are not shown.";
  fold.is_hidden = fold.stands_for_hidden = true;
  for (const nlohmann::json& one : list_in(hidden, "gates")) {
    CardGate gate = card_gate(one);
    gate.name = "hidden: " + gate.name;
    gate.is_hidden = true;
    fold.earned += gate.earned;
    fold.possible += gate.possible;
    card.hidden.push_back(std::move(gate));
  }
  if (show == course::ShowHidden::always) {
    for (CardGate& gate : card.hidden) card.gates.push_back(std::move(gate));
    card.hidden.clear();
  } else {
    card.hidden_until_due = show == course::ShowHidden::after_date;
    card.gates.push_back(std::move(fold));
  }
}

}  // namespace

double ReportCard::earned() const {
  double sum = 0;
  for (const CardExercise& exercise : exercises) sum += exercise.earned;
  return sum;
}

double ReportCard::possible() const {
  double sum = 0;
  for (const CardExercise& exercise : exercises) sum += exercise.possible;
  return sum;
}

bool ReportCard::complete() const {
  for (const CardExercise& exercise : exercises)
    if (!exercise.score) return false;
  return true;
}

CardExercise card_exercise(const nlohmann::json& result, course::ShowHidden show) {
  CardExercise card;
  card.slug = text_in(result, "slug");
  card.title = text_in(result, "title");
  card.verdict = text_in(result, "verdict");
  card.error = text_in(result, "error");
  card.output = text_in(result, "output");
  if (const auto score = result.find("score"); score != result.end() && score->is_number())
    card.score = score->get<double>();
  card.earned = card.score.value_or(0);
  card.timed = course::timed_on(result);
  for (const nlohmann::json& gate : list_in(result, "gates")) {
    card.gates.push_back(card_gate(gate));
    if (card.gates.back().name == "compiles" && card.gates.back().status == "fail")
      card.compiles = false;
  }
  if (const auto hidden = result.find("hidden"); hidden != result.end())
    add_hidden(*hidden, show, card);
  for (const nlohmann::json& finding : list_in(result, "findings"))
    card.findings.push_back(fmt::format("line {}: {}", static_cast<int>(number_in(finding, "line")),
                                        text_in(finding, "message")));
  for (const nlohmann::json& diagnostic : list_in(result, "diagnostics"))
    if (text_in(diagnostic, "severity") == "error")
      card.findings.push_back(fmt::format("line {}: {}",
                                          static_cast<int>(number_in(diagnostic, "line")),
                                          text_in(diagnostic, "message")));
  return card;
}

ReportCard card_of(const std::vector<verdict::ExerciseResult>& results, course::ShowHidden show) {
  const nlohmann::json report = nlohmann::json::parse(verdict::to_json(results));
  ReportCard card;
  card.version = report.at("version");
  for (const nlohmann::json& result : report.at("exercises"))
    card.exercises.push_back(card_exercise(result, show));
  return card;
}

std::string explanation_of(const CardExercise& exercise) {
  std::string text;
  if (!exercise.error.empty()) text += exercise.error + "\n";
  if (!exercise.late.empty()) text += exercise.late + "\n";
  for (const CardGate& gate : exercise.gates)
    if (gate.status == "fail") text += fmt::format("{}: {}\n", gate.name, gate.message);
  for (const std::string& finding : exercise.findings) text += finding + "\n";
  if (text.empty() && exercise.verdict == "pass") text = "Everything passes.\n";
  return text;
}

std::string shortened(const std::string& text, size_t most) {
  if (text.size() <= most) return text;
  constexpr std::string_view kCut = "\n[cut]";
  std::string part = text.substr(0, most > kCut.size() ? most - kCut.size() : 0);
  if (const size_t line = part.rfind('\n'); line != std::string::npos && line > most / 2)
    part.resize(line);
  while (!part.empty() && (static_cast<unsigned char>(part.back()) & 0xC0) == 0x80) part.pop_back();
  if (!part.empty() && static_cast<unsigned char>(part.back()) >= 0xC0) part.pop_back();
  return part + std::string(kCut);
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace warplab::grader
