#pragma once
// One text: of a sentence, or of a part of one.
#include <string_view>

#include "data/gate_says.hpp"

namespace warplab::words {

using data::Says;

template <class Key>
struct RowOf {
  Key says;
  std::string_view text;
};
using Row = RowOf<Says>;
using GateRow = RowOf<data::GateSays>;

}  // namespace warplab::words
