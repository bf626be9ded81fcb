#pragma once
// One text: of a sentence, or of a part of one.
#include <string_view>

#include "data/lab_says.hpp"

namespace warplab::words {

using data::GateSays;
using data::LabSays;
using data::Says;

template <class Key>
struct RowOf {
  Key says;
  std::string_view text;
};
using Row = RowOf<Says>;
using GateRow = RowOf<GateSays>;
using LabRow = RowOf<LabSays>;

}  // namespace warplab::words
