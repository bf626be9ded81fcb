#include <algorithm>
#include <utility>

#include "feedback/feedback.hpp"
#include "reports/card.hpp"
#include "reports/format.hpp"

namespace warplab::grader {

extern const Format kTextFormat;               // text.cpp
extern const Format kJsonFormat;               // json.cpp
extern const Format kGccFormat, kSarifFormat;  // editors.cpp

namespace {

// A format of Format's own shape for each report card; `number` is its place in card_formats().
template <size_t number>
std::string as_report(const std::vector<verdict::ExerciseResult>& results, const TextStyle& style) {
  return card_formats()[number]->write(card_of(results, style.hidden));
}

// More than there are; a test looks for each of them by its name.
constexpr size_t kMostCardFormats = 16;

template <size_t... numbers>
std::vector<Format> formats_of_cards(std::index_sequence<numbers...>) {
  std::vector<Format> formats;
  const auto add = [&](size_t number, auto write) {
    if (number >= card_formats().size()) return;
    formats.push_back({.name = card_formats()[number]->name, .all_graded = write});
  };
  (add(numbers, as_report<numbers>), ...);
  return formats;
}

std::vector<const Format*> all_formats() {
  static const std::vector<Format> kCards =
      formats_of_cards(std::make_index_sequence<kMostCardFormats>());
  std::vector<const Format*> all{&kTextFormat, &kJsonFormat, &kGccFormat, &kSarifFormat};
  for (const Format& format : kCards) all.push_back(&format);
  static const std::vector<Format> kFeedback = [] {
    std::vector<Format> formats;
    for (const FeedbackFormat* format : feedback_formats())
      formats.push_back({.name = format->name, .feedback = format});
    return formats;
  }();
  for (const Format& format : kFeedback) all.push_back(&format);
  return all;
}

}  // namespace

std::span<const Format* const> formats() {
  static const std::vector<const Format*> kAll = all_formats();
  return kAll;
}

const Format* format_named(std::string_view name) {
  const std::span<const Format* const> all = formats();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Format* format) { return format->name == name; });
  return found == all.end() ? nullptr : *found;
}

}  // namespace warplab::grader
