#include "compile/other_readings.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "base/words.hpp"
#include "compile/source_words.hpp"

namespace warplab::compile {
namespace {

// How names begin that tell the GPU for which a file is compiled, or make code for one alone.
constexpr auto kOfGpus = std::to_array<std::string_view>(
    {"__CUDA_ARCH", "__CUDA_MINIMUM_ARCH", "NV_IF_", "NV_DISPATCH", "NV_PROVIDES", "NV_IS_EXACTLY",
     "__NV_IF", "__NV_DISPATCH", "__NV_PROVIDES", "__NV_IS_EXACTLY", "_NV_TARGET", "__NV_TARGET",
     "__NVCC_ARCH"});

// What a name is elsewhere.
struct Elsewhere {
  std::string_view name, value, where;
};
constexpr auto kElsewhere = std::to_array<Elsewhere>({
    {"__FILE__", "\"k.cu\"", "in a file of another name"},
    {"__FILE__", "\"/home/student/course/week-3/src/kernel.cu\"", "in another folder"},
    {"__BASE_FILE__", "\"main.cu\"", "in a file of another name"},
    {"__FILE_NAME__", "\"main.cu\"", "in a file of another name"},
    {"__builtin_FILE", "() \"main.cu\"", "in a file of another name"},
    {"__DATE__", "\"Oct 31 2029\"", "on another day"},
    {"__TIME__", "\"23:45:18\"", "at another time"},
    {"__TIMESTAMP__", "\"Wed Oct 31 23:45:18 2029\"", "on another day"},
    {"__INCLUDE_LEVEL__", "1", "included in another file"},
    {"__cplusplus", "201703L", "for C++17"},
    {"__cplusplus", "202302L", "for C++23"},
});

bool asks_for_gpu(std::string_view word) { return begins_with_one_of(word, kOfGpus); }

// Whole numbers of the source, as what is compared with __CUDA_ARCH__ may stand in a macro.
std::set<long> numbers_of(const SourceWords& found) {
  std::set<long> numbers;
  for (const SourceWord& word : found.words)
    if (word.text.front() >= '0' && word.text.front() <= '9')
      numbers.insert(std::strtol(std::string(word.text).c_str(), nullptr, 0));
  return numbers;
}

// Only compared with numbers that stand in the file: what lies between two of them is the same.
bool is_only_compared(const SourceWords& found) {
  return std::ranges::all_of(found.words, [&](const SourceWord& word) {
    if (!asks_for_gpu(word.text)) return true;
    return word.in_condition && word.text == "__CUDA_ARCH__" && !found.are_joined;
  });
}

// Those for which the answer may be another one than for `own`, one of each kind.
std::vector<int> capabilities_to_try(const SourceWords& found, int own,
                                     std::span<const int> supported) {
  const std::set<long> numbers = numbers_of(found);
  const bool try_all = !is_only_compared(found);
  // How many numbers are below, and whether it is one of them.
  const auto kind_of = [&](int capability) {
    const long value = 10L * capability;
    return std::pair(std::distance(numbers.begin(), numbers.lower_bound(value)),
                     numbers.contains(value));
  };
  const auto is_end = [&](int capability) {
    return capability == supported.front() || capability == supported.back();
  };
  std::set<std::pair<std::ptrdiff_t, bool>> seen = {kind_of(own)};
  std::vector<int> tried;
  for (const int capability : supported)
    if (capability != own && (seen.insert(kind_of(capability)).second || try_all ||
                              (found.are_joined && is_end(capability))))
      tried.push_back(capability);
  return tried;
}

std::string renamed(std::string_view source, const SourceWords& found, const Elsewhere& elsewhere) {
  std::string text(source);
  for (const SourceWord& word : found.words)
    if (word.text == elsewhere.name)
      text[static_cast<size_t>(word.text.data() - source.data())] = 'w';
  return fmt::format("#define w{}{}{}\n#line 1\n{}", elsewhere.name.substr(1),
                     elsewhere.value.starts_with('(') ? "" : " ", elsewhere.value, text);
}

}  // namespace

std::vector<OtherReading> other_readings(std::string_view source, int compute_capability,
                                         std::span<const int> supported) {
  const SourceWords found = source_words(source);
  const auto first_of = [&](auto is_such) {
    return std::ranges::find_if(found.words,
                                [&](const SourceWord& word) { return is_such(word.text); });
  };
  const auto offset_of = [&](const SourceWord& word) {
    return static_cast<size_t>(word.text.data() - source.data());
  };
  std::vector<OtherReading> readings;
  const auto gpu = first_of(asks_for_gpu);
  if (gpu != found.words.end() || found.are_joined)
    for (const int capability : capabilities_to_try(found, compute_capability, supported)) {
      OtherReading reading{
          std::min(source.find("##"), source.size()), "##", {}, capability, std::string(source)};
      if (gpu != found.words.end()) {
        reading.offset = offset_of(*gpu);
        reading.name = gpu->text;
      }
      reading.where = fmt::format("for compute capability {}.{}", capability / 10, capability % 10);
      readings.push_back(std::move(reading));
    }
  for (const Elsewhere& elsewhere : kElsewhere)
    if (const auto word = first_of([&](std::string_view text) { return text == elsewhere.name; });
        word != found.words.end())
      readings.push_back({offset_of(*word), std::string(elsewhere.name),
                          std::string(elsewhere.where), compute_capability,
                          renamed(source, found, elsewhere)});
  readings.resize(std::min(readings.size(), kMostReadings));
  return readings;
}

}  // namespace warplab::compile
