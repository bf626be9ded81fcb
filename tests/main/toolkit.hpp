#pragma once
// Whether kernels may include the headers that come with a CUDA Toolkit only.
#include <doctest/doctest.h>

#include "compile/header_set.hpp"
#include "compile/nvrtc.hpp"
#include "compile/nvrtc_places.hpp"
#include "skip.hpp"

namespace warplab_test {

inline bool toolkit_is_there() {
  namespace compile = warplab::compile;
  const auto nvrtc = compile::load_nvrtc(compile::search_of_this_process());
  REQUIRE_MESSAGE(nvrtc, (nvrtc ? "" : nvrtc.error()));
  return !compile::toolkit_headers_of(nvrtc->library).empty();
}

// The same, and the case is skipped where there is none.
inline bool needs_toolkit() {
  const bool is_there = toolkit_is_there();
  if (!is_there) skip("no CUDA Toolkit, whose headers the kernel includes");
  return is_there;
}

}  // namespace warplab_test
