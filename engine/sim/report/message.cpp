#include "sim/report/message.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ptx/source_name.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

// From the nearest array, in bytes: beyond it an index says nothing, and could not be computed.
constexpr int64_t kFarthestElement = int64_t{1} << 40;

std::string verb(AccessKind kind) {
  return kind == AccessKind::load ? "reads" : kind == AccessKind::store ? "writes" : "updates";
}

std::string plural(uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

// An access of `bytes` at `byte` of something that has `size` bytes in elements of `width`.
struct Target {
  std::string name, element;
  int64_t index = 0;
  std::string extent;
};

Target describe(const std::string& name, std::string element, int64_t byte, uint64_t size,
                uint32_t width) {
  Target t{name, std::move(element), 0, {}};
  const auto w = static_cast<int64_t>(width);
  t.index = byte >= 0 ? byte / w : -((-byte + w - 1) / w);
  const auto count = static_cast<int64_t>(size) / w;
  if (t.index < 0)
    t.extent = fmt::format("{} before the start of {} ({})",
                           plural(static_cast<uint64_t>(-t.index), "element"), name,
                           plural(static_cast<uint64_t>(count), "element"));
  else if (t.index >= count)
    t.extent = fmt::format("{} past the end of {} ({})",
                           plural(static_cast<uint64_t>(t.index - count + 1), "element"), name,
                           plural(static_cast<uint64_t>(count), "element"));
  else
    t.extent = fmt::format("which sticks out of {} ({})", name,
                           plural(static_cast<uint64_t>(count), "element"));
  return t;
}

// The buffer, shared array or local memory that an address means, in bounds or not.
Target target_of(const RawFinding& raw, const LaunchState& launch) {
  if (raw.space == Space::shared) {
    const auto from_start = static_cast<int64_t>(raw.address);
    if (from_start > kFarthestElement || from_start < -kFarthestElement)
      return {"shared memory", fmt::format("byte {:#x} of shared memory", raw.address), -1,
              "far beyond all shared arrays"};
    if (const auto* e = launch.program->shared.nearest(raw.address)) {
      const auto byte = static_cast<int64_t>(raw.address) - static_cast<int64_t>(e->begin);
      const uint32_t width = bytes_of(e->element);
      const auto w = static_cast<int64_t>(width);
      const int64_t index = byte >= 0 ? byte / w : -((-byte + w - 1) / w);
      const std::string name = ptx::source_name(e->name);
      if (e->bytes == 0)
        return {
            name, fmt::format("{}[{}]", name, index), index,
            fmt::format(
                "by {{who}}, but the launch gives the kernel no dynamic shared memory: declare {} "
                "with its size, without extern",
                name)};
      return describe(name, fmt::format("{}[{}]", name, index), byte, e->bytes, width);
    }
    return {"shared memory",
            fmt::format("byte {} of shared memory", static_cast<int64_t>(raw.address)), -1,
            "but the kernel has no shared memory"};
  }
  if (raw.space == Space::local)
    return {"local memory", "a local array", -1, "outside of all local arrays of the thread"};
  if (raw.space == Space::param)
    return {"parameters", "a kernel parameter", -1, "outside of the kernel's parameters"};
  if (const Allocation* a = launch.memory.addresses->nearest(raw.address)) {
    const auto byte = static_cast<int64_t>(raw.address - a->begin);
    return describe(a->name, element_name(*a, byte), byte, a->bytes, bytes_of(a->element));
  }
  return {};
}

// The buffer of the run that a complaint about global memory is about, if it is one.
const Allocation* buffer_of(const RawFinding& raw, const LaunchState& launch) {
  if (raw.space != Space::global) return nullptr;
  const Allocation* a = launch.memory.addresses->nearest(raw.address);
  return a && a->buffer >= 0 ? a : nullptr;
}

std::string what_happened(const RawFinding& raw, const LaunchState& launch, Finding& f) {
  const Target t = raw.bytes ? target_of(raw, launch) : Target{};
  f.buffer = t.name;
  f.index = t.name.empty() ? -1 : t.index;
  switch (raw.kind) {
    case FindingKind::out_of_bounds:
      if (!raw.text.empty())
        return fmt::format("{} {}, {}", verb(raw.access), plural(raw.bytes, "byte"), raw.text);
      if (raw.space == Space::global && raw.address >= launch.memory.first_heap &&
          raw.address < launch.memory.heap_begin)
        return fmt::format("{} {} of the heap that malloc() gave to an earlier launch",
                           verb(raw.access), plural(raw.bytes, "byte"));
      if (const Allocation* a = buffer_of(raw, launch); a && a->contains(raw.address, raw.bytes))
        return fmt::format("{} {}, but this launch was not given `{}`", verb(raw.access), t.element,
                           a->name);
      if (t.name.empty())
        return fmt::format("{} {} at address {:#x}, which belongs to no buffer", verb(raw.access),
                           plural(raw.bytes, "byte"), raw.address);
      return fmt::format("{} {}, {}", verb(raw.access), t.element, t.extent);
    case FindingKind::misaligned:
      return fmt::format("{} {} at address {:#x}, which is not a multiple of {}", verb(raw.access),
                         plural(raw.bytes, "byte"), raw.address, raw.bytes);
    case FindingKind::null_pointer:
      return fmt::format("{} {} through a null pointer (address {:#x})", verb(raw.access),
                         plural(raw.bytes, "byte"), raw.address);
    case FindingKind::read_only_write:
      if (const Allocation* a = buffer_of(raw, launch); a && a->read_only)
        return fmt::format("{} {}, but `{}` is an input of this exercise, which kernels only read",
                           verb(raw.access), t.element, a->name);
      if (!raw.text.empty()) return fmt::format("writes {}, {}", t.element, raw.text);
      return fmt::format("writes {}, which is constant memory", t.element);
    case FindingKind::step_limit:
      return fmt::format(
          "is still running in {} of the warp of {{who}} after {} instructions, which is as many "
          "as a warp may execute: either this never ends, or one thread does the work of many",
          plural(raw.count, "thread"), launch.options->max_warp_instructions_per_warp);
    case FindingKind::stack_overflow:
      return "calls functions inside functions too deeply (does the recursion ever end?)";
    case FindingKind::device_assert: return fmt::format("device assertion `{}` failed", raw.text);
    case FindingKind::trap:
      return raw.text.empty()
                 ? "stops the kernel with a trap, by {who}: that is __trap(), or what the "
                   "compiler makes of code that can never work, such as an access "
                   "through a null pointer"
                 : raw.text;
    case FindingKind::deadlock:
      return fmt::format("{} wait at this barrier for threads that never come",
                         plural(raw.count, "thread"));
    case FindingKind::barrier_divergence:
      return fmt::format("not all threads reach this barrier: {}", raw.text);
    case FindingKind::output_limit:
      if (launch.printed.bytes < launch.options->max_output_bytes)
        return "printf has been called so often that the rest of its text is left out";
      return fmt::format("printf has printed {} bytes; the rest is left out",
                         launch.options->max_output_bytes);
    default: {
      std::string text = raw.text;
      if (const size_t at = text.find("{element}"); at != std::string::npos)
        text.replace(at, 9, t.element);
      return text;
    }
  }
}

}  // namespace

