#pragma once
// Numbers that a kernel compares its data with, among random inputs. Only this room includes this
// header.
#include "exercise/exercise.hpp"
#include "exercise/plane.hpp"

namespace warplab::exercise {

// Puts those of `c.named` that `fill` may make at drawn places of the piece of `buffer`, with the
// next smaller and the next larger number that it may make: each once as far as a quarter of the
// buffer has room, and where there is more room again, so that pairs of them come together. In
// every second run the places are those of other buffers, too.
void put_named_values(const Fill& fill, const Case& c, const data::Buffer& buffer,
                      const Piece& piece);

}  // namespace warplab::exercise
