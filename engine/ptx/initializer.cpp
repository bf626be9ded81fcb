#include "ptx/initializer.hpp"

#include <fmt/format.h>

#include <bit>

#include "ptx/constant_expression.hpp"

namespace warplab::ptx {
namespace {

// The bytes that `constant` has as an element of type `element`, lowest first in `bits`.
bool converted(const Constant& constant, Type element, uint64_t& bits) {
  bits = constant.bits;
  if (constant.is_integer()) {
    const auto value = static_cast<int64_t>(constant.bits);
    if (element == Type::f32) bits = std::bit_cast<uint32_t>(static_cast<float>(value));
    if (element == Type::f64) bits = std::bit_cast<uint64_t>(static_cast<double>(value));
    return true;
  }
  if (constant.type == Type::f64 && element == Type::f32)
    bits = std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(constant.bits)));
  else if (constant.type == Type::f32 && element == Type::f64)
    bits = std::bit_cast<uint64_t>(
        static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(constant.bits))));
  else return bytes_of(constant.type) == bytes_of(element);
  return true;
}

class InitializerParser {
 public:
  InitializerParser(TokenCursor& cursor, Limits& limits, const Shape& shape, Variable& variable)
      : cursor_(cursor), limits_(limits), shape_(shape), variable_(variable) {
    // strides_[d]: bytes from one element of dimension d to the next.
    strides_.resize(shape.lengths.size());
    uint64_t stride = shape.element_bytes;
    for (size_t d = strides_.size(); d-- > 0;) {
      strides_[d] = stride;
      stride *= shape.lengths[d];
    }
  }

  bool run() {
    if (!shape_.open_ended && !grow_to(variable_.bytes)) return false;
    if (shape_.lengths.empty()) return value(0);
    if (!open()) return false;
    while (!levels_.empty()) {
      if (cursor_.accept('}')) {  // empty, or after a final comma
        if (!close()) return false;
        continue;
      }
      if (cursor_.at('{')) {
        if (!open()) return false;
        continue;
      }
      Level& level = levels_.back();
      if (level.next + shape_.element_bytes > level.end)
        return cursor_.fail(cursor_.line(),
                            fmt::format("the variable {} has more values than elements",
                                        in_quotes(variable_.name)));
      if (!value(level.next)) return false;
      level.next += shape_.element_bytes;
      if (!cursor_.accept(',') && !cursor_.at('}'))
        return cursor_.fail_expecting("\",\" or \"}\" after a value");
    }
    if (shape_.open_ended) variable_.bytes = variable_.initial.size();
    return true;
  }

 private:
  struct Level {
    uint64_t begin = 0, next = 0, end = 0;  // byte offsets
  };

  bool open() {
    if (!cursor_.expect('{', "to begin the values of the array")) return false;
    const size_t depth = levels_.size();
    if (depth >= shape_.lengths.size())
      return cursor_.fail(cursor_.line(), fmt::format("the values of {} are nested deeper than its "
                                                      "dimensions",
                                                      in_quotes(variable_.name)));
    Level level;
    if (depth > 0) {
      const Level& outer = levels_.back();
      level.begin = level.next = outer.next;
      const uint64_t stride = strides_[depth - 1];  // 0: its elements have no bytes
      if (stride == 0 || outer.next + stride > outer.end || (outer.next - outer.begin) % stride)
        return cursor_.fail(cursor_.line(),
                            fmt::format("the variable {} has more values than elements",
                                        in_quotes(variable_.name)));
    }
    const bool unbounded = depth == 0 && shape_.open_ended;
    level.end =
        unbounded ? limits_.initial_bytes : level.begin + strides_[depth] * shape_.lengths[depth];
    levels_.push_back(level);
    return true;
  }

  bool close() {
    levels_.pop_back();
    if (levels_.empty()) return true;
    Level& outer = levels_.back();
    outer.next += strides_[levels_.size() - 1];
    if (!grow_to(outer.next)) return false;
    if (cursor_.accept(',') || cursor_.at('}')) return true;
    return cursor_.fail_expecting("\",\" or \"}\" after the values");
  }

  // Makes `initial` cover at least `bytes`, in whole elements of the first dimension.
  bool grow_to(uint64_t bytes) {
    if (shape_.open_ended && strides_[0] != 0)
      bytes += (strides_[0] - bytes % strides_[0]) % strides_[0];
    if (bytes <= variable_.initial.size()) return true;
    if (!Limits::spend(limits_.initial_bytes, bytes - variable_.initial.size()))
      return cursor_.fail(cursor_.line(),
                          fmt::format("the initial values up to {} take too many bytes",
                                      in_quotes(variable_.name)));
    variable_.initial.resize(bytes);
    return true;
  }

