#include "sim/report/message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "data/number_text.hpp"
#include "ptx/source_name.hpp"
#include "sim/local_memory.hpp"

namespace warplab::sim {
namespace {

using data::count_text;
using ptx::Space;

// From the nearest array, in bytes: beyond it an index says nothing, and could not be computed.
constexpr int64_t kFarthestElement = int64_t{1} << 40;
// Below it no buffer lies, and an index on top of a null pointer leads there.
constexpr uint64_t kNearNull = uint64_t{1} << 24;

std::string verb(AccessKind kind) {
  return kind == AccessKind::load ? "reads" : kind == AccessKind::store ? "writes" : "updates";
}

std::string plural(uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", count_text(n), what, n == 1 ? "" : "s");
}

// "4th"; of 2, 4, 8 and 16.
std::string ordinal(uint32_t n) { return n == 2 ? std::string("second") : fmt::format("{}th", n); }

// An access of `bytes` at `byte` of something that has `size` bytes in elements of `width`.
struct Target {
  std::string name, element;
  int64_t index = 0;
  std::string extent;
  uint64_t sticks_out = 0;  // bytes past its end, of an access that begins in it
};

Target describe(const std::string& name, std::string element, int64_t byte, uint64_t size,
                uint32_t width, uint32_t accessed) {
  Target t{name, std::move(element), 0, {}, 0};
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
  else {
    const auto end = static_cast<uint64_t>(byte) + accessed;
    t.sticks_out = end > size ? end - size : 0;
    t.extent = fmt::format("past the end of {} ({})", name,
                           plural(static_cast<uint64_t>(count), "element"));
  }
  return t;
}

// The buffer, shared array or local memory that an address means, in bounds or not.
Target target_of(const RawFinding& raw, const LaunchState& launch) {
  if (raw.space == Space::shared) {
    const int64_t from_start = shared_byte(raw.address);
    if (from_start > kFarthestElement || from_start < -kFarthestElement)
      return {"shared memory", fmt::format("byte {:#x} of shared memory", raw.address), -1,
              "far beyond all shared arrays", 0};
    const Program& program = raw.earlier_program ? *raw.earlier_program : *launch.program;
    if (const auto* e = program.shared.nearest(from_start)) {
      const int64_t byte = from_start - int64_t{e->begin};
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
                name),
            0};
      // One element is a variable, mostly: `__shared__ float sum`.
      const bool is_scalar = e->bytes == width && index == 0;
      return describe(name, is_scalar ? name : fmt::format("{}[{}]", name, index), byte, e->bytes,
                      width, raw.bytes);
    }
    return {"shared memory", fmt::format("byte {} of shared memory", from_start), -1,
            "but the kernel has no shared memory", 0};
  }
  if (raw.space == Space::local)
    return {std::string(kLocalMemory), "a local array, struct or class", -1, "", 0};
  if (raw.space == Space::param) return {"parameters", "a kernel parameter", -1, "", 0};
  if (const Allocation* a = launch.memory.addresses->nearest(raw.address)) {
    const auto byte = static_cast<int64_t>(raw.address - a->begin);
    return describe(a->name, element_name(*a, byte), byte, a->bytes, a->counted_bytes(), raw.bytes);
  }
  if (const Allocation* a = launch.memory.addresses->below_zero(raw.address, raw.bytes)) {
    const auto byte = static_cast<int64_t>(raw.address - a->begin);
    Target t =
        describe(a->name, element_name(*a, byte), byte, a->bytes, a->counted_bytes(), raw.bytes);
    t.extent += kBelowZero;
    return t;
  }
  return {};
}

// The buffer of the run that a complaint about global memory is about, if it is one.
const Allocation* buffer_of(const RawFinding& raw, const LaunchState& launch) {
  if (raw.space != Space::global) return nullptr;
  const Allocation* a = launch.memory.addresses->nearest(raw.address);
  return a && a->buffer >= 0 ? a : nullptr;
}

// What a sentence is made from.
struct Told {
  const RawFinding& raw;
  const LaunchState& launch;
  const Target& target;

  std::string verb() const { return sim::verb(raw.access); }
  std::string bytes() const { return plural(raw.bytes, "byte"); }
};

