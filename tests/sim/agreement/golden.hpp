#pragma once
// What the kernels of the corpus give, recorded when two engines agreed on it (2026-11-27, commit
// 7d0e98e3): hashes of buffers and of what is printed, all counters, kinds and lines of findings.
#include <string>

#include "runs.hpp"

namespace warplab {

// One block of lines, without the names of the kernel and its targets.
std::string golden_text(const Run& run);
// The whole file golden.txt, from the simulator: kernel by kernel, targets that give the same
// together.
std::string golden_file();

}  // namespace warplab
