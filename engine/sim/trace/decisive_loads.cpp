#include "sim/trace/decisive_loads.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "sim/state/launch_state.hpp"

namespace warplab::sim {
namespace {

using data::TraceInstruction;
using ptx::Family;
using ptx::Space;

// Memory that only the kernel itself fills, by what it stores there.
constexpr std::array kPools = {Space::shared, Space::local, Space::param};

class Slice {
 public:
  Slice(const LaunchState& launch, std::vector<TraceInstruction>& code)
      : code_(code), needed_(size_t{UINT16_MAX} + 1) {
    for (uint32_t k = 0; k < code.size(); ++k) seen_.push_back(observed_instruction(launch, k));
  }

  void run() {
    for (uint32_t k = 0; k < code_.size(); ++k) begin_at(k);
    for (changed_ = true; changed_;) {
      changed_ = false;
      for (uint32_t k = 0; k < code_.size(); ++k) go_back_from(k);
    }
  }

 private:
  void need(uint16_t reg) {
    changed_ = changed_ || !needed_[reg];
    needed_[reg] = true;
  }
  void need_all_that_is_read(uint32_t k) {
    for (const uint16_t reg : code_[k].reads) need(reg);
  }
  // Register `reg` of the instruction's function, which it reads.
  void need_register(uint32_t k, uint32_t reg) {
    const std::vector<uint32_t>& reads = seen_[k].reads;
    for (size_t r = 0; r < reads.size() && r < code_[k].reads.size(); ++r)
      if (reads[r] == reg) need(code_[k].reads[r]);
  }

  // What is seen from outside: an access happens at an address or does not, a warp goes somewhere.
  void begin_at(uint32_t k) {
    const ptx::Instruction* const ptx = seen_[k].ptx;
    if (ptx == nullptr) return;
    switch (seen_[k].family) {
      case Family::load:
      case Family::store:
      case Family::atomic:
      case Family::copy:
        if (ptx->guard) need_register(k, *ptx->guard);
        for (const ptx::Operand& o : ptx->operands)
          if (o.kind == ptx::Operand::Kind::address && o.has_base_register) need_register(k, o.reg);
        break;
      case Family::branch:
      case Family::leave:
      case Family::trap:
      case Family::barrier:
      case Family::object:
      case Family::fence: need_all_that_is_read(k); break;
      case Family::call:  // through a register, or not at all; its arguments go through memory
        need_all_that_is_read(k);
        break;
      case Family::matrix:
        for (const ptx::Operand& o : ptx->operands)
          if (o.kind == ptx::Operand::Kind::address && o.has_base_register) need_register(k, o.reg);
        break;
      case Family::compute:
      case Family::address:
      case Family::exchange:
      case Family::members:
      case Family::hint: break;
    }
  }

  bool makes_something_needed(uint32_t k) const {
    return std::ranges::any_of(code_[k].writes, [&](uint16_t reg) { return needed_[reg]; });
  }

  static bool may_be(Space space, Space one) { return space == one || space == Space::generic; }

  void go_back_from(uint32_t k) {
    const ptx::Instruction* const ptx = seen_[k].ptx;
    if (ptx == nullptr) return;
    const Family family = seen_[k].family;
    const bool stores_matrix =
        family == Family::matrix && (ptx->has("store") || ptx->opcode == "stmatrix");
    if (family == Family::store || family == Family::copy || family == Family::atomic ||
        stores_matrix)
      go_back_from_write(k, *ptx);
    if (!makes_something_needed(k)) return;
    const bool loads_matrix =
        family == Family::matrix && (ptx->has("load") || ptx->opcode == "ldmatrix");
    if (family == Family::load || family == Family::atomic || loads_matrix)
      go_back_from_read(k, ptx->space());
    if (family != Family::load) need_all_that_is_read(k);
  }

  // What goes into memory that is read for something needed.
  void go_back_from_write(uint32_t k, const ptx::Instruction& ptx) {
    for (size_t p = 0; p < kPools.size(); ++p) {
      if (!pool_is_needed_[p]) continue;
      if (seen_[k].family == Family::copy) {  // of global memory into shared
        if (kPools[p] == Space::shared) decide(k);
      } else if (may_be(ptx.space(), kPools[p])) {
        need_all_that_is_read(k);
      }
    }
  }

  void go_back_from_read(uint32_t k, Space space) {
    for (size_t p = 0; p < kPools.size(); ++p)
      if (may_be(space, kPools[p]) && !pool_is_needed_[p]) pool_is_needed_[p] = changed_ = true;
    if (may_be(space, Space::global)) decide(k);
  }

  void decide(uint32_t k) {
    changed_ = changed_ || !code_[k].decides;
    code_[k].decides = true;
  }

  std::vector<TraceInstruction>& code_;
  std::vector<ObservedInstruction> seen_;
  std::vector<bool> needed_;  // by register
  std::array<bool, kPools.size()> pool_is_needed_ = {};
  bool changed_ = false;
};

}  // namespace

void mark_decisive_loads(const LaunchState& launch, std::vector<TraceInstruction>& code) {
  Slice(launch, code).run();
}

}  // namespace warplab::sim
