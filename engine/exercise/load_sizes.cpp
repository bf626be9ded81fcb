// [sizes] and [[variant]]: the whole numbers that every expression of an exercise sees.
#include <fmt/format.h>

#include <algorithm>

#include "exercise/load_parts.hpp"

namespace warplab::exercise {
namespace {

// Names that mean something in expressions already.
constexpr std::string_view kReservedNames[] = {
    "block_x", "block_y", "block_z", "iteration", "seed", "min", "max", "abs",
    "floor",   "sqrt",    "label",   "ceil_div",  "i0",   "i1",  "i2",  "i3"};

bool is_reserved(std::string_view name) {
  return std::find(std::begin(kReservedNames), std::end(kReservedNames), name) !=
         std::end(kReservedNames);
}

// Notes a name that expressions could not use.
bool check_name(const TomlTable& table, const std::string& key) {
  if (!is_identifier(key)) {
    table.problem(key, "is not a name; expected letters, digits and _, as in \"rows\"");
    return false;
  }
  if (is_reserved(key)) {
    table.problem(key, "is a name that expressions use already; expected another one");
    return false;
  }
  return true;
}

SizeSet read_size_set(const TomlTable& table, SizeSet::Purpose purpose) {
  SizeSet set;
  set.purpose = purpose;
  std::string made;
  for (const std::string& key : table.keys()) {
    if (key == "label") continue;
    if (!check_name(table, key)) continue;
    const std::optional<int64_t> value = table.whole(key);
    if (!value) continue;
    if (*value < 1) table.problem(key, fmt::format("is {}; expected a size of at least 1", *value));
    set.values[key] = *value;
    made += fmt::format("{}{} {}", made.empty() ? "" : ", ", key, *value);
  }
  if (set.values.empty())
    table.problem("", "has no sizes; expected at least one, as in \"n = 1000\"");
  set.label = table.text("label", made);
  return set;
}

// Every set must name the same sizes, so that an expression has a value in all of them.
void check_same_names(const TomlTable& table, const SizeSet& set, const SizeSet& first) {
  for (const auto& [name, value] : first.values) {
    if (!set.values.contains(name)) {
      table.problem("",
                    fmt::format("has no size \"{}\", which other sizes of this file have", name));
    }
  }
  for (const auto& [name, value] : set.values) {
    if (!first.values.contains(name)) {
      table.problem(name, "is a size that other sizes of this file do not have");
    }
  }
}

}  // namespace

Scope with_names(Scope scope, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (std::find(scope.begin(), scope.end(), name) == scope.end()) scope.emplace_back(name);
  }
  return scope;
}

std::vector<SizeSet> read_sizes(const TomlTable& root) {
  std::vector<SizeSet> sets;
  const std::optional<TomlTable> sizes = root.table("sizes");
  if (!sizes) {
    if (!root.has("sizes")) {
      root.problem("sizes", "is missing; expected [sizes.graded] and at least one [[sizes.check]]");
    }
    return sets;
  }
  sizes->allow_only({"gpu", "graded", "check"});
  const auto add = [&](const TomlTable& table, SizeSet::Purpose purpose) {
    sets.push_back(read_size_set(table, purpose));
    if (!table.problems().any()) check_same_names(table, sets.back(), sets.front());
  };
  for (const TomlTable& check : sizes->tables("check")) add(check, SizeSet::Purpose::check);
  if (!sizes->has("check") || (sets.empty() && sizes->node("check")->is_array())) {
    sizes->problem("check", "is missing; expected at least one [[sizes.check]]");
  }
  if (const auto graded = sizes->table("graded")) add(*graded, SizeSet::Purpose::graded);
  if (!sizes->has("graded")) {
    sizes->problem("graded",
                   "is missing; expected [sizes.graded], the size whose counters are graded");
  }
  if (const auto gpu = sizes->table("gpu")) add(*gpu, SizeSet::Purpose::gpu);
  return sets;
}

std::vector<Variant> read_variants(const TomlTable& root, const std::vector<SizeSet>& sizes) {
  std::vector<Variant> variants;
  for (const TomlTable& table : root.tables("variant")) {
    table.allow_only({"name", "flags"});
    Variant variant;
    variant.name = table.required_text("name", "coalesced");
    for (const Variant& other : variants) {
      if (other.name == variant.name) {
        table.problem("name", fmt::format("\"{}\" names two variants; expected names of their own",
                                          variant.name));
      }
    }
    if (const auto flags = table.table("flags")) {
      for (const std::string& key : flags->keys()) {
        if (!check_name(*flags, key)) continue;
        if (!sizes.empty() && sizes.front().values.contains(key)) {
          flags->problem(key, "is the name of a size already; expected another one");
        }
        const auto truth = flags->node(key)->value_exact<bool>();
        variant.flags[key] = truth ? int64_t{*truth} : flags->whole(key).value_or(0);
      }
    }
    if (!variants.empty()) {
      const Values& first = variants.front().flags;
      const bool same =
          std::equal(first.begin(), first.end(), variant.flags.begin(), variant.flags.end(),
                     [](const auto& a, const auto& b) { return a.first == b.first; });
      if (!same) table.problem("flags", "must name the same flags in every variant");
    }
    variants.push_back(std::move(variant));
  }
  if (variants.empty()) variants.push_back({"default", {}});
  return variants;
}

}  // namespace warplab::exercise
