#pragma once

namespace warplab::grader {

// What the shell sees. A student's crash is kSomethingFailed, never kGraderFailed.
inline constexpr int kAllPassed = 0;
inline constexpr int kSomethingFailed = 1;
inline constexpr int kGraderFailed = 2;  // wrong usage, a broken exercise, no compiler, interrupted
// Of `grader verify` alone: what is wrong with a signature.
inline constexpr int kChanged = 3, kAnotherKey = 4, kNotSigned = 5;

}  // namespace warplab::grader
