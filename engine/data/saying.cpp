#include "data/saying.hpp"

#include <algorithm>
#include <iterator>

#include "data/lab_says.hpp"

namespace warplab::data {
namespace {

constexpr std::string_view kNames[] = {
#define X(id) #id,
    WARPLAB_SAYS(X)
#undef X
};
constexpr std::string_view kGateNames[] = {
#define X(id) #id,
    WARPLAB_GATE_SAYS(X)
#undef X
};
constexpr std::string_view kLabNames[] = {
#define X(id) #id,
    WARPLAB_LAB_SAYS(X)
#undef X
};

}  // namespace

std::string_view name_of(Says says) {
  const auto key = static_cast<size_t>(says);
  return key < kFirstGateSays  ? kNames[key]
         : key < kFirstLabSays ? kGateNames[key - kFirstGateSays]
                               : kLabNames[key - kFirstLabSays];
}

Saying& Saying::operator+=(Saying more) {
  phrases.insert(phrases.end(), std::make_move_iterator(more.phrases.begin()),
                 std::make_move_iterator(more.phrases.end()));
  return *this;
}

bool operator==(const Phrase& a, const Phrase& b) {
  return a.says == b.says && a.arguments == b.arguments;
}
bool operator==(const Saying& a, const Saying& b) { return a.phrases == b.phrases; }

bool names_who(const Saying& saying) {
  return std::ranges::any_of(saying.phrases, [](const Phrase& phrase) {
    return std::ranges::any_of(phrase.arguments, [](const SayingArgument& argument) {
      if (const Own* const own = std::get_if<Own>(&argument.value)) return *own == Own::who;
      const Saying* const part = std::get_if<Saying>(&argument.value);
      return part && names_who(*part);
    });
  });
}

}  // namespace warplab::data
