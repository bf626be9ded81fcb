// PTX ISA 9.0, sections 9.7.9 (ld, st, cvta, isspacep, cp.async) and 9.7.13 (atom, red).
#include "specification/memory_instructions.hpp"

#include <algorithm>

namespace warplab::sim::plain {
namespace {

using ptx::Operand;
using ptx::Type;

Bits bytes_to_bits(const std::byte* from, unsigned bytes) {
  Bits value = 0;
  for (unsigned b = 0; b < bytes; ++b) value |= static_cast<Bits>(from[b]) << (8 * b);
  return value;
}

void bits_to_bytes(Bits value, std::byte* to, unsigned bytes) {
  for (unsigned b = 0; b < bytes; ++b) to[b] = static_cast<std::byte>(value >> (8 * b));
}

const Operand& element(const Operand& operand, unsigned k) {
  return operand.kind == Operand::Kind::vector ? operand.elements[k] : operand;
}

// In place of the bytes of a vector load that a pragma says nobody uses, of those that begin at
// `first`.
Bits ones_for_unused(const ptx::Instruction& i, unsigned first, unsigned bytes) {
  if (!i.used_bytes_mask || i.vector_width() == 1 || i.space() == ptx::Space::param) return 0;
  Bits ones = 0;
  for (unsigned b = 0; b < bytes; ++b)
    if ((*i.used_bytes_mask >> (first + b) & 1) == 0) ones |= Bits{0xff} << (8 * b);
  return ones;
}

// What an atomic leaves in memory. f32 addition in global memory flushes subnormal numbers.
Bits updated(const ptx::Instruction& i, Bits old, Bits b, Bits c, bool in_global) {
  const Type type = i.type();
  const unsigned width = width_of(type);
  b = lowest(b, width);
  const auto less = [&](Bits x, Bits y) {
    return ptx::is_signed(type) ? as_signed(x, width) < as_signed(y, width) : x < y;
  };
  if (i.has("cas")) return old == b ? lowest(c, width) : old;
  if (i.has("exch")) return b;
  if (i.has("and")) return old & b;
  if (i.has("or")) return old | b;
  if (i.has("xor")) return old ^ b;
  if (i.has("inc")) return old >= b ? 0 : old + 1;
  if (i.has("dec")) return old == 0 || old > b ? b : old - 1;
  if (ptx::is_float(type)) {
    if (i.has("min")) return float_smaller(old, b, type);
    if (i.has("max")) return float_larger(old, b, type);
    return float_sum(old, b, type, type == Type::f32 && in_global);
  }
  if (i.has("min")) return less(b, old) ? b : old;
  if (i.has("max")) return less(old, b) ? b : old;
  return lowest(old + b, width);
}

}  // namespace

void MemoryInstructions::load(Warp& warp, const LaneSet& active) {
  if (active.none()) return;
  const ptx::Instruction& i = instruction(warp);
  const unsigned bytes = ptx::bytes_of(i.type()), all = bytes * i.vector_width();
  Places places;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!active[l]) continue;
    const Place place = accesses_.place_of(i.space(), operands_.address_of(warp, l, i.operands[1]));
    const std::byte* from = accesses_.reach(warp, l, place, all, AccessKind::load);
    for (unsigned k = 0; k < i.vector_width(); ++k)
      operands_.write(warp, l, element(i.operands[0], k),
                      (from == nullptr ? 0 : bytes_to_bits(from + k * bytes, bytes)) |
                          ones_for_unused(i, k * bytes, bytes),
                      i.type());
    places[l] = place;
  }
  tally_.add_work_of_access(warp, places);
  if (i.space() == ptx::Space::constant) {
    LaneAddresses addresses;
    for (const auto& [lane, place] : places) addresses[lane] = place.address;
    tally_.count_by_buffer(warp, addresses, all, AccessKind::load);
    tally_.count(warp, Counter::constant_requests, 1);
    tally_.count(warp, Counter::constant_sectors, distinct_sectors(addresses, all));
  } else if (i.space() != ptx::Space::param) {
    tally_.count_access(warp, places, all, AccessKind::load);
  } else if (warp.running->call->function->function->is_kernel &&
             (!i.operands[1].has_symbol ||
              i.operands[1].symbol.kind == ptx::SymbolRef::Kind::parameter)) {
    // The kernel's own; those of the functions that it calls are part of the calls.
    tally_.count(warp, Counter::param_requests, 1);
  }
}

void MemoryInstructions::store(Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = instruction(warp);
  const unsigned bytes = ptx::bytes_of(i.type()), all = bytes * i.vector_width();
  Places places;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!active[l]) continue;
    const Place place = accesses_.place_of(i.space(), operands_.address_of(warp, l, i.operands[0]));
    places[l] = place;
    std::byte* to = accesses_.reach(warp, l, place, all, AccessKind::store);
    if (to == nullptr) continue;
    for (unsigned k = 0; k < i.vector_width(); ++k)
      bits_to_bytes(operands_.read(warp, l, element(i.operands[1], k), i.type()), to + k * bytes,
                    bytes);
    accesses_.remember_writer(warp, l, place, all);
  }
  tally_.add_work_of_access(warp, places);
  if (i.space() != ptx::Space::param) tally_.count_access(warp, places, all, AccessKind::store);
}

