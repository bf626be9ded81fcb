#include "time/what_if.hpp"

namespace warplab::app {
bool same_question(const WhatIfQuestion& a, const WhatIfQuestion& b) {
  return a.exercise == b.exercise && a.source == b.source &&
         a.compute_capability == b.compute_capability && a.variant == b.variant &&
         a.sizes == b.sizes && a.block == b.block && a.gpu.name == b.gpu.name;
}

exercise::SizeSet size_of(const exercise::Exercise& exercise, const exercise::Values& sizes) {
  using Purpose = exercise::SizeSet::Purpose;
  for (const exercise::SizeSet& own : exercise.sizes) {
    const bool is_drawn = own.purpose == Purpose::drawn || own.purpose == Purpose::counted;
    if (own.values == sizes && !is_drawn) return own;
  }
  exercise::SizeSet made;
  if (!exercise.sizes.empty()) made.names = exercise.sizes.front().names;
  made.values = sizes;
  made.label = exercise::size_label(made);
  return made;
}

}  // namespace warplab::app