std::string out_of_bounds(const Told& told) {
  const auto& [raw, launch, t] = told;
  if (!raw.text.empty()) return fmt::format("{} {}, {}", told.verb(), told.bytes(), raw.text);
  if (raw.space == Space::global && raw.address >= launch.memory.first_heap &&
      raw.address < launch.memory.heap_begin)
    return fmt::format("{} {} of the heap that malloc() gave to an earlier launch", told.verb(),
                       told.bytes());
  if (const Allocation* a = buffer_of(raw, launch); a && a->contains(raw.address, raw.bytes))
    return fmt::format("{} {}, but this launch was not given `{}`", told.verb(), t.element,
                       a->name);
  if (raw.space == Space::local)
    return fmt::format(
        "{} {} beyond the local arrays of the thread (those that are declared in the kernel, "
        "without __shared__): an index is negative, or past the end of its array",
        told.verb(), told.bytes());
  if (raw.space == Space::param)
    return raw.access == AccessKind::load
               ? "reads beyond the parameters of the kernel"
               : fmt::format(
                     "{} a parameter of the kernel, which cannot be changed through a pointer: "
                     "copy it into a variable of your own first",
                     told.verb());
  if (t.name.empty()) {
    const bool is_near_null = raw.address < kNearNull;
    return fmt::format("{} {} at address {:#x}, which belongs to no buffer{}", told.verb(),
                       told.bytes(), raw.address,
                       is_near_null
                           ? ": it lies close to a null pointer. malloc() and new return one when "
                             "the heap is full, for example because nothing is freed"
                           : "");
  }
  if (t.sticks_out > 0)
    return fmt::format("{} {} at {}, of which {} lie {}", told.verb(), told.bytes(), t.element,
                       count_text(t.sticks_out), t.extent);
  return fmt::format("{} {}, {}", told.verb(), t.element, t.extent);
}

std::string misaligned(const Told& told) {
  const auto& [raw, launch, t] = told;
  const std::string plain = fmt::format("{} {} at address {:#x}, which is not a multiple of {}",
                                        told.verb(), told.bytes(), raw.address, raw.bytes);
  const Allocation* const a = buffer_of(raw, launch);
  if (!a || raw.address < a->begin || raw.address >= a->end()) return plain;
  const uint32_t width = bytes_of(a->element);
  // Buffers begin at multiples of every size that an access can have.
  const bool is_whole = (raw.address - a->begin) % width == 0 && raw.bytes % width == 0;
  if (!is_whole || a->begin % raw.bytes != 0 || raw.bytes <= width) return plain;
  return fmt::format(
      "{} {} at {}, an address which is not a multiple of {}: an access this wide may only begin "
      "at every {} element of {}, counted from the first",
      told.verb(), told.bytes(), t.element, raw.bytes, ordinal(raw.bytes / width), a->name);
}

std::string null_pointer(const Told& told) {
  const bool may_be_of_heap = told.launch.program->module->find_function("malloc") != nullptr;
  return fmt::format("{} {} through a null pointer (address {:#x}){}", told.verb(), told.bytes(),
                     told.raw.address,
                     may_be_of_heap ? ": malloc() and new give one when the heap is full, as "
                                      "when nothing is freed"
                                    : "");
}

std::string read_only_write(const Told& told) {
  const auto& [raw, launch, t] = told;
  if (const Allocation* a = buffer_of(raw, launch); a && a->read_only)
    return fmt::format(
        "{} {}, but `{}` is an input of this exercise, which kernels only read: if the line names "
        "another array, are the parameters in the order of the starter?",
        told.verb(), t.element, a->name);
  if (!raw.text.empty()) return fmt::format("writes {}, {}", t.element, raw.text);
  return fmt::format("writes {}, which is constant memory", t.element);
}

std::string step_limit(const Told& told) {
  const auto& [raw, launch, t] = told;
  if (!raw.text.empty()) return raw.text;
  return fmt::format(
      "is still running in {} of the warp of {{who}} after the work of {} simple instructions, "
      "which is as much as a warp may do: either this never ends, or one thread does the work of "
      "many",
      plural(raw.count, "thread"), count_text(launch.options->max_work_per_warp));
}

std::string stack_overflow(const Told&) {
  return "calls functions inside functions too deeply: does the recursion ever end?";
}

std::string device_assert(const Told& told) {
  return fmt::format("device assertion `{}` failed", told.raw.text);
}

std::string trap(const Told& told) {
  if (!told.raw.text.empty()) return told.raw.text;
  return "runs into a trap, by {who}: that is __trap(), or what the compiler makes of code that "
         "can never work, such as an access through a null pointer or an atomic on a variable of "
         "the thread's own";
}

std::string deadlock(const Told& told) {
  return fmt::format("{} wait{} at this barrier for threads that never come{}{}",
                     plural(told.raw.count, "thread"), told.raw.count == 1 ? "s" : "",
                     told.raw.text.empty() ? "" : ": ", told.raw.text);
}

std::string barrier_divergence(const Told& told) {
  return fmt::format("not all threads reach this barrier: {}", told.raw.text);
}

std::string output_limit(const Told& told) {
  const Options& options = *told.launch.options;
  if (told.launch.printed.bytes < options.max_output_bytes)
    return "printf has been called so often that the rest of its text is left out";
  return fmt::format("printf has printed {} bytes; the rest is left out",
                     count_text(options.max_output_bytes));
}

// Who noticed it has put it into words; "{element}" stands for what was accessed.
std::string own_words(const Told& told) {
  constexpr std::string_view kElement = "{element}";
  std::string text = told.raw.text;
  for (size_t at = text.find(kElement); at != std::string::npos; at = text.find(kElement, at))
    text.replace(at, kElement.size(), told.target.element);
  return text;
}

