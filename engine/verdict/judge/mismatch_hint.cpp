#include "verdict/judge/mismatch_hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "data/element.hpp"
#include "source/parameters.hpp"

namespace warplab::verdict {
namespace {

using data::ElementType;
using exercise::ArgumentSpec;
using exercise::Exercise;
using exercise::LaunchSpec;
using source::DeclaredParameter;

std::string_view type_in_source(ElementType type) {
  switch (type) {
    case ElementType::u8: return "unsigned char";
    case ElementType::i8: return "signed char";
    case ElementType::u16: return "unsigned short";
    case ElementType::i16: return "short";
    case ElementType::u32: return "unsigned";
    case ElementType::i32: return "int";
    case ElementType::u64: return "unsigned long long";
    case ElementType::i64: return "long long";
    case ElementType::f16: return "half";
    case ElementType::f32: return "float";
    case ElementType::f64: return "double";
    case ElementType::bf16: return "__nv_bfloat16";
  }
  return "";
}

// What a kernel is given in one place.
struct Passed {
  std::string name;  // a buffer's, or the formula of a number
  bool is_pointer = false;
  std::optional<ElementType> element;  // none: a buffer that each launch takes from several
};

Passed passed(const Exercise& exercise, const ArgumentSpec& argument) {
  if (!argument.members.empty()) return {"a structure", false, std::nullopt};
  if (argument.buffer.empty())
    return {argument.scalar.real ? fmt::format("{}", *argument.scalar.real)
                                 : argument.scalar.value.text(),
            false, argument.scalar.type};
  const auto buffer = std::ranges::find(exercise.buffers, argument.buffer, &exercise::Buffer::name);
  if (buffer == exercise.buffers.end()) return {argument.buffer, true, std::nullopt};
  return {buffer->name, true, buffer->element};
}

// Numbers that one may be read as the other: signs aside.
bool are_alike(ElementType a, ElementType b) {
  return data::bytes_of(a) == data::bytes_of(b) && data::is_whole_type(a) == data::is_whole_type(b);
}

std::vector<const LaunchSpec*> launches_of(const Exercise& exercise, const std::string& kernel) {
  std::vector<const LaunchSpec*> launches;
  for (const LaunchSpec& launch : exercise.launches)
    if (launch.kernel == kernel) launches.push_back(&launch);
  return launches;
}

// The first parameter of another type than what is passed, or with the name of something that is
// passed in another place, in every launch of the kernel.
Saying parameter_hint(const Exercise& exercise, std::string_view source,
                      const std::string& kernel) {
  const std::vector<DeclaredParameter> parameters = source::parameters_of(source, kernel);
  const std::vector<const LaunchSpec*> launches = launches_of(exercise, kernel);
  const auto in_all = [&](auto&& holds) { return std::ranges::all_of(launches, holds); };
  if (launches.empty() || !in_all([&](const LaunchSpec* launch) {
        return launch->arguments.size() == parameters.size();
      }))
    return {};
  const std::string all = passed_text(exercise, *launches.front());
  for (size_t k = 0; k < parameters.size(); ++k) {
    const DeclaredParameter& parameter = parameters[k];
    const auto passed_to = [&](const LaunchSpec* launch, size_t place) {
      return passed(exercise, launch->arguments[place]);
    };
    if (in_all([&](const LaunchSpec* launch) {
          const Passed given = passed_to(launch, k);
          if (given.is_pointer && parameter.type.ends_with("**")) return true;
          return parameter.element && given.element &&
                 (given.is_pointer != parameter.is_pointer ||
                  !are_alike(*given.element, *parameter.element));
        }))
      return say(GateSays::parameter_has_other_type, k + 1, kernel, parameter.type, all);
    if (in_all([&](const LaunchSpec* launch) {
          bool elsewhere = false;
          for (size_t place = 0; place < parameters.size(); ++place)
            if (passed_to(launch, place).name == parameter.name) {
              if (place == k) return false;
              elsewhere = true;
            }
          return elsewhere;
        }))
      return say(GateSays::parameter_in_other_place, k + 1, kernel, parameter.name, all);
  }
  return {};
}

// A direction in which threads, or blocks, lie side by side.
struct Direction {
  std::string name;    // "blockIdx.x"
  std::string extent;  // "2 blocks along x"
  bool of_threads = false;
};

std::vector<Direction> directions_not_asked(const compile::KernelResources& kernel,
                                            const data::Launch& launch) {
  std::vector<Direction> not_asked;
  const auto look = [&](uint32_t asked, const Dim3& extent, std::string_view name,
                        std::string_view what, bool of_threads) {
    const uint32_t extents[] = {extent.x, extent.y, extent.z};
    for (unsigned d = 0; d < 3; ++d)
      if (extents[d] > 1 && (asked >> d & 1) == 0)
        not_asked.push_back({fmt::format("{}.{}", name, "xyz"[d]),
                             fmt::format("{} {} along {}", extents[d], what, "xyz"[d]),
                             of_threads});
  };
  look(kernel.block_asked, launch.grid, "blockIdx", "blocks", false);
  look(kernel.thread_asked, launch.block, "threadIdx", "threads", true);
  return not_asked;
}

Saying place_hint(const compile::KernelResources& resources, const data::Launch& launch) {
  const std::vector<Direction> not_asked = directions_not_asked(resources, launch);
  if (not_asked.empty()) return {};
  if (not_asked.size() == 1)
    return say(not_asked[0].of_threads ? GateSays::threads_all_do_the_same
                                       : GateSays::blocks_all_do_the_same,
               launch.kernel, not_asked[0].name, not_asked[0].extent);
  std::string names;
  for (size_t k = 0; k < not_asked.size(); ++k)
    names += (k == 0 ? "" : k + 1 == not_asked.size() ? " or " : ", ") + not_asked[k].name;
  return say(GateSays::places_do_the_same, launch.kernel, names);
}

}  // namespace

std::string passed_text(const Exercise& exercise, const LaunchSpec& launch) {
  std::string text;
  for (const ArgumentSpec& argument : launch.arguments) {
    const Passed given = passed(exercise, argument);
    if (!text.empty()) text += ", ";
    text += given.name;
    if (given.element)
      text += fmt::format(" ({}{})", type_in_source(*given.element), given.is_pointer ? "*" : "");
  }
  return text;
}

Saying given_kernel_hint(const Exercise& exercise, std::string_view kernel) {
  const bool is_given = std::ranges::any_of(exercise.launches, [&](const LaunchSpec& launch) {
    return launch.given && launch.kernel == kernel;
  });
  return is_given ? say(GateSays::kernel_is_given, kernel) : Saying{};
}

Saying parameter_hint(const Exercise& exercise, std::string_view source) {
  for (const LaunchSpec& launch : exercise.launches)
    if (Saying hint = parameter_hint(exercise, source, launch.kernel); !hint.empty()) return hint;
  return {};
}

Saying mismatch_hint(const WrongRun& wrong, std::string_view source,
                     const std::map<std::string, compile::KernelResources>& kernels,
                     const Mismatch& mismatch) {
  const auto made = exercise::instantiate(wrong.exercise, wrong.run.size, *wrong.run.variant,
                                          wrong.run.seed, wrong.block);
  if (!made) return {};
  const auto buffer = std::ranges::find(made->buffers, mismatch.buffer, &data::Buffer::name);
  const auto number = static_cast<int>(buffer - made->buffers.begin());
  const auto takes_it = [&](const data::Launch& launch) {
    return std::ranges::find(launch.arguments, number, &data::Argument::buffer) !=
           launch.arguments.end();
  };
  // What a given kernel and one of the student's work on together may be wrong by either.
  Saying of_given;
  for (const data::Launch& launch : made->launches)
    if (takes_it(launch)) {
      of_given = given_kernel_hint(wrong.exercise, launch.kernel);
      if (of_given.empty()) break;
    }
  if (!of_given.empty()) return of_given;
  for (const data::Launch& launch : made->launches) {
    const auto resources = kernels.find(launch.kernel);
    if (resources == kernels.end() || !takes_it(launch)) continue;
    if (Saying hint = parameter_hint(wrong.exercise, source, launch.kernel); !hint.empty())
      return hint;
    if (!resources->second.may_store_answer) return say(GateSays::stores_nothing, launch.kernel);
    if (Saying hint = place_hint(resources->second, launch); !hint.empty()) return hint;
  }
  return {};
}

}  // namespace warplab::verdict
