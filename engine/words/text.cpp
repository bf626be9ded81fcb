#include "words/text.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <span>

#include "data/number_text.hpp"
#include "words/explanations.hpp"
#include "words/failures.hpp"
#include "words/findings.hpp"
#include "words/gates.hpp"
#include "words/refusals.hpp"

namespace warplab::words {
namespace {

using data::Finding;
using data::Own;
using data::Phrase;
using data::Saying;

// The texts of `Count` keys from `first` on, in the order of the keys.
template <size_t Count, class... Rows>
constexpr std::array<std::string_view, Count> in_order(size_t first, const Rows&... tables) {
  std::array<std::string_view, Count> texts{};
  const auto add = [&](const auto& rows) {
    for (const auto& row : rows) texts[static_cast<size_t>(row.says) - first] = row.text;
  };
  (add(tables), ...);
  return texts;
}
constexpr auto kOfRuns = in_order<data::kSaysCount>(0, kFindings, kRefusals);
constexpr auto kOfGates = in_order<data::kGateSaysCount>(data::kFirstGateSays, kGates);
constexpr auto kOfLab =
    in_order<data::kLabSaysCount>(data::kFirstLabSays, kFailures, kExplanations);

// What lies between the numbers of the three is the key of nothing.
struct Keys {
  size_t first;
  std::span<const std::string_view> texts;
};
constexpr std::array kKeys = {Keys{0, kOfRuns}, Keys{data::kFirstGateSays, kOfGates},
                              Keys{data::kFirstLabSays, kOfLab}};
constexpr bool has_each_a_text() {
  for (const Keys& keys : kKeys)
    for (const std::string_view text : keys.texts)
      if (text.empty()) return false;
  return true;
}
static_assert(has_each_a_text());

std::atomic<bool> tells_numbers = false;

std::string argument_text(const data::SayingArgument& argument, const Finding* about) {
  struct Shown {
    const Finding* about;
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(int64_t number) const { return std::to_string(number); }
    std::string operator()(data::Count count) const { return data::count_text(count.value); }
    std::string operator()(data::Thread thread) const { return thread_text(thread.place); }
    std::string operator()(const data::ThreadPlace& place) const { return place_text(place); }
    std::string operator()(const Saying& saying) const { return text_of(saying, about); }
    std::string operator()(Own own) const {
      if (own == Own::who) return about ? place_text(about->place) : "{who}";
      return about ? text_of(about->element, nullptr) : "{element}";
    }
  };
  return std::visit(Shown{about}, argument.value);
}

// The argument of a name: names are numbered as they come first in the text.
std::string named(std::string_view name, std::vector<std::string_view>& names, const Phrase& phrase,
                  const Finding* about) {
  size_t number = 0;
  while (number < names.size() && names[number] != name) ++number;
  if (number == names.size()) names.push_back(name);
  return number < phrase.arguments.size() ? argument_text(phrase.arguments[number], about)
                                          : std::string("?");
}

std::string phrase_text(const Phrase& phrase, const Finding* about) {
  if (tells_numbers) return fmt::format("#{}", static_cast<unsigned>(phrase.says));
  if (phrase.says == data::LabSays::sentence_at && phrase.arguments.size() == 2)
    return with_place(argument_text(phrase.arguments[0], about),
                      argument_text(phrase.arguments[1], about));
  std::string text;
  std::vector<std::string_view> names;
  std::string_view rest = template_of(phrase.says);
  while (!rest.empty()) {
    const size_t open = rest.find('{');
    text += rest.substr(0, open);
    if (open == std::string_view::npos) break;
    const size_t close = rest.find('}', open);
    text += named(rest.substr(open + 1, close - open - 1), names, phrase, about);
    rest.remove_prefix(close + 1);
  }
  return text;
}

// Whether the thread has to be named behind it.
bool needs_thread(const Finding& f) {
  if (f.form != Finding::Form::does && f.form != Finding::Form::clause_and_who) return false;
  return !names_who(f.told.what) && !names_who(f.told.advice);
}

}  // namespace

std::string_view template_of(Says says) {
  const auto key = static_cast<size_t>(says);
  for (const Keys& keys : kKeys)
    if (key >= keys.first && key - keys.first < keys.texts.size())
      return keys.texts[key - keys.first];
  return {};
}

std::vector<Text> all_texts() {
  std::vector<Text> all;
  for (const Keys& keys : kKeys)
    for (size_t k = 0; k < keys.texts.size(); ++k)
      all.push_back({name_of(static_cast<Says>(keys.first + k)), keys.texts[k]});
  return all;
}

std::string text_of(const Saying& saying, const Finding* about) {
  std::string text;
  for (const Phrase& phrase : saying.phrases) text += phrase_text(phrase, about);
  return text;
}

std::string clause_of(const Finding& f) {
  std::string text = text_of(f.told.what, &f);
  if (needs_thread(f)) text += text_of(data::say(Says::by, Own::who), &f);
  text += text_of(f.told.advice, &f);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string text_of(const Finding& f) {
  std::string text = clause_of(f);
  if (f.form != Finding::Form::sentence) {
    const Says head = f.line == 0 ? Says::kernel_does
                      : f.form == Finding::Form::does || f.form == Finding::Form::does_alone
                          ? Says::line_does
                          : Says::line_has;
    text = f.line == 0 ? text_of(data::say(head, text)) : text_of(data::say(head, f.line, text));
  }
  text = with_place(std::move(text), f.where);
  if (!f.more.empty()) text += ' ' + text_of(f.more, &f);
  return text;
}

std::string with_place(std::string sentence, const std::string& where) {
  const char end = sentence.ends_with('?') ? '?' : '.';
  if (sentence.ends_with(end)) sentence.pop_back();
  if (!where.empty()) sentence += text_of(data::say(Says::seen_at, where));
  return sentence + end;
}

std::string thread_text(const Dim3& thread) {
  return text_of(data::say(Says::thread, thread.x, thread.y, thread.z));
}

std::string place_text(const data::ThreadPlace& place) {
  return text_of(data::say(Says::thread_of_block, data::Thread{place.thread}, place.block.x,
                           place.block.y, place.block.z));
}

NumbersForTexts::NumbersForTexts() { tells_numbers = true; }
NumbersForTexts::~NumbersForTexts() { tells_numbers = false; }

}  // namespace warplab::words