// How findings of a kind read: one row each, in the order of the kinds.
struct Wording {
  enum class Form : uint8_t {
    doing,           // "Line 3 reads a[5], ..., by thread (1,0,0) of block (0,0,0)."
    clause_and_who,  // "Line 3: 32 threads wait ..., by thread (1,0,0) of block (0,0,0)."
    clause,          // "Line 3: ...": the words name the threads, or no thread matters
  };
  FindingKind kind;
  Form form;
  std::string (*what)(const Told&);
};
constexpr Wording kWordings[] = {
    {FindingKind::out_of_bounds, Wording::Form::doing, out_of_bounds},
    {FindingKind::misaligned, Wording::Form::doing, misaligned},
    {FindingKind::null_pointer, Wording::Form::doing, null_pointer},
    {FindingKind::read_only_write, Wording::Form::doing, read_only_write},
    {FindingKind::uninitialized, Wording::Form::doing, own_words},
    {FindingKind::never_written, Wording::Form::doing, own_words},
    {FindingKind::race, Wording::Form::clause, own_words},
    {FindingKind::warp_synchronous, Wording::Form::clause, own_words},
    {FindingKind::barrier_divergence, Wording::Form::clause_and_who, barrier_divergence},
    {FindingKind::deadlock, Wording::Form::clause_and_who, deadlock},
    {FindingKind::step_limit, Wording::Form::doing, step_limit},
    {FindingKind::stack_overflow, Wording::Form::doing, stack_overflow},
    {FindingKind::device_assert, Wording::Form::clause_and_who, device_assert},
    {FindingKind::trap, Wording::Form::doing, trap},
    {FindingKind::undefined_behavior, Wording::Form::doing, own_words},
    {FindingKind::unsupported, Wording::Form::doing, own_words},
    {FindingKind::launch_failure, Wording::Form::doing, own_words},
    {FindingKind::output_limit, Wording::Form::clause, output_limit},
    {FindingKind::note, Wording::Form::clause, own_words},
};
constexpr bool has_a_row_for_each_kind() {
  for (size_t i = 0; i < std::size(kWordings); ++i)
    if (kWordings[i].kind != static_cast<FindingKind>(i)) return false;
  return std::size(kWordings) == kFindingKindCount;
}
static_assert(has_a_row_for_each_kind());

}  // namespace

Finding too_many_instructions(const LaunchReport& report, const LaunchState& launch) {
  const auto busiest =
      std::max_element(report.lines.begin(), report.lines.end(), [](const auto& a, const auto& b) {
        return a.second[Counter::warp_instructions] < b.second[Counter::warp_instructions];
      });
  const uint64_t before = launch.options->work_before;
  Finding f;
  f.kind = FindingKind::step_limit;
  f.line = busiest == report.lines.end() ? 0 : busiest->first;
  f.message = fmt::format(
      "{}The warps of {} have done the work of {} simple instructions together{}, which is as much "
      "as they may, and are still running: does each loop end, and does each thread do only its "
      "own part of the work?",
      f.line > 0 ? fmt::format("Line {}: most of the work is done here. ", f.line) : std::string(),
      launch.launch->kernel, count_text(before + launch.options->max_work),
      before > 0 ? ", in this run and those before it" : "");
  return f;
}

Finding worded(const RawFinding& raw, const LaunchState& launch) {
  const Program& program = raw.earlier_program ? *raw.earlier_program : *launch.program;
  const Launch& made_by = raw.made_by ? *raw.made_by : *launch.launch;
  Finding f;
  f.kind = raw.kind;
  f.line = raw.site < program.sites.size() ? program.sites[raw.site].line : 0;
  f.place = {position_of(raw.block, made_by.grid), position_of(raw.thread, made_by.block)};
  f.count = raw.count;
  if (raw.kind == FindingKind::race || raw.kind == FindingKind::warp_synchronous ||
      raw.other_site != 0) {
    f.other_line = raw.other_site < program.sites.size() ? program.sites[raw.other_site].line : 0;
    f.other_place = ThreadPlace{position_of(raw.other_block, made_by.grid),
                                position_of(raw.other_thread, made_by.block)};
  }
  const Target target = raw.bytes ? target_of(raw, launch) : Target{};
  f.buffer = target.name;
  f.index = target.name.empty() ? -1 : target.index;
  const Wording& wording = kWordings[static_cast<size_t>(raw.kind)];
  const char* const colon = wording.form == Wording::Form::doing ? "" : ":";
  const std::string head =
      f.line > 0 ? fmt::format("Line {}{} ", f.line, colon) : std::string("The kernel ");
  f.message = head + sentence_end(wording.what({raw, launch, target}), f.place,
                                  wording.form != Wording::Form::clause);
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
  f.message = f.count == 1
                  ? fmt::format("No thread writes {}.", element_name(buffer, byte))
                  : fmt::format("No thread writes {} and {} more of the {} elements of {}.",
                                element_name(buffer, byte), count_text(f.count - 1),
                                count_text(buffer.bytes / width), buffer.name);
  return f;
}

}  // namespace warplab::sim