Finding too_many_instructions(const LaunchReport& report, const LaunchState& launch) {
  const auto busiest =
      std::max_element(report.lines.begin(), report.lines.end(), [](const auto& a, const auto& b) {
        return a.second[Counter::warp_instructions] < b.second[Counter::warp_instructions];
      });
  Finding f;
  f.kind = FindingKind::step_limit;
  f.line = busiest == report.lines.end() ? 0 : busiest->first;
  f.message = fmt::format(
      "{}The warps of {} have executed {} instructions together, which is as many as they may, and "
      "are still running: does each loop end, and does each thread do its own part of the work "
      "only?",
      f.line > 0 ? fmt::format("Line {}: most of the work is done here. ", f.line) : std::string(),
      launch.launch->kernel, launch.options->max_warp_instructions);
  return f;
}

Finding worded(const RawFinding& raw, const LaunchState& launch) {
  const Program& program = *launch.program;
  Finding f;
  f.kind = raw.kind;
  f.line = raw.site < program.sites.size() ? program.sites[raw.site].line : 0;
  f.place = {position_of(raw.block, launch.launch->grid),
             position_of(raw.thread, launch.launch->block)};
  f.count = raw.count;
  if (raw.kind == FindingKind::race || raw.kind == FindingKind::warp_synchronous ||
      raw.other_site != 0) {
    f.other_line = raw.other_site < program.sites.size() ? program.sites[raw.other_site].line : 0;
    f.other_place = ThreadPlace{position_of(raw.other_block, launch.launch->grid),
                                position_of(raw.other_thread, launch.launch->block)};
  }
  const std::string where =
      f.line > 0 ? fmt::format("Line {} ", f.line) : std::string("The kernel ");
  std::string what = what_happened(raw, launch, f);
  const bool says_who = raw.kind != FindingKind::race &&
                        raw.kind != FindingKind::warp_synchronous &&
                        raw.kind != FindingKind::note && raw.kind != FindingKind::output_limit;
  const size_t who = what.find("{who}");  // said in the middle of the sentence
  if (who != std::string::npos) what.replace(who, 5, place_text(f.place));
  const bool is_clause = raw.kind == FindingKind::deadlock ||
                         raw.kind == FindingKind::barrier_divergence ||
                         raw.kind == FindingKind::device_assert ||
                         raw.kind == FindingKind::output_limit || raw.kind == FindingKind::race ||
                         raw.kind == FindingKind::warp_synchronous || raw.kind == FindingKind::note;
  const std::string head = is_clause && f.line > 0 ? fmt::format("Line {}: ", f.line) : where;
  f.message = head + what +
              (says_who && who == std::string::npos ? ", by " + place_text(f.place) : "") + ".";
  return f;
}

Finding never_written(const Allocation& buffer, uint64_t first_unit, uint32_t unit_bytes,
                      uint64_t missing) {
  Finding f;
  f.kind = FindingKind::never_written;
  const uint32_t width = bytes_of(buffer.element);
  const auto byte = static_cast<int64_t>(first_unit * unit_bytes);
  f.buffer = buffer.name;
  f.index = byte / width;
  f.count = std::max<uint64_t>(1, missing * unit_bytes / width);
  f.message =
      f.count == 1
          ? fmt::format("No thread writes {}.", element_name(buffer, byte))
          : fmt::format("No thread writes {} and {} more of the {} elements of {}.",
                        element_name(buffer, byte), f.count - 1, buffer.bytes / width, buffer.name);
  return f;
}

}  // namespace warplab::sim
