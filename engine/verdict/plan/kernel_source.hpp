#pragma once
// What the compiler is given of a file: its text, and the exercise's headers. Those come from the
// exercise alone; a submission is one file and brings none.
#include <string>

#include "compile/compile.hpp"
#include "exercise/exercise.hpp"

namespace warplab::verdict {

inline compile::Source kernel_source(const exercise::Exercise& exercise,
                                     const std::string& file_name, const std::string& text,
                                     int compute_capability) {
  compile::Source source{file_name, text, compute_capability};
  for (const exercise::Header& header : exercise.headers)
    source.headers.push_back({header.name, header.text});
  return source;
}

}  // namespace warplab::verdict
