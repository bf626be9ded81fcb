#include "results/result_card.hpp"

#include <algorithm>
#include <cctype>
#include <regex>

namespace warplab::app {
namespace {

using verdict::Status;

// A card says so much, and begins no sentence that it would not end.
constexpr size_t kMostWords = 45;

size_t words_in(std::string_view text) {
  size_t count = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool is_space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!is_space && !in_word) ++count;
    in_word = !is_space;
  }
  return count;
}

// Where the sentence that begins at `from` ends; behind its full stop.
size_t end_of_sentence(std::string_view text, size_t from) {
  for (size_t i = from; i + 2 < text.size(); ++i)
    if (text[i] == '.' && text[i + 1] == ' ' &&
        std::isupper(static_cast<unsigned char>(text[i + 2])) != 0)
      return i + 1;
  return text.size();
}

std::string first_sentences(std::string_view text) {
  size_t end = end_of_sentence(text, 0);
  while (end < text.size()) {
    const size_t next = end_of_sentence(text, end + 1);
    if (words_in(text.substr(0, next)) > kMostWords) break;
    end = next;
  }
  return std::string(text.substr(0, end));
}

bool is_error_of_compiler(const Message& message) {
  return message.from == kFromCompiler && message.severity == Severity::error;
}

}  // namespace

ResultCard card_of(const RunOutcome& run, const std::vector<Message>& messages, TextNow text) {
  const verdict::ExerciseResult& result = run.result;
  ResultCard card;
  card.status = result.verdict;
  card.is_old = text != TextNow::as_run;
  for (const verdict::GateResult& gate : result.gates)
    if (gate.applies && gate.status == Status::not_checked) ++card.waiting;
  if (std::ranges::any_of(messages, is_error_of_compiler)) {
    card.verdict = "Does not compile";
    card.status = Status::fail;
    card.is_old = false;
    return card;
  }
  if (run.cancelled) {
    card.verdict = "Cancelled";
    card.status = Status::not_checked;
    card.sentence = "Nothing was judged.";
  } else if (text == TextNow::compiled_since && has_compile_error(result)) {
    card.verdict = "Not run yet";
    card.status = Status::not_checked;
    card.sentence = "It compiles now. F5 runs it.";
    card.waiting = 0;
  } else if (result.verdict == Status::pass) {
    card.verdict = "Passed";
  } else if (result.verdict == Status::fail && !result.grader_failed) {
    card.verdict = "Not yet";
  } else {
    card.verdict = "Not judged";
    card.status = Status::not_checked;
  }
  if (card.sentence.empty() && messages.empty() && result.verdict != Status::pass)
    card.sentence = verdict_sentence(result, false);
  return card;
}

std::string brief_of(std::string_view text, bool has_one_dimension) {
  static const std::regex kRun(R"( \([^()]*\bseed\b[^()]*\))");
  static const std::regex kDrawn(R"( at [^,;:.()]*(, [^,;:.()]*)*, drawn seed [0-9a-f]+)");
  static const std::regex kCount(R"([;,] [0-9 ]+ of [0-9 ]+ elements are wrong)");
  static const std::regex kTimes(R"( It happened [0-9 ]+ times\.)");
  static const std::regex kPlace(R"(\b(thread|block) \(([0-9]+),0,0\))");
  std::string brief(text);
  for (const std::regex* one : {&kRun, &kDrawn, &kCount, &kTimes})
    brief = std::regex_replace(brief, *one, "");
  if (has_one_dimension) brief = std::regex_replace(brief, kPlace, "$1 $2");
  return first_sentences(brief);
}

bool has_one_dimension(const exercise::Exercise& exercise) {
  return std::ranges::all_of(exercise.launches, [](const exercise::LaunchSpec& launch) {
    return launch.grid.size() <= 1 && launch.block.size() <= 1;
  });
}

std::string with_lines_now(std::string_view text, const std::vector<LineChange>& moved) {
  if (moved.empty()) return std::string(text);
  static const std::regex kLine(R"(\b([Ll]ines? )([0-9]{1,7})( and ([0-9]{1,7}))?)");
  const auto now = [&](const std::string& line) {
    const int at = line_now(std::stoi(line), moved);
    return at > 0 ? std::to_string(at) : line;
  };
  std::string out;
  const std::string whole(text);
  auto from = whole.cbegin();
  for (std::sregex_iterator it(whole.begin(), whole.end(), kLine), end; it != end; ++it) {
    out.append(from, (*it)[0].first);
    // "lines 3 and 5" has two of them, "line 3 and 5 elements" has one.
    const bool has_two = (*it)[4].matched && (*it)[1].str().ends_with("s ");
    out += (*it)[1].str() + now((*it)[2].str());
    if (has_two) out += " and " + now((*it)[4].str());
    else if ((*it)[3].matched) out += (*it)[3].str();
    from = (*it)[0].second;
  }
  return out.append(from, whole.cend());
}

}  // namespace warplab::app
