#include "exercise/live.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/file_text.hpp"

namespace warplab::exercise {
namespace {

double value_of(const LiveSpec& live, const LiveValues& values, size_t parameter) {
  const LiveParameter& one = live.parameters[parameter];
  return parameter < values.parameters.size() ? values.parameters[parameter] : one.value;
}

// Into the place of a number among the arguments.
void set_argument(Exercise& exercise, const LiveParameter& parameter, double value) {
  for (size_t i = 0; i < exercise.launches.size(); ++i) {
    if (parameter.launch >= 0 && static_cast<size_t>(parameter.launch) != i) continue;
    ScalarArgument& scalar = exercise.launches[i].arguments.at(*parameter.argument).scalar;
    scalar.real = value;
  }
}

}  // namespace

LiveValues first_values(const LiveSpec& live) {
  LiveValues values;
  for (const LiveParameter& parameter : live.parameters)
    values.parameters.push_back(parameter.value);
  values.choices.assign(live.buffers.size(), 0);
  return values;
}

Exercise exercise_for_live(const Exercise& original, const LiveValues& values, int64_t step) {
  assert(original.live);
  const LiveSpec& live = *original.live;
  Exercise exercise = original;
  exercise.sizes = {live.size};
  exercise.variants.resize(1);
  for (Buffer& buffer : exercise.buffers) {
    buffer.first_fills.clear();
  }
  std::map<std::string, double> names;
  for (size_t i = 0; i < live.parameters.size(); ++i) {
    const LiveParameter& parameter = live.parameters[i];
    const double value = value_of(live, values, i);
    names[parameter.name] = value;
    if (parameter.argument) set_argument(exercise, parameter, value);
    if (!parameter.is_whole) continue;
    SizeSet& size = exercise.sizes.front();
    Values& flags = exercise.variants.front().flags;
    const auto whole = static_cast<int64_t>(std::llround(value));
    if (flags.contains(parameter.name)) flags[parameter.name] = whole;
    else size.values[parameter.name] = whole, size.label = size_label(size);
  }
  for (size_t i = 0; i < live.buffers.size(); ++i) {
    const LiveBuffer& own = live.buffers[i];
    const size_t choice = i < values.choices.size() ? values.choices[i] : 0;
    Fill& fill = exercise.buffers[own.buffer].fill;
    fill = own.choices.at(std::min(choice, own.choices.size() - 1)).fill;
    fill.parameters = names;
    if (fill.picture && values.picture) fill.picture = values.picture;
  }
  // Of a group that repeats together every launch has the same count.
  const Result<Values> known =
      values_of(exercise, exercise.sizes.front(), exercise.variants.front());
  const Result<int64_t> repeat =
      exercise.launches.front().repeat.evaluate(known ? *known : Values{});
  exercise.first_iteration = step * (repeat ? *repeat : 1);
  return exercise;
}

}  // namespace warplab::exercise
