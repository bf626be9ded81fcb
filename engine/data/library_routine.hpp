#pragma once
// What a vendor's library computes, for times to be compared with. An exercise names one for a
// launch (`library = "cublas.sgemm"`), and the library gets that launch's own arguments.
#include <string_view>

#include "data/element.hpp"

namespace warplab::data {

// c = a b of matrices in rows: a is rows x inner, b inner x cols, c rows x cols. Arguments: a, b,
// c, and rows, inner, cols as i32.
struct LibraryRoutine {
  std::string_view name;     // "cublas.sgemm": the library, and its own name for it
  std::string_view library;  // "cublas"
  ElementType element = ElementType::f32;
};
inline constexpr LibraryRoutine kLibraryRoutines[] = {
    {"cublas.sgemm", "cublas", ElementType::f32},
    {"cublas.dgemm", "cublas", ElementType::f64},
};
inline constexpr size_t kMatricesOfRoutine = 3, kSidesOfRoutine = 3;

// Null: there is none of this name. No kernel has such a name: there is a dot in it.
constexpr const LibraryRoutine* library_routine(std::string_view name) {
  for (const LibraryRoutine& routine : kLibraryRoutines)
    if (routine.name == name) return &routine;
  return nullptr;
}

}  // namespace warplab::data
