// Functions that the GPU's runtime brings along: vprintf, __assertfail, malloc, free.
#include "specification/device_functions.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "data/number_text.hpp"
#include "sim/device/printf.hpp"

namespace warplab::sim::plain {
namespace {

constexpr size_t kLongestString = 4096, kMostArgumentBytes = 32 * 8;

}  // namespace

// Argument `index` of the call at hand: what lies in its .param variable.
uint64_t DeviceFunctions::argument(const Warp& warp, unsigned lane, unsigned index) const {
  const auto& given = instruction(warp).operands[2].elements;
  if (index >= given.size()) return 0;
  if (given[index].kind != ptx::Operand::Kind::symbol)
    return static_cast<uint64_t>(operands_.read(warp, lane, given[index], ptx::Type::u64));
  const FunctionImage& f = *warp.running->call->function;
  const ptx::Variable& variable = f.function->variables[given[index].symbol.index];
  uint64_t value = 0;
  std::memcpy(&value,
              frame(warp, lane).parameters.data() + f.variable_offsets[given[index].symbol.index],
              std::min<uint64_t>(sizeof value, variable.bytes));
  return value;
}

void DeviceFunctions::set_result(const Warp& warp, unsigned lane, uint64_t value) const {
  const auto& results = instruction(warp).operands[0].elements;
  if (results.empty()) return;
  if (results[0].kind != ptx::Operand::Kind::symbol)
    return operands_.write(warp, lane, results[0], value, ptx::Type::u64);
  const FunctionImage& f = *warp.running->call->function;
  const ptx::Variable& variable = f.function->variables[results[0].symbol.index];
  std::memcpy(frame(warp, lane).parameters.data() + f.variable_offsets[results[0].symbol.index],
              &value, std::min<uint64_t>(sizeof value, variable.bytes));
}

std::optional<std::string> DeviceFunctions::string_at(Warp& warp, unsigned lane, uint64_t address,
                                                      size_t most) const {
  std::string text;
  while (text.size() < std::min(most, kLongestString)) {
    const uint64_t at = address + text.size();
    const std::byte* c = accesses_.peek(warp, lane, at, 1);
    if (c == nullptr) {
      complaints_.refuse_access(
          warp, lane, accesses_.place_of(ptx::Space::generic, at), 1, AccessKind::load,
          at < kNullPage ? FindingKind::null_pointer : FindingKind::out_of_bounds);
      return std::nullopt;
    }
    if (*c == std::byte{0}) return text;
    text += static_cast<char>(*c);
  }
  return text;
}

// Of lane `lane`; gives what vprintf returns.
int DeviceFunctions::print(Warp& warp, unsigned lane) {
  // Of all launches together.
  const size_t most = context_.options.max_output_bytes - report_.output.size();
  const auto leave_out_the_rest = [&] {
    Event event;
    event.kind = FindingKind::output_limit;
    event.line = line(warp);
    event.block = warp.block->linear;
    event.thread = warp.first_thread + lane;
    event.text = fmt::format("printf has printed {} bytes; the rest is left out",
                             data::count_text(context_.options.max_output_bytes));
    if (!output_is_full_) complaints_.add(event);
    output_is_full_ = true;
  };
  if (output_.size() >= most) {
    leave_out_the_rest();
    return -1;
  }
  const auto format = string_at(warp, lane, argument(warp, lane, 0), kLongestString);
  if (!format) return -1;
  const uint64_t values = argument(warp, lane, 1);
  std::vector<std::byte> packed;
  while (values != 0 && packed.size() < kMostArgumentBytes) {
    const std::byte* byte = accesses_.peek(warp, lane, values + packed.size(), 1);
    if (byte == nullptr) break;
    packed.push_back(*byte);
  }
  const FormattedPrintf printed = format_device_printf(
      *format, packed,
      [&](uint64_t address, size_t longest) { return string_at(warp, lane, address, longest); });
  output_ += printed.text;
  if (output_.size() > most) {
    output_.resize(most);
    leave_out_the_rest();
  }
  return printed.arguments;
}

void DeviceFunctions::call(Warp& warp, const LaneSet& lanes, const std::string& name) {
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    if (name == "vprintf") {
      set_result(warp, l, static_cast<uint64_t>(print(warp, l)));
    } else if (name == "malloc") {
      set_result(warp, l, context_.memory.allocate(argument(warp, l, 0)));
    } else if (name == "free") {
      if (const std::string wrong = context_.memory.release(argument(warp, l, 0)); !wrong.empty())
        complaints_.refuse_free(warp, l, wrong);
    }
  }
  if (name == "__assertfail") {
    // __assertfail(message, file, line, function, bytes of a character)
    unsigned lane = 0;
    while (!lanes[lane]) ++lane;
    const std::string condition =
        string_at(warp, lane, argument(warp, lane, 0), kLongestString).value_or("?");
    return complaints_.stop(warp, FindingKind::device_assert, lanes, warp.running->pc,
                            fmt::format("device assertion `{}` failed", condition));
  }
  splits_.go_on(warp);
}

}  // namespace warplab::sim::plain
