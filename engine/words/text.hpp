#pragma once
// Sentences, made from data: the only place where findings, gates, refusals and failures become
// text. Each text is a row of the tables beside this file.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/finding.hpp"
#include "data/lab_says.hpp"

namespace warplab::words {

// "Line 3 reads a[5], 2 elements past the end of a (4 elements), by thread (1,0,0) of ... (n 7)."
std::string text_of(const data::Finding& finding);

// The same without the line and the full stop: "reads a[5], 2 elements past the end of a (4
// elements), by thread (1,0,0) of block (0,0,0)".
std::string clause_of(const data::Finding& finding);

// Own::who and Own::element are those of `about`; without it they stay "{who}" and "{element}".
std::string text_of(const data::Saying& saying, const data::Finding* about = nullptr);

// The text of one key of the lab's with its arguments.
template <class... Arguments>
std::string told(data::LabSays says, Arguments&&... arguments) {
  return text_of(data::say(says, std::forward<Arguments>(arguments)...));
}

std::string thread_text(const Dim3& thread);             // "thread (3,0,0)"
std::string place_text(const data::ThreadPlace& place);  // "thread (3,0,0) of block (0,0,0)"
// "Out of bounds." at "rows 7, seed 1": "Out of bounds (rows 7, seed 1)."
std::string with_place(std::string sentence, const std::string& where);

// The text of a key, with a name in braces for each argument: "past the end of {name} ({extent})".
std::string_view template_of(data::Says says);
inline std::string_view template_of(data::LabSays says) { return template_of(key_of(says)); }

// Every text of the tables, in their order.
struct Text {
  std::string_view key, text;
};
std::vector<Text> all_texts();

// As long as one lives every text of a key is the number of the key. Nothing but what people read
// may change by that: for tests, one at a time.
class NumbersForTexts {
 public:
  NumbersForTexts();
  ~NumbersForTexts();
  NumbersForTexts(const NumbersForTexts&) = delete;
  NumbersForTexts& operator=(const NumbersForTexts&) = delete;
};

}  // namespace warplab::words
