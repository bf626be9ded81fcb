#pragma once
// NVIDIA's runtime compiler as a table of functions, looked up at run time: no header and no
// library of a CUDA Toolkit is needed to build us. Source: NVRTC 13.0 documentation, chapter 3
// (user interface).
#include <string>

#include "base/result.hpp"
#include "compile/nvrtc_places.hpp"

namespace warplab::compile {

using NvrtcProgram = struct _nvrtcProgram*;

// What NVRTC's functions return; 0 is success.
enum class NvrtcStatus : int {
  success = 0,
  out_of_memory = 1,
  invalid_option = 5,
  compilation = 6,
};

struct Nvrtc {
  std::string library;  // path of the file that was loaded
  int major = 0, minor = 0;

  const char* (*error_text)(NvrtcStatus) = nullptr;
  NvrtcStatus (*version)(int* major, int* minor) = nullptr;
  NvrtcStatus (*supported_count)(int* count) = nullptr;
  NvrtcStatus (*supported)(int* compute_capabilities) = nullptr;
  NvrtcStatus (*create)(NvrtcProgram*, const char* source, const char* name, int header_count,
                        const char* const* headers, const char* const* header_names) = nullptr;
  NvrtcStatus (*destroy)(NvrtcProgram*) = nullptr;
  NvrtcStatus (*compile)(NvrtcProgram, int option_count, const char* const* options) = nullptr;
  NvrtcStatus (*log_size)(NvrtcProgram, size_t*) = nullptr;
  NvrtcStatus (*log)(NvrtcProgram, char*) = nullptr;
  NvrtcStatus (*ptx_size)(NvrtcProgram, size_t*) = nullptr;
  NvrtcStatus (*ptx)(NvrtcProgram, char*) = nullptr;
  NvrtcStatus (*cubin_size)(NvrtcProgram, size_t*) = nullptr;
  NvrtcStatus (*cubin)(NvrtcProgram, char*) = nullptr;
};

// Loads the first library of the search that works; it stays loaded. The error lists where it
// looked.
Result<Nvrtc> load_nvrtc(const NvrtcSearch& search);

}  // namespace warplab::compile
