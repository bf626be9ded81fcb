#pragma once
#include <map>
#include <utility>
#include <vector>

#include "sim/program/program.hpp"

namespace warplab::sim {

// Places of immediate operands: each distinct value once, repeated for 32 lanes.
class ConstantPool {
 public:
  Place of(uint64_t bits, unsigned bytes);  // bytes: 4 or 8
  Place predicate(bool value);
  size_t bytes() const { return bytes_.size(); }
  std::vector<Program::Chunk> chunks() const;

 private:
  std::map<std::pair<uint64_t, unsigned>, Place> places_;
  std::vector<uint8_t> bytes_;
};

}  // namespace warplab::sim
