#include "ptx/location_table.hpp"

#include <limits>

#include "ptx/constant_expression.hpp"

namespace warplab::ptx {
namespace {

bool parse_place(TokenCursor& cursor, std::tuple<int, int, int>& place) {
  int numbers[3] = {};
  for (int& number : numbers) {
    int64_t value = 0;
    if (!cursor.at(Token::Kind::number))
      return cursor.fail_expecting("a file, line and column number in \".loc\"");
    if (!parse_integer(cursor, "a number", value)) return false;
    // #line 2147483647 makes larger ones. They are no place: 0.
    const bool is_place = value >= 0 && value <= std::numeric_limits<int>::max();
    number = is_place ? static_cast<int>(value) : 0;
  }
  place = {numbers[0], numbers[1], numbers[2]};
  return true;
}

}  // namespace

bool LocationTable::parse(TokenCursor& cursor) {
  Place place;
  if (!parse_place(cursor, place)) return false;
  int inlined_at = -1;
  while (cursor.accept(',')) {
    if (cursor.accept_word("function_name")) {
      std::string_view label;
      int64_t offset = 0;
      if (!cursor.expect(Token::Kind::word, "a label after \"function_name\"", label)) return false;
      if (cursor.at('+') && !parse_integer(cursor, "an offset", offset)) return false;
    } else if (cursor.accept_word("inlined_at")) {
      Place site;
      if (!parse_place(cursor, site)) return false;
      inlined_at = call_site(site);
    } else {
      return cursor.fail_expecting("\"function_name\" or \"inlined_at\" in \".loc\"");
    }
  }
  current_ = latest_[place] = intern(place, inlined_at);
  return true;
}

int LocationTable::call_site(const Place& place) {
  const auto found = latest_.find(place);
  return found != latest_.end() ? found->second : intern(place, -1);
}

int LocationTable::intern(const Place& place, int inlined_at) {
  const auto [entry, added] =
      known_.try_emplace({place, inlined_at}, static_cast<int>(locations_.size()));
  if (added) {
    const auto [file, line, column] = place;
    locations_.push_back({file, line, column, inlined_at});
  }
  return entry->second;
}

}  // namespace warplab::ptx
