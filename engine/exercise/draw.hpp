#pragma once
// Sizes and inputs that are drawn: by the seed of a grading, or by the seed and the student's own
// file, so that no file can know what it will be run on, and the same file always gets the same.
#include <cstdint>
#include <string_view>

#include "exercise/exercise.hpp"

namespace warplab::exercise {

class Draw {
 public:
  // What a grading with this seed draws whatever the file says.
  explicit Draw(uint64_t seed);
  // What it draws for one file: by SHA-256 over its bytes.
  Draw(uint64_t seed, std::string_view source);

  // For random content; of each `purpose`, such as "graded", a number of its own.
  Seed seed(std::string_view purpose) const;
  // `size` with a value from each of its ranges; again the same for the same `purpose`.
  SizeSet size(const SizeSet& size, std::string_view purpose) const;

 private:
  uint64_t bits(std::string_view purpose) const;
  std::string key_;
};

}  // namespace warplab::exercise
