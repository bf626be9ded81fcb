#pragma once
// The table of register-to-register instructions: one row for each spelling, made once for each
// instruction set of the host. A row says what a handler expects of its operands.
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "sim/program/instruction_flags.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Bytes of an operand in a lane: 0 absent, 4 or 8; kPredicate for a predicate.
constexpr uint8_t kPredicate = 1;
struct Row {
  Handler run = nullptr;
  uint8_t d = 0, a = 0, b = 0, c = 0;
};

class RowTable {
 public:
  void add(std::string_view spelling, const Row& row);
  const Row* find(const std::string& spelling) const {
    const auto it = rows_.find(spelling);
    return it == rows_.end() ? nullptr : &it->second;
  }
  const auto& all() const { return rows_; }

 private:
  std::unordered_map<std::string, Row> rows_;
};

const RowTable& arithmetic_rows();

}  // namespace warplab::sim
