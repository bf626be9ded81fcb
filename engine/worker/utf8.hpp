#pragma once
#include <string>
#include <string_view>

namespace warplab::worker {

// `text` with every byte that is not part of valid UTF-8 replaced by U+FFFD: a kernel may print,
// and a source may contain, any bytes, and every report format wants text. Source: Unicode 15,
// table 3-7.
std::string valid_utf8(std::string_view text);

// At most `bytes` of a valid text, cut between characters, with an ellipsis where something is
// missing.
std::string shortened_utf8(std::string_view text, size_t bytes);

}  // namespace warplab::worker
