#include "sim/report/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "ptx/source_name.hpp"
#include "sim/local_memory.hpp"

namespace warplab::sim {
namespace {

using ptx::Space;

// From the nearest array, in bytes: beyond it an index says nothing, and could not be computed.
constexpr int64_t kFarthestElement = int64_t{1} << 40;
// Below it no buffer lies, and an index on top of a null pointer leads there.
constexpr uint64_t kNearNull = uint64_t{1} << 24;

Says verb(AccessKind kind) {
  return kind == AccessKind::load    ? Says::reads
         : kind == AccessKind::store ? Says::writes
                                     : Says::updates;
}

Saying elements(uint64_t n) { return say(n == 1 ? Says::one_element : Says::elements, Count{n}); }
Saying threads(uint64_t n) { return say(n == 1 ? Says::one_thread : Says::threads, Count{n}); }

std::string hexadecimal(uint64_t address) { return fmt::format("{:#x}", address); }

// An access of `bytes` at `byte` of something that has `size` bytes in elements of `width`.
struct Target {
  std::string name;
  Saying element;
  int64_t index = 0;
  Told extent;
  uint64_t sticks_out = 0;  // bytes past its end, of an access that begins in it
};

Target describe(const std::string& name, std::string element, int64_t byte, uint64_t size,
                uint32_t width, uint32_t accessed) {
  Target t{name, as_it_is(std::move(element)), 0, {}, 0};
  const auto w = static_cast<int64_t>(width);
  t.index = byte >= 0 ? byte / w : -((-byte + w - 1) / w);
  const auto count = static_cast<int64_t>(size) / w;
  const Saying all = elements(static_cast<uint64_t>(count));
  if (t.index < 0) {
    t.extent.what = say(Says::before_start, elements(static_cast<uint64_t>(-t.index)), name, all);
  } else if (t.index >= count) {
    t.extent.what =
        say(Says::past_end, elements(static_cast<uint64_t>(t.index - count + 1)), name, all);
  } else {
    const auto end = static_cast<uint64_t>(byte) + accessed;
    t.sticks_out = end > size ? end - size : 0;
    t.extent.what = say(Says::past_the_end, name, all);
  }
  return t;
}

// The buffer, shared array or local memory that an address means, in bounds or not.
Target target_of(const RawFinding& raw, const LaunchState& launch) {
  if (raw.space == Space::shared) {
    const int64_t from_start = shared_byte(raw.address);
    if (from_start > kFarthestElement || from_start < -kFarthestElement)
      return {"shared memory",
              say(Says::byte_of_shared_memory, hexadecimal(raw.address)),
              -1,
              {say(Says::far_beyond_shared), {}},
              0};
    const Program& program = raw.earlier_program ? *raw.earlier_program : *launch.program;
    if (const auto* e = program.shared.nearest(from_start)) {
      const int64_t byte = from_start - int64_t{e->begin};
      const uint32_t width = bytes_of(e->element);
      const auto w = static_cast<int64_t>(width);
      const int64_t index = byte >= 0 ? byte / w : -((-byte + w - 1) / w);
      const std::string name = ptx::source_name(e->name);
      if (e->bytes == 0)
        return {name,
                as_it_is(fmt::format("{}[{}]", name, index)),
                index,
                {say(Says::no_dynamic_shared_memory, Own::who), say(Says::declare_with_size, name)},
                0};
      // One element is a variable, mostly: `__shared__ float sum`.
      const bool is_scalar = e->bytes == width && index == 0;
      return describe(name, is_scalar ? name : fmt::format("{}[{}]", name, index), byte, e->bytes,
                      width, raw.bytes);
    }
    return {"shared memory",
            say(Says::byte_of_shared_memory, from_start),
            -1,
            {say(Says::no_shared_memory), {}},
            0};
  }
  if (raw.space == Space::local)
    return {std::string(kLocalMemory), say(Says::local_array), -1, {}, 0};
  if (raw.space == Space::param) return {"parameters", say(Says::kernel_parameter), -1, {}, 0};
  if (const Allocation* a = launch.memory.addresses->nearest(raw.address)) {
    const auto byte = static_cast<int64_t>(raw.address - a->begin);
    return describe(a->name, element_name(*a, byte), byte, a->bytes, a->counted_bytes(), raw.bytes);
  }
  if (const Allocation* a = launch.memory.addresses->below_zero(raw.address, raw.bytes)) {
    const auto byte = static_cast<int64_t>(raw.address - a->begin);
    Target t =
        describe(a->name, element_name(*a, byte), byte, a->bytes, a->counted_bytes(), raw.bytes);
    t.extent.what += say(Says::below_zero);
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

// What a finding is told from.
struct Noticed {
  const RawFinding& raw;
  const LaunchState& launch;
  const Target& target;

  Says verb() const { return sim::verb(raw.access); }
  Saying bytes() const {
    return say(raw.bytes == 1 ? Says::one_byte : Says::bytes, Count{raw.bytes});
  }
};

Told out_of_bounds(const Noticed& noticed) {
  const auto& [raw, launch, t] = noticed;
  const Says verb = noticed.verb();
  if (!raw.told.empty())
    return {say(Says::accesses_bytes_where, verb, noticed.bytes(), raw.told.what), raw.told.advice};
  if (raw.space == Space::global && raw.address >= launch.memory.first_heap &&
      raw.address < launch.memory.heap_begin)
    return {say(Says::accesses_earlier_heap, verb, noticed.bytes()), {}};
  if (const Allocation* a = buffer_of(raw, launch);
      a && a->freed && a->contains(raw.address, raw.bytes))
    return {say(Says::accesses_freed_memory, verb, Own::element, a->name), {}};
  if (const Allocation* a = buffer_of(raw, launch); a && a->contains(raw.address, raw.bytes))
    return {say(Says::accesses_buffer_not_given, verb, Own::element, a->name), {}};
  if (raw.space == Space::local)
    return {say(Says::accesses_beyond_local, verb, noticed.bytes()), say(Says::local_index_wrong)};
  if (raw.space == Space::param)
    return raw.access == AccessKind::load
               ? Told{say(Says::reads_beyond_parameters), {}}
               : Told{say(Says::changes_parameter, verb), say(Says::copy_parameter_first)};
  if (t.name.empty())
    return {say(Says::accesses_no_buffer, verb, noticed.bytes(), hexadecimal(raw.address)),
            raw.address < kNearNull ? say(Says::near_null) : Saying{}};
  if (t.sticks_out > 0)
    return {say(Says::accesses_sticks_out, verb, noticed.bytes(), Own::element, Count{t.sticks_out},
                t.extent.what),
            t.extent.advice};
  return {say(Says::accesses_where, verb, Own::element, t.extent.what), t.extent.advice};
}

Told misaligned(const Noticed& noticed) {
  const auto& [raw, launch, t] = noticed;
  const Told plain{say(Says::accesses_misaligned, noticed.verb(), noticed.bytes(),
                       hexadecimal(raw.address), raw.bytes),
                   {}};
  if (raw.space == Space::shared) {
    const int64_t from_start = shared_byte(raw.address);
    const auto* const e = launch.program->shared.find(static_cast<uint64_t>(from_start), 1);
    if (!e || from_start < 0) return plain;
    return {say(Says::accesses_misaligned_byte, noticed.verb(), noticed.bytes(),
                from_start - int64_t{e->begin}, ptx::source_name(e->name), raw.bytes),
            say(Says::widest_array_first)};
  }
  const Allocation* const a = buffer_of(raw, launch);
  if (!a || raw.address < a->begin || raw.address >= a->end()) return plain;
  if ((raw.address - a->begin) % bytes_of(a->element) != 0)
    return {say(Says::accesses_misaligned_byte, noticed.verb(), noticed.bytes(),
                raw.address - a->begin, a->name, raw.bytes),
            say(Says::address_in_elements)};
  const uint32_t width = bytes_of(a->element);
  // Buffers begin at multiples of every size that an access can have.
  const bool is_whole = (raw.address - a->begin) % width == 0 && raw.bytes % width == 0;
  if (!is_whole || a->begin % raw.bytes != 0 || raw.bytes <= width) return plain;
  const uint32_t every = raw.bytes / width;
  return {say(Says::accesses_misaligned_element, noticed.verb(), noticed.bytes(), Own::element,
              raw.bytes),
          every == 2 ? say(Says::wide_access_begins_at_second, a->name)
                     : say(Says::wide_access_begins_at, every, a->name)};
}

Told null_pointer(const Noticed& noticed) {
  const bool may_be_of_heap = noticed.launch.program->module->find_function("malloc") != nullptr;
  return {say(Says::accesses_null_pointer, noticed.verb(), noticed.bytes(),
              hexadecimal(noticed.raw.address)),
          may_be_of_heap ? say(Says::heap_may_be_full) : Saying{}};
}

Told read_only_write(const Noticed& noticed) {
  const auto& [raw, launch, t] = noticed;
  if (const Allocation* a = buffer_of(raw, launch); a && a->read_only)
    return {say(Says::writes_input, noticed.verb(), Own::element, a->name),
            say(Says::parameters_in_order)};
  if (!raw.told.empty()) return {say(Says::writes_where, Own::element, raw.told.what), {}};
  return {say(Says::writes_constant_memory, Own::element), {}};
}

Told step_limit(const Noticed& noticed) {
  const auto& [raw, launch, t] = noticed;
  if (!raw.told.empty()) return raw.told;
  return {say(Says::warp_works_on, Count{launch.options->max_work_per_warp / 1'000'000}),
          say(Says::never_ends_or_one_works_for_many, threads(raw.count), Own::who)};
}

Told stack_overflow(const Noticed&) {
  return {say(Says::recursion_too_deep), say(Says::does_recursion_end)};
}

Told trap(const Noticed& noticed) {
  if (!noticed.raw.told.empty()) return noticed.raw.told;
  return {say(Says::runs_into_trap, Own::who), {}};
}

Told deadlock(const Noticed& noticed) {
  const auto& [raw, launch, t] = noticed;
  return {say(raw.count == 1 ? Says::one_thread_waits_in_vain : Says::threads_wait_in_vain,
              threads(raw.count)),
          raw.told.empty() ? Saying{} : say(Says::because, raw.told.what)};
}

Told barrier_divergence(const Noticed& noticed) {
  const std::vector<data::Phrase>& what = noticed.raw.told.what.phrases;
  if (!what.empty() && what.front().says == Says::lanes_of_mask_do_not_come)
    return noticed.raw.told;
  Told told{say(Says::not_all_reach_barrier), say(Says::because, noticed.raw.told.what)};
  told.advice += noticed.raw.told.advice;
  return told;
}

Told output_limit(const Noticed& noticed) {
  const Options& options = *noticed.launch.options;
  if (noticed.launch.printed.bytes < options.max_output_bytes)
    return {say(Says::printf_called_too_often), {}};
  return {say(Says::printf_too_long, Count{options.max_output_bytes}), say(Says::rest_left_out)};
}

// Who noticed it says all of it.
Told as_noticed(const Noticed& noticed) { return noticed.raw.told; }

using Form = Finding::Form;
// How findings of a kind are told: one row each, in the order of the kinds.
struct Row {
  FindingKind kind;
  Finding::Form form;
  Told (*told)(const Noticed&);
};
constexpr Row kRows[] = {
    {FindingKind::out_of_bounds, Form::does, out_of_bounds},
    {FindingKind::misaligned, Form::does, misaligned},
    {FindingKind::null_pointer, Form::does, null_pointer},
    {FindingKind::read_only_write, Form::does, read_only_write},
    {FindingKind::uninitialized, Form::does, as_noticed},
    {FindingKind::never_written, Form::does, as_noticed},
    {FindingKind::race, Form::clause, as_noticed},
    {FindingKind::warp_synchronous, Form::clause, as_noticed},
    {FindingKind::barrier_divergence, Form::clause_and_who, barrier_divergence},
    {FindingKind::deadlock, Form::clause_and_who, deadlock},
    {FindingKind::step_limit, Form::does, step_limit},
    {FindingKind::stack_overflow, Form::does, stack_overflow},
    {FindingKind::device_assert, Form::clause_and_who, as_noticed},
    {FindingKind::trap, Form::does, trap},
    {FindingKind::undefined_behavior, Form::does, as_noticed},
    {FindingKind::unsupported, Form::does, as_noticed},
    {FindingKind::launch_failure, Form::does, as_noticed},
    {FindingKind::output_limit, Form::clause, output_limit},
    {FindingKind::note, Form::clause, as_noticed},
};
constexpr bool has_a_row_for_each_kind() {
  for (size_t i = 0; i < std::size(kRows); ++i)
    if (kRows[i].kind != static_cast<FindingKind>(i)) return false;
  return std::size(kRows) == kFindingKindCount;
}
static_assert(has_a_row_for_each_kind());

// The source line whose instructions warps have executed most often, printf's among them; 0: none.
int busiest_line(const Program& program, const SlotCounters& slots) {
  std::map<int, uint64_t> warps;  // by line
  for (size_t k = 0; k < program.blocks.size(); ++k)
    for (uint32_t j = 0; j < program.blocks[k].instructions; ++j)
      warps[program.sites[program.blocks[k].first_site + j].line] += slots.blocks[k].warps;
  const auto busiest = std::ranges::max_element(warps, {}, &std::pair<const int, uint64_t>::second);
  return busiest == warps.end() ? 0 : busiest->first;
}

}  // namespace

Finding too_many_instructions(const SlotCounters& slots, const LaunchState& launch) {
  Finding f;
  f.kind = FindingKind::step_limit;
  f.line = busiest_line(*launch.program, slots);
  const std::string& kernel = launch.launch->kernel;
  const Count millions{(launch.options->work_before + launch.options->max_work) / 1'000'000};
  f.told.what = f.line > 0 ? say(Says::works_most_on_line, f.line, kernel, millions)
                           : say(Says::works_on, kernel, millions);
  f.told.advice = say(Says::does_each_loop_end);
  return f;
}

Finding finding_of(const RawFinding& raw, const LaunchState& launch) {
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
  f.element = target.element;
  f.index = target.name.empty() ? -1 : target.index;
  const Row& row = kRows[static_cast<size_t>(raw.kind)];
  f.form = raw.form.value_or(row.form);
  f.more = raw.more;
  f.told = row.told({raw, launch, target});
  return f;
}

void leave_out_recursion_without_end(std::vector<Finding>& findings) {
  if (std::ranges::none_of(findings,
                           [](const Finding& f) { return f.kind == FindingKind::stack_overflow; }))
    return;
  std::erase_if(findings, [](const Finding& f) {
    return f.kind == FindingKind::note && !f.told.what.empty() &&
           f.told.what.phrases.front().says == Says::recursion_beyond_stack;
  });
}

void note_constants_by_lane(const LineCounters& lines, std::vector<Finding>& findings) {
  for (const auto& [line, counters] : lines) {
    // A request that one address serves has one sector, and 32 words side by side have four.
    const uint64_t requests = counters[Counter::constant_requests];
    if (line <= 0 || requests == 0 || counters[Counter::constant_sectors] < 2 * requests) continue;
    Finding f;
    f.line = line;
    f.form = Finding::Form::clause;
    f.count = requests;
    f.told = {say(Says::constants_by_lane), say(Says::constants_one_by_one)};
    findings.push_back(std::move(f));
  }
}

Finding never_written(const Allocation& buffer, uint64_t first_unit, uint32_t unit_bytes,
                      uint64_t missing) {
  Finding f;
  f.kind = FindingKind::never_written;
  const uint32_t width = bytes_of(buffer.element);
  const auto byte = static_cast<int64_t>(first_unit * unit_bytes);
  f.buffer = buffer.name;
  f.element = as_it_is(element_name(buffer, byte));
  f.index = byte / width;
  f.count = std::max<uint64_t>(1, missing * unit_bytes / width);
  f.told.what = f.count == 1 ? say(Says::no_thread_writes_one, Own::element)
                             : say(Says::no_thread_writes, Own::element, Count{f.count - 1},
                                   Count{buffer.bytes / width}, buffer.name);
  return f;
}

}  // namespace warplab::sim
