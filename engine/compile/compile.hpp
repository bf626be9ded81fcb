#pragma once
// CUDA C++ to PTX and cubin with NVRTC. This room is only ever used inside the locked worker
// process (see worker/): an #include of a system file leaks it, and a template bomb never ends.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "base/result.hpp"

namespace warplab::compile {

// A header of the exercise's own: what `#include "philox.cuh"` brings.
struct NamedText {
  std::string name;
  std::string text;
};

struct Source {
  std::string file_name;  // as messages name it: "column_sums.cu"
  std::string text;
  int compute_capability = 90;  // 75 ... 90
  // With the variables marked that are declared without a value (undefined_marks.hpp): PTX alone,
  // for looking where such values go and for nothing else.
  bool mark_undefined = false;
  // Beside those that every kernel may include.
  std::vector<NamedText> headers = {};
  // Without a cubin, and so without what is read from it: ptxas takes a third of the time for a
  // small kernel and most of it for a large one. What ptxas alone refuses compiles then.
  bool only_ptx = false;
};

struct Diagnostic {
  enum class Severity : uint8_t { note, warning, error };
  // What others go by: that constant memory is written, that a function returns the address of one
  // of its variables. The table of messages says so.
  enum class About : uint8_t { anything, constant_store, returned_address };
  Severity severity = Severity::error;
  std::string file;
  int line = 0;  // 0: none given
  int column = 0;
  std::string message;
  About about = About::anything;
};

// What ptxas allotted to one kernel, read from the cubin.
struct KernelResources {
  uint32_t registers = 0;
  uint32_t static_shared_bytes = 0;
  uint32_t local_bytes = 0;                              // stack frame a thread, spills included
  uint32_t spill_store_bytes = 0, spill_load_bytes = 0;  // where ptxas says so
  // Machine instructions in the cubin: how often ptxas has copied the body of a loop shows in them.
  uint32_t global_loads = 0, f32_operations = 0, f64_operations = 0;
  // ptx::places_asked() of the kernel, for whoever has parsed it; compile() asks for nothing. Bit 0
  // is x, bit 1 y, bit 2 z.
  uint32_t thread_asked = 7, block_asked = 7;
  bool may_store_answer = true;  // ptx::may_store_answer(), likewise
};

struct Compiled {
  bool ok = false;
  bool out_of_memory = false;  // of the compiler; the rest means nothing
  std::string ptx;
  std::vector<uint8_t> cubin;
  std::vector<Diagnostic> diagnostics;
  std::string log;  // NVRTC's own words, for those who want them
  std::map<std::string, KernelResources> kernels;
  std::string compiler;  // "NVRTC 13.0"
  // Variables of functions that are declared without a value: 0, and there is nothing to mark.
  uint64_t undefined_variables = 0;
  double milliseconds = 0;
};

// Where NVRTC was found. Looked for in $CUDA_HOME, /usr/local/cuda, the loader's paths, then the
// Python package under the build folder (or $WARPLAB_NVRTC, a folder or library that overrides
// all, or the word "package").
struct Compiler;
Result<Compiler*> load_compiler();  // dlopen and a warm-up compile; call before locking
std::string compiler_path(const Compiler&);
Compiled compile(Compiler&, const Source&);

}  // namespace warplab::compile
