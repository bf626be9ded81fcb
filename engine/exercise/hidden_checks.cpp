#include "exercise/hidden_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exercise/load_parts.hpp"
#include "exercise/spelling.hpp"

namespace warplab::exercise {
namespace {

using Purpose = SizeSet::Purpose;

// Own checks in place of the shipped ones. Drawn sizes belong to the shipped checks; the graded
// size and that of a GPU cost most, and are there only for gates that are judged at them.
void choose_sizes(const TomlTable& table, Exercise& hidden) {
  const std::vector<SizeSet> own = read_hidden_sizes(table, hidden.sizes.front());
  const auto has = [&](Purpose purpose) {
    return std::ranges::any_of(own, [&](const SizeSet& set) { return set.purpose == purpose; });
  };
  const bool counts = std::ranges::any_of(hidden.gates, [](const Gate& gate) {
    return !is_built_in_gate(gate.metric) && !gate.is_timed();
  });
  const bool times = std::ranges::any_of(hidden.gates, &Gate::is_timed);
  std::vector<SizeSet> sizes = own;
  for (const SizeSet& set : hidden.sizes) {
    const bool stays = set.purpose == Purpose::check    ? !has(Purpose::check)
                       : set.purpose == Purpose::graded ? !has(Purpose::graded) && (counts || times)
                       : set.purpose == Purpose::gpu    ? times
                                                        : false;
    if (stays) sizes.push_back(set);
  }
  hidden.sizes = std::move(sizes);
}

// Input number k of a buffer is what check seed number k runs with.
void read_inputs(const TomlTable& table, const std::filesystem::path& folder, const Scope& scope,
                 Exercise& hidden) {
  for (Buffer& buffer : hidden.buffers) buffer.first_fills.clear();
  for (const TomlTable& input : table.tables("input")) {
    input.allow_only({"buffer", "fill"});
    const std::string name = input.required_text("buffer", "a");
    const auto buffer = std::ranges::find(hidden.buffers, name, &Buffer::name);
    const bool is_read = buffer != hidden.buffers.end() && (buffer->role == Buffer::Role::input ||
                                                            buffer->role == Buffer::Role::inout);
    if (!is_read) {
      std::vector<std::string_view> known;
      for (const Buffer& one : hidden.buffers)
        if (one.role == Buffer::Role::input || one.role == Buffer::Role::inout)
          known.push_back(one.name);
      if (!name.empty())
        input.problem("buffer", fmt::format("\"{}\" is no buffer that the kernel reads; there are "
                                            "{}",
                                            name, quoted_list(known)));
    } else if (!input.has("fill")) {
      input.problem("fill", "is missing; expected what the buffer holds before the first launch");
    } else {
      buffer->first_fills.push_back(
          read_fill(input, "fill", {folder, scope, scope, buffer->element, buffer->shape.size()}));
    }
  }
}

}  // namespace

Exercise with_hidden_checks(const TomlTable& table, const Exercise& exercise,
                            const std::filesystem::path& folder) {
  table.allow_only({"name", "seeds", "check", "graded", "input", "gate"});
  Exercise hidden = exercise;
  const Scope scope = size_names(exercise);
  hidden.gates = read_gates(table, hidden);
  if (hidden.reference_file.empty() && compares_with_reference(hidden))
    table.problem("gate", "compares with the reference kernel, and the exercise has none");
  choose_sizes(table, hidden);
  read_inputs(table, folder, scope, hidden);
  // Seeds that everybody can read are no secret, so there are no usual ones.
  if (!table.has("seeds"))
    table.problem("seeds", "is missing; expected seeds that nobody else knows, such as [70429]");
  hidden.check_seeds = read_seeds(table);
  if (table.problems().any()) return hidden;
  check_first_fills(table, hidden);
  if (!table.problems().any()) check_cases(table, hidden);
  hidden.hash = hash_of(hidden, exercise.hash + "\n" + table.as_text());
  return hidden;
}

}  // namespace warplab::exercise
