#pragma once

namespace warplab::app {

// Of workers that run unasked: they stand back behind what the student waits for, and behind the
// drawing.
inline constexpr int kNiceness = 10;

}  // namespace warplab::app
