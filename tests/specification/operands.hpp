#pragma once
// Reading and writing the operands of the instruction that a warp's running split is at, for one
// lane.
#include <string>

#include "specification/launch_context.hpp"
#include "specification/warp_state.hpp"

namespace warplab::sim::plain {

class Operands {
 public:
  explicit Operands(const LaunchContext& context) : context_(context) {}
  // Lanes of the running split that the guard lets through.
  LaneSet guarded(const Warp& warp) const;
  Bits read(const Warp& warp, unsigned lane, const ptx::Operand& operand, ptx::Type type) const;
  // A value of `type`; into a wider register it goes with its sign, if it has one.
  void write(const Warp& warp, unsigned lane, const ptx::Operand& operand, Bits value,
             ptx::Type type) const;
  // Of [register + offset] or [symbol + offset].
  uint64_t address_of(const Warp& warp, unsigned lane, const ptx::Operand& operand) const;

 private:
  uint64_t symbol_address(const Warp& warp, const ptx::Operand& operand) const;
  uint64_t special_register(const Warp& warp, unsigned lane, const std::string& name) const;

  const LaunchContext& context_;
};

}  // namespace warplab::sim::plain
