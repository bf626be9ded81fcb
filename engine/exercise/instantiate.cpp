// From an exercise and one of its sizes to buffers and launches with every expression evaluated.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "data/shape.hpp"
#include "exercise/block_limits.hpp"
#include "exercise/exercise.hpp"
#include "exercise/fill_kinds.hpp"
#include "exercise/in_place.hpp"
#include "exercise/sha256.hpp"

namespace warplab::exercise {
namespace {

// Limits of a grid for compute capabilities 7.5 to 9.0 (CUDA C++ Programming Guide, "Features and
// Technical Specifications"), and of dynamic shared memory for 9.0.
constexpr int64_t kLargestGrid[3] = {2147483647, 65535, 65535};
constexpr int64_t kMostDynamicShared = 227 * 1024;
// Each launch is described in full, so a repeat of millions would take memory before anything ran.
constexpr int64_t kMostLaunches = 10'000;

// Names of arguments' expressions; the second is for nobody to write.
constexpr const char* kSeed = "seed";
constexpr const char* kWholeSeed = "seed, whole";

Error in_launch(const LaunchSpec& spec, std::string_view key, std::string_view why) {
  return Error{fmt::format("launch \"{}\": {}: {}", spec.name, key, why)};
}

Result<Dim3> extent(const LaunchSpec& spec, std::string_view key,
                    const std::vector<Expression>& list, const Values& values,
                    const int64_t (&largest)[3]) {
  uint32_t extents[3] = {1, 1, 1};
  for (size_t i = 0; i < list.size() && i < 3; ++i) {
    const Result<int64_t> value = list[i].evaluate(values);
    if (!value) return in_launch(spec, key, value.error());
    if (*value < 1 || *value > largest[i]) {
      return in_launch(
          spec, key,
          fmt::format("\"{}\" is {}; expected 1 to {}", list[i].text(), *value, largest[i]));
    }
    extents[i] = static_cast<uint32_t>(*value);
  }
  return Dim3{extents[0], extents[1], extents[2]};
}

void set_block(Values& values, const Dim3& block) {
  values["block_x"] = block.x;
  values["block_y"] = block.y;
  values["block_z"] = block.z;
}

// The bytes of a number among the arguments.
Result<std::vector<std::byte>> scalar_bytes(const LaunchSpec& spec, const ScalarArgument& given,
                                            const Values& values) {
  const data::ElementType type = given.type;
  const Result<int64_t> value = given.value.evaluate(values);
  if (!value) return in_launch(spec, "arguments", value.error());
  if (!is_whole_type(type)) return element_bytes(type, static_cast<double>(*value));
  if (const auto bytes = whole_bytes(type, *value)) return *bytes;
  return in_launch(
      spec, "arguments",
      fmt::format("\"{}\" is {}, but {}", given.value.text(), *value, range_sentence(type)));
}

// All 63 bits of a drawn seed go where they fit. See add_seed().
Values with_whole_seed(Values values) {
  values[kSeed] = values.at(kWholeSeed);
  return values;
}

Result<std::vector<std::byte>> number_bytes(const LaunchSpec& spec, const ScalarArgument& given,
                                            const Values& values) {
  if (given.real) return element_bytes(given.type, *given.real);
  const bool is_of_seed =
      is_whole_type(given.type) && given.value.text().find(kSeed) != std::string::npos;
  if (is_of_seed && values.contains(kWholeSeed))
    if (auto bytes = scalar_bytes(spec, given, with_whole_seed(values))) return bytes;
  return scalar_bytes(spec, given, values);
}

// As C++ lays a structure out: each member at a multiple of its size, and the whole a multiple of
// the largest.
Result<std::vector<std::byte>> structure_bytes(const LaunchSpec& spec,
                                               const std::vector<ScalarArgument>& members,
                                               const Values& values) {
  std::vector<std::byte> all;
  size_t largest = 1;
  for (const ScalarArgument& member : members) {
    const Result<std::vector<std::byte>> bytes = number_bytes(spec, member, values);
    if (!bytes) return bytes;
    largest = std::max(largest, bytes->size());
    all.resize((all.size() + bytes->size() - 1) / bytes->size() * bytes->size());
    all.insert(all.end(), bytes->begin(), bytes->end());
  }
  all.resize((all.size() + largest - 1) / largest * largest);
  return all;
}

Result<data::Argument> argument(const Exercise& exercise, const LaunchSpec& spec,
                                const ArgumentSpec& given, const Values& values) {
  data::Argument made;
  if (!given.buffer.empty()) {
    const auto found = std::find_if(exercise.buffers.begin(), exercise.buffers.end(),
                                    [&](const Buffer& b) { return b.name == given.buffer; });
    made.buffer = static_cast<int>(found - exercise.buffers.begin());
    return made;
  }
  Result<std::vector<std::byte>> bytes = given.members.empty()
                                             ? number_bytes(spec, given.scalar, values)
                                             : structure_bytes(spec, given.members, values);
  if (!bytes) return Error{bytes.error()};
  made.value = std::move(*bytes);
  return made;
}

Result<data::Launch> make_launch(const Exercise& exercise, const LaunchSpec& spec, Values values) {
  data::Launch launch;
  launch.kernel = spec.kernel;
  launch.keep_variables = spec.keep_variables;
  launch.cooperative = spec.cooperative;
  const Result<Dim3> block = extent(spec, "block", spec.block, values, kLargestBlock);
  if (!block) return Error{block.error()};
  if (block->volume() > uint64_t{kMostThreads}) {
    return in_launch(spec, "block",
                     fmt::format("{} x {} x {} is {} threads; a block may have {}", block->x,
                                 block->y, block->z, block->volume(), kMostThreads));
  }
  launch.block = *block;
  set_block(values, *block);
  const Result<Dim3> grid = extent(spec, "grid", spec.grid, values, kLargestGrid);
  if (!grid) return Error{grid.error()};
  launch.grid = *grid;
  const Result<int64_t> shared = spec.dynamic_shared.evaluate(values);
  if (!shared) return in_launch(spec, "dynamic_shared", shared.error());
  if (*shared < 0 || *shared > kMostDynamicShared) {
    return in_launch(spec, "dynamic_shared",
                     fmt::format("\"{}\" is {} bytes; expected 0 to {}", spec.dynamic_shared.text(),
                                 *shared, kMostDynamicShared));
  }
  launch.dynamic_shared_bytes = static_cast<uint32_t>(*shared);
  for (const ArgumentSpec& given : spec.arguments) {
    Result<data::Argument> made = argument(exercise, spec, given, values);
    if (!made) return Error{made.error()};
    launch.arguments.push_back(std::move(*made));
  }
  return launch;
}

// `seed` as arguments see it. Wraps for seeds beyond 2^63; the kernel sees the same 64 bits. From a
// drawn one, which is what the inputs are made from, nobody must get back to it: 31 bits of its
// hash fit every type that a seed is given in, and where 63 fit, the upper ones are others of it.
void add_seed(const Seed& seed, Values& values) {
  values[kSeed] = static_cast<int64_t>(seed.value);
  if (!seed.drawn) return;
  const uint64_t hash = first_bits(sha256(fmt::format("argument {}", seed.value)));
  values[kSeed] = static_cast<int64_t>(hash >> 33);
  values[kWholeSeed] = static_cast<int64_t>((hash >> 33 | hash << 31) & INT64_MAX);
}

int buffer_number(const Exercise& exercise, std::string_view name) {
  const auto found = std::ranges::find(exercise.buffers, name, &Buffer::name);
  return static_cast<int>(found - exercise.buffers.begin());
}

// What LaunchSpec::swap says, after `iteration` repetitions.
void swap_buffers(const Exercise& exercise, const LaunchSpec& leader, int64_t iteration,
                  data::Launch& launch) {
  if (leader.swap.empty() || iteration % 2 == 0) return;
  const int one = buffer_number(exercise, leader.swap[0]);
  const int other = buffer_number(exercise, leader.swap[1]);
  for (data::Argument& argument : launch.arguments)
    if (argument.buffer == one) argument.buffer = other;
    else if (argument.buffer == other) argument.buffer = one;
}

// What arguments see in each repetition, in order: `iteration`, and the names of loops.
Result<std::vector<Values>> repetitions(const Exercise& exercise, const LaunchSpec& leader,
                                        const Values& values, int64_t room) {
  const auto refused = [&](const Expression& count, int64_t is) {
    return in_launch(leader, "repeat",
                     fmt::format("\"{}\" is {}; expected at least 1 and no more than {} "
                                 "launches altogether",
                                 count.text(), is, kMostLaunches));
  };
  std::vector<Values> all{values};
  std::vector<DerivedSize> loops = leader.loops;
  if (loops.empty()) loops.push_back({"iteration", leader.repeat});
  for (const DerivedSize& loop : loops) {
    std::vector<Values> inside;
    for (const Values& outside : all) {
      const Result<int64_t> count = loop.value.evaluate(outside);
      if (!count) return in_launch(leader, "repeat", count.error());
      if (*count < 1 || *count > room - static_cast<int64_t>(inside.size()))
        return refused(loop.value, *count);
      for (int64_t i = 0; i < *count; ++i) inside.emplace_back(outside)[loop.name] = i;
    }
    all = std::move(inside);
  }
  for (size_t i = 0; i < all.size(); ++i)
    all[i]["iteration"] = exercise.first_iteration + static_cast<int64_t>(i);
  return all;
}

// Appends launches first ... last (not included), which repeat together.
Result<bool> append_repeated(const Exercise& exercise, size_t first, size_t last,
                             const Values& values, Case& made) {
  const LaunchSpec& leader = exercise.launches[first];
  const auto room = (kMostLaunches - static_cast<int64_t>(made.launches.size())) /
                    static_cast<int64_t>(last - first);
  const Result<std::vector<Values>> all = repetitions(exercise, leader, values, room);
  if (!all) return Error{all.error()};
  for (size_t repetition = 0; repetition < all->size(); ++repetition) {
    const Values& here = (*all)[repetition];
    for (size_t i = first; i < last; ++i) {
      const Result<int64_t> made_here = exercise.launches[i].when.evaluate(values);
      if (!made_here) return in_launch(exercise.launches[i], "when", made_here.error());
      if (*made_here == 0) continue;
      Result<data::Launch> launch = make_launch(exercise, exercise.launches[i], here);
      if (!launch) return Error{launch.error()};
      swap_buffers(exercise, leader, here.at("iteration"), *launch);
      if (!leader.repeat_while.empty()) {
        launch->flag = buffer_number(exercise, leader.repeat_while);
        launch->round = i > first         ? data::Round::belongs
                        : repetition == 0 ? data::Round::begins
                                          : data::Round::continues;
      }
      made.launches.push_back(std::move(*launch));
      made.launch_specs.push_back(i);
    }
  }
  return true;
}

Result<bool> append_launches(const Exercise& exercise, const Values& values, Case& made) {
  for (size_t first = 0; first < exercise.launches.size();) {
    size_t last = first + 1;
    const int group = exercise.launches[first].repeat_group;
    while (group >= 0 && last < exercise.launches.size() &&
           exercise.launches[last].repeat_group == group) {
      ++last;
    }
    Result<bool> done = append_repeated(exercise, first, last, values, made);
    if (!done) return done;
    first = last;
  }
  return true;
}

Result<bool> check_fills(const Buffer& spec, uint64_t elements) {
  std::vector<const Fill*> fills{&spec.fill};
  for (const Fill& fill : spec.first_fills) fills.push_back(&fill);
  for (const Fill* const fill : fills)
    if (fill->kind->misfit)
      if (const auto why = fill->kind->misfit(*fill, spec.element, elements))
        return Error{fmt::format("buffer \"{}\": fill: {}", spec.name, *why)};
  return true;
}

Result<data::Buffer> make_buffer(const Buffer& spec, const Values& values, uint64_t& total) {
  data::Buffer buffer;
  buffer.name = spec.name;
  buffer.element = spec.element;
  for (const Expression& expression : spec.shape) {
    const Result<int64_t> extent = expression.evaluate(values);
    if (!extent) return Error{fmt::format("buffer \"{}\": shape: {}", spec.name, extent.error())};
    if (*extent < 1) {
      return Error{fmt::format("buffer \"{}\": shape: \"{}\" is {}; expected at least 1", spec.name,
                               expression.text(), *extent)};
    }
    buffer.shape.push_back(static_cast<uint64_t>(*extent));
  }
  const std::optional<uint64_t> bytes = data::bytes_of(spec.element, buffer.shape);
  if (!bytes || *bytes > kMaxCaseBytes - total) {
    return Error{
        fmt::format("buffer \"{}\": shape: with it the buffers need more than {} GiB together, "
                    "which is all that a run may have",
                    spec.name, kMaxCaseBytes >> 30)};
  }
  total += *bytes;
  const Result<bool> fills = check_fills(spec, elements_of(buffer));
  if (!fills) return Error{fills.error()};
  buffer.initialized = !spec.fill.is(kPoisonFill);
  buffer.must_be_written = spec.role == Buffer::Role::output;
  buffer.read_only = spec.role == Buffer::Role::input;
  buffer.variable = spec.variable;
  return buffer;
}

double amount_at(const Formula& formula, const Values& values) {
  std::vector<double> numbers;
  for (const std::string& name : formula.names())
    numbers.push_back(static_cast<double>(values.at(name)));
  return formula.evaluate(numbers);
}

data::Tolerance tolerance_at(const Buffer& spec, const Values& values) {
  data::Tolerance tolerance = spec.tolerance;
  if (spec.absolute_tolerance) tolerance.absolute = amount_at(*spec.absolute_tolerance, values);
  if (spec.relative_tolerance) tolerance.relative = amount_at(*spec.relative_tolerance, values);
  return tolerance;
}

Result<Dim3> chosen_block(const Exercise& exercise, const std::optional<Dim3>& choice) {
  const Dim3 block = choice.value_or(exercise.default_block);
  const Dim3& most = exercise.max_block;
  const bool fits = block.x >= 1 && block.y >= 1 && block.z >= 1 && block.x <= most.x &&
                    block.y <= most.y && block.z <= most.z &&
                    block.volume() <= exercise.max_block_threads;
  if (fits) return block;
  return Error{
      fmt::format("the block of {} x {} x {} threads is not one that this exercise takes: at most "
                  "{} x {} x {}, {} threads altogether",
                  block.x, block.y, block.z, most.x, most.y, most.z, exercise.max_block_threads)};
}

}  // namespace

std::string Seed::text() const {
  return drawn ? fmt::format("drawn seed {:016x}", value) : fmt::format("seed {}", value);
}

Result<Values> values_of(const Exercise& exercise, const SizeSet& size, const Variant& variant) {
  Values values = size.values;
  for (const DerivedSize& derived : exercise.derived_sizes) {
    const Result<int64_t> value = derived.value.evaluate(values);
    if (!value) return Error{fmt::format("size \"{}\": {}", derived.name, value.error())};
    values[derived.name] = *value;
  }
  values.insert(variant.flags.begin(), variant.flags.end());
  return values;
}

Result<Case> instantiate(const Exercise& exercise, const SizeSet& size, const Variant& variant,
                         Seed seed, std::optional<Dim3> block) {
  Case made;
  made.seed = seed.value;
  Result<Values> values = values_of(exercise, size, variant);
  if (!values) return Error{values.error()};
  made.values = std::move(*values);
  if (exercise.student_chooses_block) {
    const Result<Dim3> choice = chosen_block(exercise, block);
    if (!choice) return Error{choice.error()};
    set_block(made.values, *choice);
  } else if (block) {
    return Error{"this exercise fixes the block; the file may not choose one"};
  }
  const std::string of_variant = exercise.variants.size() > 1 ? ", " + variant.name : "";
  made.label = fmt::format("{}, {}{}", size.label, seed.text(), of_variant);
  made.without_seed = size.label + of_variant;

  uint64_t total = 0;
  for (const Buffer& spec : exercise.buffers) {
    Result<data::Buffer> buffer = make_buffer(spec, made.values, total);
    if (!buffer) return Error{buffer.error()};
    made.buffers.push_back(std::move(*buffer));
    made.specs.push_back(&spec);
    made.tolerances.push_back(tolerance_at(spec, made.values));
  }
  Values of_launches = made.values;
  add_seed(seed, of_launches);
  const Result<bool> launches = append_launches(exercise, of_launches, made);
  if (!launches) return Error{launches.error()};
  for (const auto& [specs, into] : {std::pair(&exercise.prepares, &made.prepares),
                                    std::pair(&exercise.verifies, &made.verifies)})
    for (const LaunchSpec& spec : *specs) {
      Values here = of_launches;
      here["iteration"] = 0;
      Result<data::Launch> launch = make_launch(exercise, spec, std::move(here));
      if (!launch) return Error{launch.error()};
      into->push_back(std::move(*launch));
    }
  return made;
}

std::map<std::string, int64_t> metric_values(const Case& c) {
  std::map<std::string, int64_t> values = c.values;
  for (const data::Buffer& buffer : c.buffers) {
    values[buffer.name + ".elements"] = static_cast<int64_t>(elements_of(buffer));
    values[buffer.name + ".bytes"] = static_cast<int64_t>(bytes_of(buffer));
    if (buffer.initialized && !buffer.read_only) values[buffer.name + kInPlace] = 1;
  }
  return values;
}

bool has_stream(std::span<const Buffer* const> buffers) {
  const auto count = [&](Buffer::Role role) {
    return std::count_if(buffers.begin(), buffers.end(),
                         [&](const Buffer* buffer) { return buffer->role == role; });
  };
  const auto inputs = count(Buffer::Role::input), outputs = count(Buffer::Role::output);
  if (inputs < 1 || inputs > 2 || outputs != 1) return false;
  if (inputs + outputs != static_cast<std::ptrdiff_t>(buffers.size())) return false;
  const Buffer* first = nullptr;
  for (const Buffer* buffer : buffers) {
    if (buffer->role != Buffer::Role::input) continue;
    if (first == nullptr) first = buffer;
    const auto same = [](const Expression& a, const Expression& b) { return a.text() == b.text(); };
    if (!std::ranges::equal(first->shape, buffer->shape, same)) return false;
  }
  return std::all_of(buffers.begin(), buffers.end(), [&](const Buffer* buffer) {
    return data::bytes_of(buffer->element) == data::bytes_of(buffers.front()->element);
  });
}

bool compares_with_reference(const Exercise& exercise) {
  return std::any_of(exercise.gates.begin(), exercise.gates.end(), [](const Gate& gate) {
    for (const auto* part :
         {&gate.expression, &gate.min_amount, &gate.max_amount, &gate.ideal_amount})
      if (*part && (*part)->uses_reference()) return true;
    return false;
  });
}

}  // namespace warplab::exercise
