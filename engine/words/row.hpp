#pragma once
// One text: of a sentence, or of a part of one.
#include <string_view>

#include "data/saying.hpp"

namespace warplab::words {

using data::Says;

struct Row {
  Says says;
  std::string_view text;
};

}  // namespace warplab::words
