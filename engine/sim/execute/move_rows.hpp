#pragma once
// Rows of elements, moved between memory and registers, and what is asked of an access before it
// goes by rows. Part of each build of the lane loops.
#include <cstring>
#include <type_traits>

#include "sim/execute/memory.hpp"
#include "sim/execute/track_rows.hpp"
#include "sim/scalar/isa.hpp"

namespace warplab::sim::WARPLAB_ISA {

// Where an element of type E lies in registers: what is narrower than a word fills one, extended by
// its sign where it has one.
template <class E>
using Register = std::conditional_t<sizeof(E) == 8, uint64_t, uint32_t>;
template <class E>
inline Register<E> extended(E element) {
  if constexpr (sizeof(E) < 4 && std::is_signed_v<E>)
    return static_cast<uint32_t>(int32_t{element});
  else return element;
}

// Of `lanes` lanes: a constant, where they are all of the warp.
template <class E, unsigned kWidth>
[[gnu::always_inline]] inline void load_even(const std::byte* from, int64_t stride,
                                             Register<E>* const* to, unsigned lanes = kLanes) {
  constexpr int64_t kBytes = sizeof(E) * kWidth;
  if constexpr (kWidth == 1) {
    if (stride == kBytes) {
      if constexpr (sizeof(E) == sizeof(Register<E>)) {
        std::memcpy(to[0], from, kBytes * lanes);
      } else {
        E row[kLanes];
        std::memcpy(row, from, kBytes * lanes);
        for (unsigned l = 0; l < lanes; ++l) to[0][l] = extended(row[l]);
      }
      return;
    }
    if (stride == 0) {
      E v;
      std::memcpy(&v, from, sizeof v);
      for (unsigned l = 0; l < lanes; ++l) to[0][l] = extended(v);
      return;
    }
  }
  for (unsigned l = 0; l < lanes; ++l)
    for (unsigned k = 0; k < kWidth; ++k) {
      E v;
      std::memcpy(&v, from + static_cast<int64_t>(l) * stride + k * sizeof(E), sizeof v);
      to[k][l] = extended(v);
    }
}

template <class E, unsigned kWidth>
[[gnu::always_inline]] inline void store_even(std::byte* to, int64_t stride,
                                              const Register<E>* const* from,
                                              unsigned lanes = kLanes) {
  constexpr int64_t kBytes = sizeof(E) * kWidth;
  if constexpr (kWidth == 1) {
    if (stride == kBytes) {
      if constexpr (sizeof(E) == sizeof(Register<E>)) {
        std::memcpy(to, from[0], kBytes * lanes);
      } else {
        E row[kLanes];
        for (unsigned l = 0; l < lanes; ++l) row[l] = static_cast<E>(from[0][l]);
        std::memcpy(to, row, kBytes * lanes);
      }
      return;
    }
  }
  // All lanes to one place: the last one's stays.
  for (unsigned l = stride == 0 ? lanes - 1 : 0; l < lanes; ++l)
    for (unsigned k = 0; k < kWidth; ++k) {
      const auto v = static_cast<E>(from[k][l]);
      std::memcpy(to + static_cast<int64_t>(l) * stride + k * sizeof(E), &v, sizeof v);
    }
}

template <class T, unsigned kWidth>
inline void data_places(Warp& w, const MicroOp* i, T** places) {
  if constexpr (kWidth == 1) {
    places[0] = w.at<T>(i->d);
  } else {
    const auto& v = w.runner->launch->program->vectors[i->vector].places;
    for (unsigned k = 0; k < kWidth; ++k) places[k] = w.at<T>(v[k]);
  }
}

// Does somebody want to see each lane of accesses of this kind?
template <AccessKind kKind>
inline bool is_seen_by_lane(const Warp& w) {
  return w.by_lane >> static_cast<unsigned>(kKind) & 1;
}

// Threads have met somewhere in the row, or nobody has written it. False: that ends the run.
inline bool goes_on(Warp& w, const Allocation* a, uint64_t first, int64_t stride, uint32_t bytes,
                    unsigned lanes = kLanes) {
  if (!w.runner->launch->checks.marks) {
    suspect(w);
    return false;
  }
  if (w.runner->launch->checks.marks->looks_away()) return true;
  if (stride == static_cast<int64_t>(bytes)) {  // side by side: one piece
    if (a) mark_global(w, *a, first, bytes * lanes);
    else mark_shared(w, first, bytes * lanes);
    return true;
  }
  for (unsigned l = stride == 0 ? lanes - 1 : 0; l < lanes; ++l) {
    if (a) mark_global(w, *a, address_of(l, first, stride), bytes);
    else mark_shared(w, address_of(l, first, stride), bytes);
  }
  return true;
}

inline bool is_generic(const MicroOp* i) { return i->flags & access_flag::kGeneric; }

}  // namespace warplab::sim::WARPLAB_ISA
