#pragma once
// Small kernels, one idea each, with the PTX that the compiler made of them and a description of a
// run in the comments at the top of the .cu file:
//
//   // The idea, in one or two sentences.
//   // buffer: in f32 128 ramp
//   // buffer: out f32 128 zero
//   // launch: scale grid=2 block=64 args=in,out,f32:2.5,i32:100
//
// What no compiler writes is written by hand, in NAME.ptx with the same header.
//
// Every run without findings was also made on an NVIDIA H200. The outputs were equal but for
// approximations (fast_math, math_f32, math_f64: the last bits) and for the order in which lanes
// and warps go (spin_lock_in_loop, the compare-and-swap of global_atomics).
//
// buffer: NAME TYPE COUNT FILL[:NUMBER...]; what the fills mean is told at fill() in corpus.cpp.
// launch: KERNEL grid=X[xY[xZ]] block=X[xY[xZ]] [shared=BYTES] args=ARGUMENT,... [variables=kept];
//   an argument is a buffer's name or TYPE:NUMBER; `bytes:HEX` is a struct. Launches run in order;
//   one whose variables are kept finds them as the launch before left them.
// finding: KIND line=LINE [count=COUNT]; all that the run must find, of the kinds that both engines
//   report alike. A run without such lines must complete without findings.
// prints: TEXT; one line of printf's output, verbatim.
// steps: NUMBER; the most work of a warp (Options::max_work_per_warp).
// targets: sm_80 sm_90; where the kernel compiles.
// Without it: sm_75 sm_80 sm_90.
#include <cstddef>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "sim/simulate.hpp"

namespace warplab::sim_corpus {

struct NamedBytes {
  std::string name;
  sim::ElementType element;
  std::vector<std::byte> bytes;
};

struct ExpectedFinding {
  sim::FindingKind kind;
  int line = 0;
  uint64_t count = 0;  // 0: any
};

struct Entry {
  std::string name;         // "saxpy", of saxpy.cu or saxpy.ptx
  std::string source_file;  // "saxpy.cu"
  std::string description;
  std::vector<NamedBytes> buffers;  // before the first launch
  std::vector<sim::Launch> launches;
  std::vector<ExpectedFinding> findings;
  std::string output;                // of printf
  std::vector<std::string> targets;  // "sm_75", "sm_80", ...
  uint64_t max_work_per_warp = 0;    // 0: the default of sim::Options
};

// Every entry in tests/sim/corpus, by name.
Result<std::vector<Entry>> load();
Result<Entry> load(const std::string& name);
// The PTX of an entry for one of its targets.
Result<std::string> ptx(const Entry& entry, const std::string& target);

// The buffers of an entry for one run, filled and ready for simulate(). `storage` must outlive it.
std::vector<sim::Buffer> buffers(const Entry& entry, std::vector<std::vector<std::byte>>& storage);

// Whether it has a loop that only waits (sim/wait_loops.hpp): observers are told of trips around
// it, which do not count.
bool only_waits_somewhere(const ptx::Module& module);

}  // namespace warplab::sim_corpus
