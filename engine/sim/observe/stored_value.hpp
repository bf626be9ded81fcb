#pragma once
// The bytes that lanes are about to store, and those that memory holds.
#include "sim/observer.hpp"
#include "sim/state/runner.hpp"

namespace warplab::sim {

// Byte `offset` of what `lane` stores by `event`.
uint8_t byte_to_store(const AccessEvent& event, unsigned lane, uint32_t offset);
// Bytes [offset, offset + 4) of it, `offset` a multiple of 4, or of a narrower access all.
uint32_t word_to_store(const AccessEvent& event, unsigned lane, uint32_t offset);
// Memory at an address that `event` may access, global or shared.
const std::byte* memory_at(const AccessEvent& event, uint64_t address, uint32_t bytes);
// For atom.cas, called in the order of the lanes: whether each stores its new value.
class CompareAndSwap {
 public:
  explicit CompareAndSwap(const AccessEvent& event) : event_(event) {}
  bool stores(unsigned lane);

 private:
  __extension__ typedef unsigned __int128 Wide;  // atom.cas.b128 is the widest
  const AccessEvent& event_;
  struct Value {
    uint64_t address;
    Wide value;
  };
  Value stored_[kLanes] = {};
  unsigned count_ = 0;
};

}  // namespace warplab::sim
