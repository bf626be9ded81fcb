// PTX ISA 9.0, sections 9.7.9 (ld, st, cvta, isspacep) and 9.7.13 (atom, red).
#include <algorithm>

#include "specification/machine.hpp"

namespace warplab::specification {
namespace {

using ptx::Operand;
using ptx::Space;
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

// What an atomic leaves in memory. f32 addition in global memory flushes subnormal numbers.
Bits updated(const ptx::Instruction& i, Bits old, Bits b, Bits c, bool in_global) {
  const Type type = i.type();
  const unsigned width = width_of(type);
  b = lowest(b, width);
  if (i.has("cas")) return old == b ? lowest(c, width) : old;
  if (i.has("exch")) return b;
  if (i.has("and")) return old & b;
  if (i.has("or")) return old | b;
  if (i.has("xor")) return old ^ b;
  if (i.has("inc")) return old >= b ? 0 : old + 1;
  if (i.has("dec")) return old == 0 || old > b ? b : old - 1;
  const bool least = i.has("min"), most = i.has("max");
  if (ptx::is_float(type))
    return float_update(least  ? "min"
                        : most ? "max"
                               : "add",
                        old, b, type, !least && !most && type == Type::f32 && in_global);
  const bool below =
      as_number(old, width, ptx::is_signed(type)) < as_number(b, width, ptx::is_signed(type));
  if (least || most) return below == least ? old : b;
  return lowest(old + b, width);
}

void load(Machine& m, Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = m.instruction(warp);
  const unsigned bytes = ptx::bytes_of(i.type()), all = bytes * i.vector_width();
  Places places;
  for_lanes(active, [&](unsigned l) {
    const Place place = m.place_of(i.space(), m.address_of(warp, l, i.operands[1]));
    const std::byte* from = m.reach(warp, l, place, all, AccessKind::load);
    for (unsigned k = 0; k < i.vector_width(); ++k)
      m.write(warp, l, element(i.operands[0], k),
              from == nullptr ? 0 : bytes_to_bits(from + k * bytes, bytes), i.type());
    places[l] = place;
  });
  if (i.space() == Space::constant && active.any()) {
    LaneAddresses lanes;
    for (const auto& [lane, place] : places) lanes[lane] = place.address;
    m.count(warp, Counter::constant_requests, 1);
    m.count(warp, Counter::constant_sectors, distinct_sectors(lanes, all));
  } else {
    m.count_access(warp, places, all, AccessKind::load);
  }
  go_on(warp);
}

void store(Machine& m, Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = m.instruction(warp);
  if (i.space() == Space::param) return go_on(warp);  // for a call
  const unsigned bytes = ptx::bytes_of(i.type()), all = bytes * i.vector_width();
  Places places;
  for_lanes(active, [&](unsigned l) {
    places[l] = m.place_of(i.space(), m.address_of(warp, l, i.operands[0]));
    std::byte* to = m.reach(warp, l, places[l], all, AccessKind::store);
    for (unsigned k = 0; to != nullptr && k < i.vector_width(); ++k)
      bits_to_bytes(m.read(warp, l, element(i.operands[1], k), i.type()), to + k * bytes, bytes);
  });
  m.count_access(warp, places, all, AccessKind::store);
  go_on(warp);
}

// atom d, [a], b{, c}; red [a], b
void atomic(Machine& m, Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = m.instruction(warp);
  const size_t first = i.opcode == "atom" ? 1 : 0;
  const unsigned bytes = ptx::bytes_of(i.type()), all = bytes * i.vector_width();
  Places places;
  for_lanes(active, [&](unsigned l) {
    places[l] = m.place_of(i.space(), m.address_of(warp, l, i.operands[first]));
    std::byte* at = m.reach(warp, l, places[l], all, AccessKind::atomic);
    for (unsigned k = 0; k < i.vector_width(); ++k) {
      const Bits old = at == nullptr ? 0 : bytes_to_bits(at + k * bytes, bytes);
      const Bits b = m.read(warp, l, element(i.operands[first + 1], k), i.type());
      const bool has_c = i.operands.size() > first + 2;
      const Bits c = has_c ? m.read(warp, l, i.operands[first + 2], i.type()) : 0;
      if (at != nullptr)
        bits_to_bytes(updated(i, old, b, c, places[l].space == Space::global), at + k * bytes,
                      bytes);
      if (first == 1) m.write(warp, l, element(i.operands[0], k), old, i.type());
    }
  });
  m.count_access(warp, places, all, AccessKind::atomic);
  go_on(warp);
}

// cvta.shared.u64 d, a makes an address generic, cvta.to.shared.u64 the other way.
void convert_address(Machine& m, Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = m.instruction(warp);
  const uint64_t window = sim::windows::start_of(i.space());
  for_lanes(active, [&](unsigned l) {
    const auto a = static_cast<uint64_t>(m.read(warp, l, i.operands[1], i.type()));
    m.write(warp, l, i.operands[0], i.has("to") ? a - window : a + window, i.type());
  });
  go_on(warp);
}

void query_space(Machine& m, Warp& warp, const LaneSet& active) {
  const ptx::Instruction& i = m.instruction(warp);
  for_lanes(active, [&](unsigned l) {
    const auto a = static_cast<uint64_t>(m.read(warp, l, i.operands[1], Type::u64));
    Space space = sim::windows::space_of(a);
    const sim::Allocation* found = m.addresses.find(a, 1);
    if (space == Space::global && found != nullptr && found->read_only) space = Space::constant;
    m.write(warp, l, i.operands[0], space == i.space() ? 1 : 0, Type::pred);
  });
  go_on(warp);
}

constexpr ExecuteRow kRows[] = {{"ld", load},
                                {"ldu", load},
                                {"st", store},
                                {"atom", atomic},
                                {"red", atomic},
                                {"cvta", convert_address},
                                {"isspacep", query_space}};

}  // namespace

std::span<const ExecuteRow> memory_rows() { return kRows; }

}  // namespace warplab::specification
