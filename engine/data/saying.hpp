#pragma once
// What is said to a person, as data: which sentence or part of one, and what it names. The text of
// each is in engine/words, where it is put together last: nobody else knows it, so nobody can
// search it.
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/dim3.hpp"
#include "data/says.hpp"

namespace warplab::data {

std::string_view name_of(Says says);  // "race_same_value", the key of its text

// One thread's place in a launch.
struct ThreadPlace {
  Dim3 block{0, 0, 0};
  Dim3 thread{0, 0, 0};
  friend bool operator==(const ThreadPlace&, const ThreadPlace&) = default;
};

struct SayingArgument;
struct Phrase {
  Says says = Says::as_it_is;
  std::vector<SayingArgument> arguments;  // in the order in which the text names them
};

// Phrases, one behind the other.
struct Saying {
  std::vector<Phrase> phrases;
  bool empty() const { return phrases.empty(); }
  Saying& operator+=(Saying more);
};
bool operator==(const Phrase& a, const Phrase& b);
bool operator==(const Saying& a, const Saying& b);

// "1 048 576"; a plain integer has no groups.
struct Count {
  uint64_t value = 0;
  friend bool operator==(const Count&, const Count&) = default;
};
struct Thread {  // in its block
  Dim3 place;
  friend bool operator==(const Thread&, const Thread&) = default;
};
// What the finding around a saying is about: its first thread, and its target.
enum class Own : uint8_t { who, element };

struct SayingArgument {
  std::variant<std::string, int64_t, Count, Thread, ThreadPlace, Own, Saying> value;
  friend bool operator==(const SayingArgument&, const SayingArgument&) = default;
};

inline SayingArgument argument(std::string text) { return {std::move(text)}; }
inline SayingArgument argument(std::string_view text) { return {std::string(text)}; }
inline SayingArgument argument(const char* text) { return {std::string(text)}; }
template <std::integral I>
SayingArgument argument(I number) {
  return {static_cast<int64_t>(number)};
}
inline SayingArgument argument(Count count) { return {count}; }
inline SayingArgument argument(Thread thread) { return {thread}; }
inline SayingArgument argument(const ThreadPlace& place) { return {place}; }
inline SayingArgument argument(Own own) { return {own}; }
inline SayingArgument argument(Saying saying) { return {std::move(saying)}; }
inline SayingArgument argument(Says says) { return {Saying{{Phrase{says, {}}}}}; }

// say(Says::lines_and, "10, 12", 14): the arguments in the order in which the text names them
// first.
template <class... Arguments>
Saying say(Says says, Arguments&&... arguments) {
  Saying saying;
  Phrase& phrase = saying.phrases.emplace_back();
  phrase.says = says;
  phrase.arguments.reserve(sizeof...(Arguments));
  (phrase.arguments.push_back(argument(std::forward<Arguments>(arguments))), ...);
  return saying;
}
// A name, or words that are not ours.
inline Saying as_it_is(std::string text) { return say(Says::as_it_is, std::move(text)); }

// Whether it names the thread that the finding around it is about.
bool names_who(const Saying& saying);

}  // namespace warplab::data