  bool value(uint64_t offset) {
    if (!grow_to(offset + shape_.element_bytes)) return false;
    if (cursor_.at(Token::Kind::word) && !cursor_.at_word("WARP_SZ")) return address(offset);
    if (cursor_.at(Token::Kind::number) && cursor_.peek(1).is('(')) return masked_address(offset);
    const int line = cursor_.line();
    Constant constant;
    uint64_t bits = 0;
    if (!parse_constant(cursor_, constant)) return false;
    if (!converted(constant, variable_.element, bits))
      return cursor_.fail(line,
                          fmt::format("a floating-point number cannot initialise {}, which has "
                                      "the type .{}",
                                      in_quotes(variable_.name), name_of(variable_.element)));
    for (unsigned byte = 0; byte < shape_.element_bytes && byte < 8; ++byte)
      variable_.initial[offset + byte] = static_cast<uint8_t>(bits >> (8 * byte));
    return true;
  }

  // "sym", "sym+4", "generic(sym)", "generic(sym+4)", "generic(sym)-4".
  bool symbol(AddressInitializer& initializer) {
    std::string_view name;
    if (cursor_.at_word("generic") && cursor_.peek(1).is('(')) {
      cursor_.take();
      cursor_.take();
      initializer.generic = true;
    }
    if (!cursor_.expect(Token::Kind::word, "the name of a variable or function", name))
      return false;
    initializer.symbol = name;
    if (!addend(initializer.addend)) return false;
    if (!initializer.generic) return true;
    return cursor_.expect(')', "after \"generic(\" and a name") && addend(initializer.addend);
  }

  bool addend(int64_t& sum) {
    if (!cursor_.at('+') && !cursor_.at('-')) return true;
    int64_t value = 0;
    if (!parse_integer(cursor_, "a number of bytes", value)) return false;
    sum = static_cast<int64_t>(static_cast<uint64_t>(sum) + static_cast<uint64_t>(value));
    return true;
  }

  bool address(uint64_t offset) {
    const int line = cursor_.line();
    AddressInitializer initializer;
    initializer.offset = static_cast<uint32_t>(offset);
    if (!symbol(initializer)) return false;
    if (shape_.element_bytes < 4)
      return cursor_.fail(line, fmt::format("an address does not fit into .{}, the type of {}",
                                            name_of(variable_.element), in_quotes(variable_.name)));
    variable_.addresses.push_back(std::move(initializer));
    return true;
  }

  // "0xFF(sym), 0xFF00(sym), ..." in an array of bytes: an address byte by byte, as compilers write
  // it into packed structs. All eight bytes must follow one another.
  bool masked_address(uint64_t offset) {
    const int line = cursor_.line();
    Constant mask;
    AddressInitializer initializer;
    // Only the number: "0xFF(sym)" is no constant expression.
    const std::string_view text = cursor_.take().text;
    if (!parse_mask(text, mask))
      return cursor_.fail(line, fmt::format("{} is no byte mask", in_quotes(text)));
    if (!cursor_.expect('(', "after the mask") || !symbol(initializer)) return false;
    if (!cursor_.expect(')', "after the masked address")) return false;
    const int byte = std::countr_zero(mask.bits) / 8;
    const bool is_byte_mask = mask.bits != 0 && mask.bits == uint64_t{0xFF} << (8 * byte);
    if (shape_.element_bytes != 1 || !is_byte_mask)
      return cursor_.fail(line,
                          "a masked address needs a mask of one byte and an array of .b8 or .u8");
    if (byte == 0) {
      initializer.offset = static_cast<uint32_t>(offset);
      variable_.addresses.push_back(std::move(initializer));
      return true;
    }
    const AddressInitializer* const begun =
        variable_.addresses.empty() ? nullptr : &variable_.addresses.back();
    if (!begun || begun->symbol != initializer.symbol || begun->addend != initializer.addend ||
        begun->offset + static_cast<uint64_t>(byte) != offset)
      return cursor_.fail(line, fmt::format("the bytes of the address of {} are not in order",
                                            in_quotes(initializer.symbol)));
    return true;
  }

  static bool parse_mask(std::string_view text, Constant& mask) {
    TokenCursor number(text);
    return parse_constant(number, mask) && number.at_end() && mask.is_integer();
  }

  TokenCursor& cursor_;
  Limits& limits_;
  const Shape& shape_;
  Variable& variable_;
  std::vector<uint64_t> strides_;
  std::vector<Level> levels_;
};

}  // namespace

bool parse_initializer(TokenCursor& cursor, Limits& limits, const Shape& shape,
                       Variable& variable) {
  return InitializerParser(cursor, limits, shape, variable).run();
}

}  // namespace warplab::ptx
