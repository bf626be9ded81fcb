#include "ptx/compared_values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>

#include "ptx/opcode.hpp"
#include "ptx/register_writes.hpp"

namespace warplab::ptx {
namespace {

using Bits = uint64_t;  // of a register, the unused ones 0

constexpr int kNowhere = -1;

// Longer chains are not followed back.
constexpr int kMostSteps = 32;

// A float so near to 0 is no input of an exercise, and its arithmetic has few digits.
constexpr double kSmallest = 1e-30;

Bits cut(Bits bits, unsigned bytes) {
  return bytes == 0 || bytes >= 8 ? bits : bits & ((Bits{1} << (8 * bytes)) - 1);
}
int64_t signed_number(Bits bits, unsigned bytes) {
  if (bytes == 0 || bytes >= 8) return static_cast<int64_t>(bits);
  const unsigned unused = 64 - 8 * bytes;
  return static_cast<int64_t>(bits << unused) >> unused;
}
// Halves are kept as the floats that they are.
bool is_double(Type type) { return type == Type::f64; }
double float_number(Bits bits, Type type) {
  return is_double(type) ? std::bit_cast<double>(bits)
                         : static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits)));
}
Bits float_bits(double number, Type type) {
  return is_double(type) ? std::bit_cast<Bits>(number)
                         : std::bit_cast<uint32_t>(static_cast<float>(number));
}
Bits whole_bits(double number, unsigned bytes) {
  if (!(std::abs(number) < 0x1p63)) return 0;
  return cut(static_cast<Bits>(static_cast<int64_t>(number)), bytes);
}

// Of an odd number, in 64 bits: each step of Newton's doubles the digits that are right.
Bits inverse_of_odd(Bits odd) {
  Bits inverse = odd;
  for (int digits = 3; digits < 64; digits *= 2) inverse *= 2 - odd * inverse;
  return inverse;
}

// What a register holds that comes from loaded data.
struct Node {
  const Instruction* step = nullptr;  // made it; null: a load, or what cannot be followed further
  int from = kNowhere;                // the node of its operand
  size_t place = 1;                   // which operand that is
  std::optional<Bits> others[2];  // the operands beside it, in their order, where they are known
  unsigned bytes = 4;
  int steps = 0;
};

// What the operand was before `node.step` made `result` of it. `filling` is for digits that a mask
// takes away.
double float_before(const Node& node, double result) {
  const Instruction& i = *node.step;
  const auto other = [&](size_t k) -> std::optional<double> {
    if (!node.others[k]) return std::nullopt;
    return float_number(*node.others[k], i.type());
  };
  const std::optional<double> c = other(0), d = other(1);
  const bool is_first = node.place == 1;
  if (i.opcode == "neg") return -result;
  if (i.opcode == "sqrt") return result * result;
  if (i.opcode == "rcp") return 1 / result;
  if (i.opcode == "fma" && c && d) return node.place == 3 ? result - *c * *d : (result - *d) / *c;
  if (i.opcode == "add") return c ? result - *c : result / 2;  // two elements, taken as equal
  if (!c) return result;
  if (i.opcode == "sub") return is_first ? result + *c : *c - result;
  if (i.opcode == "mul") return result / *c;
  if (i.opcode == "div") return is_first ? result * *c : *c / result;
  return result;
}

Bits product_before(const Node& node, Bits result, Bits factor, unsigned bytes) {
  if (factor == 0 || node.step->has("hi")) return result;
  if (factor % 2 == 1 && !node.step->has("wide")) return result * inverse_of_odd(factor);
  const int64_t by = signed_number(factor, bytes);
  return by == 0 ? result : static_cast<Bits>(signed_number(result, node.bytes) / by);
}

Bits whole_before(const Node& node, Bits result, Bits filling) {
  const Instruction& i = *node.step;
  const unsigned bytes = std::max(bytes_of(i.type()), 1u);
  const std::optional<Bits> c = node.others[0], d = node.others[1];
  const bool is_first = node.place == 1;
  if (i.opcode == "neg") return Bits{0} - result;
  if (i.opcode == "not") return ~result;
  if (i.opcode == "add" && !c) return static_cast<Bits>(signed_number(result, bytes) / 2);
  if (!c) return result;
  if (i.opcode == "add") return result - *c;
  if (i.opcode == "sub") return is_first ? result + *c : *c - result;
  if (i.opcode == "xor") return result ^ *c;
  if (i.opcode == "and") return result | (filling & ~*c);
  if (i.opcode == "mul") return product_before(node, result, *c, bytes);
  if (i.opcode == "mad" && d)
    return node.place == 3 ? result - *c * *d : product_before(node, result - *d, *c, bytes);
  if (!is_first) return result;
  if (i.opcode == "div") return result * *c;
  if (i.opcode == "shl") return *c < 64 ? result >> *c : 0;
  if (i.opcode == "shr") return *c < 64 ? result << *c : 0;
  return result;
}

Bits converted_before(const Instruction& i, Bits result) {
  const Type to = i.type(1), from = i.type();
  if (is_float(to))
    return is_float(from) ? float_bits(float_number(result, to), from)
                          : whole_bits(float_number(result, to), bytes_of(from));
  const int64_t number = is_signed(to) ? signed_number(result, bytes_of(to))
                                       : static_cast<int64_t>(cut(result, bytes_of(to)));
  return is_float(from) ? float_bits(static_cast<double>(number), from)
                        : cut(static_cast<Bits>(number), bytes_of(from));
}

Bits before(const Node& node, Bits result, Bits filling) {
  const Instruction& i = *node.step;
  if (i.opcode == "cvt") return converted_before(i, result);
  if (is_float(i.type()))
    return float_bits(float_before(node, float_number(result, i.type())), i.type());
  return cut(whole_before(node, result, filling), std::max(bytes_of(i.type()), 1u));
}

