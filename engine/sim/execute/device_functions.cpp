#include "sim/execute/device_functions.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/device/printf.hpp"
#include "sim/execute/memory.hpp"
#include "sim/execute/stop.hpp"

namespace warplab::sim {
namespace {

// A parameter area's value: word by word, interleaved.
uint64_t area_value(const Warp& w, const ParameterArea& area, unsigned lane) {
  uint64_t value = 0;
  std::byte part[8] = {};
  const std::byte* const words = w.frame->registers + area.offset;
  for (uint32_t b = 0; b < std::min(area.bytes, 8u); b += 4)
    std::memcpy(part + b, words + local_host_offset(b, lane), std::min(area.bytes - b, 4u));
  std::memcpy(&value, part, 8);
  return value;
}

// The byte at a generic address as the kernel would read it; null where there is none.
const std::byte* byte_at(Warp& w, unsigned lane, uint64_t a) {
  const ptx::Space space = windows::space_of(a);
  const uint64_t offset = a - windows::start_of(space);
  if (space == ptx::Space::local) {
    if (offset < kLocalStart ||
        offset >= uint64_t{w.frame->local_base} + w.frame->function->local_bytes)
      return nullptr;
    return &w.local[local_host_offset(offset, lane)];
  }
  if (space == ptx::Space::shared) {
    if (!w.runner->launch->program->shared.find(offset, 1)) return nullptr;
    return &w.block->shared[offset];
  }
  const Allocation* found = w.runner->launch->memory.find(a, 1);
  return found ? found->host + (a - found->begin) : nullptr;
}

// `count` bytes from any address; fewer where memory ends.
std::string read_bytes(Warp& w, unsigned lane, uint64_t address, size_t count) {
  std::string out;
  while (out.size() < count) {
    const std::byte* c = byte_at(w, lane, address + out.size());
    if (!c) break;
    out += static_cast<char>(*c);
  }
  return out;
}

constexpr size_t kLongestString = 4096;

// Memory ends at `address`, where printf has not come to the end of a text that begins at `begin`.
void complain_of_text(Warp& w, const MicroOp* i, unsigned lane, uint64_t begin, uint64_t address) {
  w.work += 1;  // sim/work.hpp
  RawFinding f;
  f.kind = address < kNullPage ? FindingKind::null_pointer : FindingKind::out_of_bounds;
  if (w.runner->is_known(f.kind, i->site, 0, w.block->linear, w.first_thread + lane)) return;
  f.site = i->site;
  f.block = w.block->linear;
  f.thread = w.first_thread + lane;
  f.space = windows::space_of(address);
  f.address = address - windows::start_of(f.space);
  f.bytes = 1;
  f.count = 1;
  f.told = address == begin ? Told{say(Says::printf_looks_for_text, fmt::format("{:#x}", address)),
                                   say(Says::nothing_there)}
                            : Told{say(Says::printf_reads_on), say(Says::no_end_of_text)};
  w.runner->report(std::move(f));
}

// The string at an address, cut after kLongestString or `most` characters; nothing, and a finding,
// where memory ends before it does.
std::optional<std::string> read_string(Warp& w, const MicroOp* i, unsigned lane, uint64_t address,
                                       size_t most = kLongestString) {
  std::string out;
  while (out.size() < std::min(most, kLongestString)) {
    const std::byte* c = byte_at(w, lane, address + out.size());
    if (!c) {
      complain_of_text(w, i, lane, address, address + out.size());
      return std::nullopt;
    }
    if (*c == std::byte{0}) break;
    out += static_cast<char>(*c);
  }
  return out;
}

constexpr size_t kMostArgumentBytes = 32 * 8;  // printf takes 32 arguments
// A call that prints little or nothing costs time, too. Formats and strings that printf may read,
// and a call for as many bytes as its arguments often have, are so many times the text that is
// kept; single digits and line ends need 12 to 36 times as much.
constexpr uint64_t kMostReadForAByte = 64;
constexpr uint64_t kCallCost = 32;

}  // namespace

const MicroOp* call_printf(Warp& w, const MicroOp* i) {
  const CallSite& call = w.runner->launch->program->calls[i->call];
  Runner& r = *w.runner;
  LaunchState& launch = *r.launch;
  for (uint32_t m = w.mask; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    const uint64_t most = launch.options->max_output_bytes;
    const bool was_full =
        launch.printed.bytes >= most || launch.printed.bytes_read >= kMostReadForAByte * most;
    bool is_cut = false;
    int printed = -1;
    if (!was_full) {
      const auto read = [&](uint64_t from, size_t longest) {
        std::optional<std::string> text = read_string(w, i, l, from, longest);
        launch.printed.bytes_read += text ? text->size() + 1 : kLongestString;
        return text;
      };
      launch.printed.bytes_read += kCallCost;
      const auto format = read(area_value(w, call.arguments[0], l), kLongestString);
      const uint64_t at = area_value(w, call.arguments[1], l);
      const std::string packed = at ? read_bytes(w, l, at, kMostArgumentBytes) : std::string();
      if (format) {
        const FormattedPrintf text = format_device_printf(
            *format, std::as_bytes(std::span(packed.data(), packed.size())), read);
        const size_t kept = std::min<uint64_t>(text.text.size(), most - launch.printed.bytes);
        is_cut = kept < text.text.size();
        r.output.append(text.text, 0, kept);
        launch.printed.bytes += kept;
        printed = text.arguments;
      }
    }
    if ((was_full || is_cut) && !r.output_limit_hit) {
      r.output_limit_hit = true;
      RawFinding f;
      f.kind = FindingKind::output_limit;
      f.site = i->site;
      f.block = w.block->linear;
      f.thread = w.first_thread + l;
      f.count = 1;
      r.report(std::move(f));
    }
    if (!call.results.empty()) {
      const auto value = static_cast<uint32_t>(printed);
      std::memcpy(w.frame->registers + call.results[0].offset + local_host_offset(0, l), &value, 4);
    }
  }
  return i + 1;
}

const MicroOp* call_malloc(Warp& w, const MicroOp* i) {
  LaunchState& launch = *w.runner->launch;
  const CallSite& call = launch.program->calls[i->call];
  if (call.arguments.empty() || call.results.empty()) return i + 1;
  for (uint32_t m = w.mask; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    const uint64_t bytes = area_value(w, call.arguments[0], l);
    const uint64_t address = launch.memory.heap->allocate(bytes);
    for (uint32_t b = 0; b < 8; b += 4)
      std::memcpy(w.frame->registers + call.results[0].offset + local_host_offset(b, l),
                  reinterpret_cast<const std::byte*>(&address) + b, 4);
  }
  return i + 1;
}

const MicroOp* call_free(Warp& w, const MicroOp* i) {
  const CallSite& call = w.runner->launch->program->calls[i->call];
  if (call.arguments.empty()) return i + 1;
  for (uint32_t m = w.mask; m; m &= m - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(m));
    DeviceHeap& heap = *w.runner->launch->memory.heap;
    const uint64_t address = area_value(w, call.arguments[0], l);
    if (heap.release(address)) continue;
    w.work += 1;  // sim/work.hpp
    if (w.runner->is_known(FindingKind::undefined_behavior, i->site, 0, w.block->linear,
                           w.first_thread + l))
      continue;
    RawFinding f;
    f.kind = FindingKind::undefined_behavior;
    f.site = i->site;
    f.block = w.block->linear;
    f.thread = w.first_thread + l;
    f.count = 1;
    f.told = heap.why_not_released(address);
    w.runner->report(std::move(f));
  }
  return i + 1;
}

const MicroOp* call_assert_fail(Warp& w, const MicroOp* i) {
  const CallSite& call = w.runner->launch->program->calls[i->call];
  const auto l = static_cast<unsigned>(std::countr_zero(w.mask));
  std::string condition;
  if (!call.arguments.empty())
    condition = read_string(w, i, l, area_value(w, call.arguments[0], l)).value_or("?");
  return stop_with(w, i, FindingKind::device_assert, w.mask,
                   {say(Says::assertion_failed, condition), {}});
}

}  // namespace warplab::sim
