#pragma once
#include <string>

namespace warplab::course {

// Which programs make a result, in words with hashes: "Warp Lab 0.1.0, programs 3f2a91cc77ab0123,
// NVRTC 0123456789abcdef". The programs are the grader and its worker. Of the compiler what its
// file begins with is taken, where the linker put a hash over all of it (the build id), and its
// size. Made when it is first asked for.
const std::string& programs_text();

}  // namespace warplab::course