// Numbers that an element may be whose bits these are.
void add_readings(Bits bits, unsigned bytes, std::set<double>& values) {
  const auto add = [&](double value) {
    if (std::isfinite(value) && (value == 0 || std::abs(value) > kSmallest))
      values.insert(value + 0);
  };
  const auto number = signed_number(bits, bytes);
  if (std::abs(static_cast<double>(number)) < 0x1p53) add(static_cast<double>(number));
  if (number < 0 && bytes < 8) add(static_cast<double>(cut(bits, bytes)));
  if (bytes >= 8) add(float_number(bits, Type::f64));
  else add(float_number(bits, Type::f32));
}

class Search {
 public:
  Search(const Function& function, std::set<double>& values)
      : node_of_(function.registers.size(), kNowhere),
        constant_of_(function.registers.size()),
        written_(times_written(function)),
        is_kernel_(function.is_kernel),
        values_(values) {
    // The text of a loop stands behind what it reads; a second round sees what it carries round.
    for (int round = 0; round < 2; ++round)
      for (const Instruction& i : function.body) follow(i);
    for (const Instruction& i : function.body) look_at(i);
  }

 private:
  int node_of(const Operand& o) const {
    return o.kind == Operand::Kind::reg ? node_of_[o.reg] : kNowhere;
  }
  std::optional<Bits> constant_of(const Operand& o, Type type) const {
    if (o.kind == Operand::Kind::reg) return constant_of_[o.reg];
    if (o.kind != Operand::Kind::immediate) return std::nullopt;
    return is_float(o.immediate_type) ? o.bits : cut(o.bits, bytes_of(type));
  }

  int add(const Node& node) {
    nodes_.push_back(node);
    return static_cast<int>(nodes_.size()) - 1;
  }

  // Parameters of a kernel are no data; those of other functions may be.
  bool is_data(const Instruction& i) const {
    if (is(i, Family::atomic) || i.opcode == "shfl") return true;
    return is(i, Family::load) && i.space() != Space::constant &&
           !(i.space() == Space::param && is_kernel_);
  }

  void follow(const Instruction& i) {
    if (i.operands.empty()) return;
    if (is_data(i)) {
      const int loaded = add({.bytes = std::max(bytes_of(i.type()), 1u)});
      for_each_result(i, [&](uint32_t reg) { node_of_[reg] = loaded; });
      return;
    }
    if (!is(i, Family::compute) || i.operands.size() < 2) return;
    if (i.opcode == "mov" && i.operands[0].kind == Operand::Kind::reg &&
        written_[i.operands[0].reg] == 1)
      constant_of_[i.operands[0].reg] = constant_of(i.operands[1], i.type());
    const int made = result_of(i);
    if (made == kNowhere) return;
    for_each_result(i, [&](uint32_t reg) { node_of_[reg] = made; });
  }

  // The node of what `i` makes of data, if any of its operands is.
  int result_of(const Instruction& i) {
    Node node{.step = &i, .bytes = std::max(bytes_of(i.type()), 1u)};
    size_t known = 0;
    for (size_t k = 1; k < i.operands.size(); ++k) {
      const int from = node_of(i.operands[k]);
      if (from != kNowhere && node.from == kNowhere) {
        node.from = from, node.place = k;
      } else if (known < 2) {
        node.others[known++] = constant_of(i.operands[k], i.type());
      }
    }
    if (node.from == kNowhere) return kNowhere;
    node.steps = nodes_[static_cast<size_t>(node.from)].steps + 1;
    const bool is_one = i.operands[0].kind == Operand::Kind::reg &&
                        written_[i.operands[0].reg] == 1 && i.operands[node.place].elements.empty();
    if (!is_one || node.steps > kMostSteps) return add({.bytes = node.bytes});
    if (i.opcode == "cvt") node.bytes = std::max(bytes_of(i.type(1)), 1u);
    return add(node);
  }

  void look_at(const Instruction& i) {
    const bool compares =
        i.opcode == "setp" || i.opcode == "set" || i.opcode == "min" || i.opcode == "max";
    if (!compares || i.operands.size() < 3) return;
    for (const auto& [value, other] : {std::pair(1, 2), std::pair(2, 1)}) {
      const int node = node_of(i.operands[static_cast<size_t>(value)]);
      const std::optional<Bits> number =
          constant_of(i.operands[static_cast<size_t>(other)], i.type());
      if (node == kNowhere || !number) continue;
      // Digits that a mask takes away may be 0, or those of a usual float.
      for (const Bits filling : {Bits{0}, Bits{0x3fc0'0000}, Bits{0x3ff8'0000'0000'0000}})
        go_back(node, *number, filling);
    }
  }

  void go_back(int at, Bits bits, Bits filling) {
    const Node* node = &nodes_[static_cast<size_t>(at)];
    for (; node->step; node = &nodes_[static_cast<size_t>(node->from)])
      bits = before(*node, bits, filling);
    add_readings(bits, node->bytes, values_);
  }

  std::vector<Node> nodes_;
  std::vector<int> node_of_;                      // by register
  std::vector<std::optional<Bits>> constant_of_;  // by register
  std::vector<int> written_;                      // how often, by register
  bool is_kernel_;
  std::set<double>& values_;
};

}  // namespace

std::vector<double> compared_values(const Module& module, size_t most) {
  std::set<double> values;
  for (const Function& f : module.functions) Search(f, values);
  std::vector<double> all(values.begin(), values.end());
  all.resize(std::min(all.size(), most));
  return all;
}

}  // namespace warplab::ptx