// atom d, [a], b{, c}; red [a], b
void MemoryInstructions::atomic(Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = instruction(warp);
  const size_t first = i.opcode == "atom" ? 1 : 0;
  const unsigned bytes = ptx::bytes_of(i.type()), all = bytes * i.vector_width();
  tally_.add_work(warp, active.count() * i.vector_width());
  Places places;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!active[l]) continue;
    const Place place =
        accesses_.place_of(i.space(), operands_.address_of(warp, l, i.operands[first]));
    places[l] = place;
    std::byte* at = accesses_.reach(warp, l, place, all, AccessKind::atomic);
    for (unsigned k = 0; k < i.vector_width(); ++k) {
      const Bits old = at == nullptr ? 0 : bytes_to_bits(at + k * bytes, bytes);
      const Bits b = operands_.read(warp, l, element(i.operands[first + 1], k), i.type());
      const Bits c = i.operands.size() > first + 2
                         ? operands_.read(warp, l, i.operands[first + 2], i.type())
                         : 0;
      if (at != nullptr)
        bits_to_bytes(updated(i, old, b, c, place.memory == Place::Memory::global), at + k * bytes,
                      bytes);
      if (first == 1) operands_.write(warp, l, element(i.operands[0], k), old, i.type());
    }
    if (at != nullptr) accesses_.remember_writer(warp, l, place, all);
  }
  tally_.count_access(warp, places, all, AccessKind::atomic);
}

// cp.async.cg.shared.global [to], [from], bytes{, bytes to read | predicate to read none}: done at
// once. A load of global memory and a store to shared memory.
void MemoryInstructions::async_copy(Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = instruction(warp);
  Places sources, targets;
  unsigned bytes = 0;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!active[l]) continue;
    bytes = static_cast<unsigned>(operands_.read(warp, l, i.operands[2], Type::u32));
    uint64_t wanted = bytes;
    if (i.operands.size() > 3) {
      const Bits given = operands_.read(warp, l, i.operands[3], Type::u32);
      const bool is_predicate =
          i.operands[3].kind == Operand::Kind::reg &&
          warp.running->call->function->function->registers[i.operands[3].reg].type == Type::pred;
      if (is_predicate) wanted = given != 0 ? 0 : bytes;
      else wanted = std::min<uint64_t>(static_cast<uint64_t>(lowest(given, 32)), bytes);
    }
    const Place to =
        accesses_.place_of(ptx::Space::shared, operands_.address_of(warp, l, i.operands[0]));
    const Place from =
        accesses_.place_of(ptx::Space::global, operands_.address_of(warp, l, i.operands[1]));
    targets[l] = to;
    std::vector<std::byte> data(bytes);
    if (wanted != 0) {
      sources[l] = from;
      const std::byte* place = accesses_.reach(warp, l, from, bytes, AccessKind::load);
      if (place != nullptr) std::copy_n(place, wanted, data.begin());
    }
    std::byte* place = accesses_.reach(warp, l, to, bytes, AccessKind::store);
    if (place != nullptr) std::copy(data.begin(), data.end(), place);
  }
  tally_.add_work_of_access(warp, sources);
  tally_.add_work_of_access(warp, targets);
  if (!sources.empty()) tally_.count_access(warp, sources, bytes, AccessKind::load);
  if (!targets.empty()) tally_.count_access(warp, targets, bytes, AccessKind::store);
}

// cvta.shared.u64 d, a makes an address generic, cvta.to.shared.u64 the other way.
void MemoryInstructions::convert_address(Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = instruction(warp);
  const uint64_t window = windows::start_of(i.space());
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!active[l]) continue;
    const auto a = static_cast<uint64_t>(operands_.read(warp, l, i.operands[1], i.type()));
    operands_.write(warp, l, i.operands[0], i.has("to") ? a - window : a + window, i.type());
  }
}

void MemoryInstructions::query_space(Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = instruction(warp);
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!active[l]) continue;
    const auto a = static_cast<uint64_t>(operands_.read(warp, l, i.operands[1], Type::u64));
    const Place::Memory memory = accesses_.place_of(ptx::Space::generic, a).memory;
    bool inside = false;
    switch (i.space()) {
      case ptx::Space::shared: inside = memory == Place::Memory::shared; break;
      case ptx::Space::local: inside = memory == Place::Memory::local; break;
      case ptx::Space::param: inside = memory == Place::Memory::param; break;
      case ptx::Space::global:
      case ptx::Space::constant: {
        const Allocation* found = context_.memory.addresses().find(a, 1);
        const bool is_constant = found != nullptr && found->read_only;
        inside =
            memory == Place::Memory::global && is_constant == (i.space() == ptx::Space::constant);
        break;
      }
      default: break;
    }
    operands_.write(warp, l, i.operands[0], inside ? 1 : 0, Type::pred);
  }
}

}  // namespace warplab::sim::plain
