#include "sim/observe/undefined_bits.hpp"

#include <algorithm>
#include <bit>

namespace warplab::sim {
namespace {

constexpr uint64_t kAll = ~uint64_t{0};

unsigned bits_of(ptx::Type type) {
  if (type == ptx::Type::pred) return 1;
  const unsigned bytes = ptx::bytes_of(type);
  return bytes == 0 || bytes > 8 ? 64 : 8 * bytes;
}
uint64_t mask(unsigned bits) { return bits >= 64 ? kAll : (uint64_t{1} << bits) - 1; }

// Bit `bits - 1` goes on to the left.
uint64_t sign_extended(uint64_t undefined, unsigned bits, bool is_signed) {
  undefined &= mask(bits);
  if (is_signed && (undefined >> (bits - 1) & 1)) undefined |= ~mask(bits);
  return undefined;
}

uint64_t of_prmt(std::span<const BitOperand> o) {
  if (o[2].undefined) return kAll;
  const uint64_t bytes = (o[0].undefined & mask(32)) | o[1].undefined << 32;
  uint64_t result = 0;
  for (unsigned k = 0; k < 4; ++k) {
    const auto selector = static_cast<unsigned>(o[2].value >> 4 * k & 15);
    uint64_t byte = bytes >> 8 * (selector & 7) & 0xff;
    if (selector & 8) byte = byte >> 7 ? 0xff : 0;  // its sign, eight times
    result |= byte << 8 * k;
  }
  return result;
}

uint64_t of_lop3(std::span<const BitOperand> o, uint64_t table) {
  uint64_t result = 0;
  for (unsigned bit = 0; bit < 32; ++bit) {
    bool some[2] = {false, false};
    for (unsigned row = 0; row < 8; ++row) {
      bool possible = true;
      for (unsigned k = 0; k < 3; ++k) {
        const bool in_row = row >> (2 - k) & 1;
        possible &= (o[k].undefined >> bit & 1) || (o[k].value >> bit & 1) == in_row;
      }
      if (possible) some[table >> row & 1] = true;
    }
    if (some[0] && some[1]) result |= uint64_t{1} << bit;
  }
  return result;
}

uint64_t of_compare(const ptx::Instruction& p, std::span<const BitOperand> o) {
  const uint64_t width = mask(bits_of(p.type()));
  const uint64_t undefined = (o[0].undefined | o[1].undefined) & width;
  bool is_undefined = undefined != 0;
  // Bits that are known and differ decide whether the two are equal.
  if ((p.has("eq") || p.has("ne")) && ((o[0].value ^ o[1].value) & ~undefined & width))
    is_undefined = false;
  if (o.size() < 3) return is_undefined ? kAll : 0;
  if (o[2].undefined & 1) return kAll;
  if (p.has("and") && !(o[2].value & 1)) return 0;
  if (p.has("or") && (o[2].value & 1)) return 0;
  return is_undefined ? kAll : 0;
}

uint64_t of_funnel(const ptx::Instruction& p, std::span<const BitOperand> o) {
  if (o[2].undefined) return kAll;
  const uint64_t both = (o[0].undefined & mask(32)) | o[1].undefined << 32;
  const auto by = static_cast<unsigned>(
      p.has("clamp") ? std::min<uint64_t>(o[2].value & mask(32), 32) : o[2].value & 31);
  return p.has("l") ? both >> (32 - by) & mask(32) : both >> by & mask(32);
}

}  // namespace

BitRule bit_rule(const ptx::Instruction& p) {
  const ptx::InstructionForm* form = ptx::find_form(p);
  if (form == nullptr) return BitRule::all;
  const auto is_vector = [&](size_t k) {
    return p.operands.size() == 2 && p.operands[k].kind == ptx::Operand::Kind::vector;
  };
  if (form->facts.bits != BitRule::copy) return form->facts.bits;
  return is_vector(0) ? BitRule::unpack : is_vector(1) ? BitRule::pack : BitRule::copy;
}

uint64_t significant_bits(const ptx::Instruction& p) {
  const ptx::InstructionForm* form = ptx::find_form(p);
  const auto is_of_last_type = [](const ptx::OperandForm& o) {
    return o.is_written() || o.type.empty() || o.type == "pred";
  };
  return form != nullptr && std::ranges::all_of(form->operands(), is_of_last_type)
             ? mask(bits_of(p.type()))
             : kAll;
}

uint64_t undefined_bits(BitRule rule, const ptx::Instruction& p, std::span<const BitOperand> o) {
  uint64_t any = 0;
  for (const BitOperand& operand : o) any |= operand.undefined;
  const unsigned bits = bits_of(p.type());
  const auto needs = [&](size_t operands) { return o.size() >= operands; };
  switch (rule) {
    case BitRule::copy: return any;
    case BitRule::xor_: return any;
    case BitRule::carry: any &= mask(bits); return any == 0 ? 0 : kAll << std::countr_zero(any);
    case BitRule::and_:
      if (!needs(2)) break;
      return (o[0].undefined & o[1].undefined) | (o[0].undefined & o[1].value) |
             (o[0].value & o[1].undefined);
    case BitRule::or_:
      if (!needs(2)) break;
      return (o[0].undefined & o[1].undefined) | (o[0].undefined & ~o[1].value) |
             (~o[0].value & o[1].undefined);
    case BitRule::extend: {
      const ptx::Type from = p.type(), to = p.type(1);
      const bool narrows = bits_of(to) < bits_of(from);
      return sign_extended(any, narrows ? bits_of(to) : bits_of(from),
                           ptx::is_signed(narrows ? to : from));
    }
    case BitRule::left:
      if (!needs(2) || (o[1].undefined & mask(32))) break;
      return (o[1].value & mask(32)) >= bits ? 0 : o[0].undefined << (o[1].value & mask(32));
    case BitRule::right: {
      if (!needs(2) || (o[1].undefined & mask(32))) break;
      const uint64_t by = o[1].value & mask(32);
      const bool is_signed = ptx::is_signed(p.type());
      if (by >= bits) return is_signed && (o[0].undefined >> (bits - 1) & 1) ? kAll : 0;
      const uint64_t shifted = (o[0].undefined & mask(bits)) >> by;
      return is_signed && (o[0].undefined >> (bits - 1) & 1) ? shifted | ~mask(bits - by) : shifted;
    }
    case BitRule::permute:
      if (!needs(3)) break;
      return of_prmt(o);
    case BitRule::insert: {
      if (!needs(4) || o[2].undefined || o[3].undefined) break;
      const auto at = static_cast<unsigned>(o[2].value & 0xff),
                 length = static_cast<unsigned>(o[3].value & 0xff);
      if (at >= 32) return o[1].undefined;
      const uint64_t place = mask(length) << at & mask(32);
      return (o[1].undefined & ~place) | (o[0].undefined << at & place);
    }
    case BitRule::extract: {
      if (!needs(3) || o[1].undefined || o[2].undefined) break;
      const auto at = static_cast<unsigned>(o[1].value & 0xff),
                 length = static_cast<unsigned>(o[2].value & 0xff);
      return at >= 32 ? 0 : (o[0].undefined & mask(32)) >> at & mask(length);
    }
    case BitRule::funnel:
      if (!needs(3)) break;
      return of_funnel(p, o);
    case BitRule::table:
      if (!needs(3) || p.operands.size() < 5) break;
      return of_lop3(o, p.operands[4].bits);
    case BitRule::compare:
      if (!needs(2)) break;
      return of_compare(p, o);
    case BitRule::all:
    case BitRule::select:
    case BitRule::pack:
    case BitRule::unpack: break;
  }
  return (any & significant_bits(p)) == 0 ? 0 : kAll;
}

}  // namespace warplab::sim
