#pragma once
// .loc directives of one function. Source: PTX ISA 9.0, section 11.5.3.
#include <map>
#include <tuple>
#include <vector>

#include "ptx/module.hpp"
#include "ptx/token_cursor.hpp"

namespace warplab::ptx {

class LocationTable {
 public:
  explicit LocationTable(std::vector<Location>& locations) : locations_(locations) {}

  // "1 23 4" or "4 440 9, function_name $L__info_string2+12, inlined_at 3 321 17", after ".loc".
  bool parse(TokenCursor& cursor);
  // Index of the latest .loc, -1 before the first.
  int current() const { return current_; }

 private:
  using Place = std::tuple<int, int, int>;  // file, line, column
  // inlined_at names a place only. The call site is the latest location there: compilers write the
  // whole chain from the outside in before the code it belongs to.
  int call_site(const Place& place);
  int intern(const Place& place, int inlined_at);

  std::vector<Location>& locations_;
  std::map<std::pair<Place, int>, int> known_;
  std::map<Place, int> latest_;
  int current_ = -1;
};

}  // namespace warplab::ptx
