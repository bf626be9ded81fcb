#pragma once

// PTX instructions by name as functions on bits, made of the functions under test.

#include <cstdint>
#include <map>
#include <string>
#include <type_traits>

#include "sim/scalar/float_bits.hpp"
#include "sim/scalar/rounding.hpp"

namespace warplab::sim::scalar::hardware {

// The operands of one instruction, in the order of the PTX text.
struct Operands {
  std::uint64_t bits[5] = {};
};
using Row = std::uint64_t (*)(const Operands&);
using Rows = std::map<std::string, Row>;

template <typename T>
T from_bits(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>) {
    return f32_from(static_cast<std::uint32_t>(bits));
  } else if constexpr (std::is_same_v<T, double>) {
    return f64_from(bits);
  } else {
    return static_cast<T>(bits);
  }
}

// 8-bit integers fill a 32-bit register, as cvt leaves them there.
template <typename T>
std::uint64_t to_bits(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return bits_of(x);
  } else if constexpr (std::is_same_v<T, std::int8_t>) {
    return static_cast<std::uint32_t>(std::int32_t{x});
  } else if constexpr (std::is_same_v<T, bool>) {
    return x ? 1 : 0;
  } else {
    return static_cast<std::make_unsigned_t<T>>(x);
  }
}

template <auto Function, typename Result, typename Class, typename... Types, std::size_t... Index>
std::uint64_t apply(Result (Class::*)(Types...) const, const Operands& operands,
                    std::index_sequence<Index...>) {
  return to_bits(Function(from_bits<Types>(operands.bits[Index])...));
}
template <typename Result, typename Class, typename... Types>
constexpr auto indices_of(Result (Class::*)(Types...) const) {
  return std::index_sequence_for<Types...>{};
}

// A row from a lambda whose parameters have the types of the instruction's operands.
template <auto Function>
std::uint64_t row(const Operands& operands) {
  constexpr auto kCall = &decltype(Function)::operator();
  return apply<Function>(kCall, operands, indices_of(kCall));
}

// Calls add.operator()<R>("rn") and so on.
template <typename Add>
void for_each_rounding(Add add) {
  add.template operator()<Rounding::NearestEven>("rn");
  add.template operator()<Rounding::Zero>("rz");
  add.template operator()<Rounding::Down>("rm");
  add.template operator()<Rounding::Up>("rp");
}

// Calls add.operator()<T>("s8") and so on for the integer types of PTX.
template <typename Add>
void for_each_integer(Add add) {
  add.template operator()<std::int8_t>("s8");
  add.template operator()<std::uint8_t>("u8");
  add.template operator()<std::int16_t>("s16");
  add.template operator()<std::uint16_t>("u16");
  add.template operator()<std::int32_t>("s32");
  add.template operator()<std::uint32_t>("u32");
  add.template operator()<std::int64_t>("s64");
  add.template operator()<std::uint64_t>("u64");
}

void add_float_rows(Rows& rows);
void add_integer_rows(Rows& rows);
void add_convert_rows(Rows& rows);

}  // namespace warplab::sim::scalar::hardware
