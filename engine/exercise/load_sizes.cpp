// [sizes] and [[variant]]: the whole numbers that every expression of an exercise sees.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "data/number_text.hpp"
#include "exercise/load_parts.hpp"
#include "exercise/rig.hpp"

namespace warplab::exercise {
namespace {

// Names that mean something in expressions already.
constexpr std::string_view kReservedNames[] = {
    "block_x", "block_y", "block_z", "iteration", "seed",  "min",    "max",      "abs",  "floor",
    "ceil",    "sqrt",    "exp",     "log",       "pow",   "label",  "ceil_div", "log2", "pow2",
    "i0",      "i1",      "i2",      "i3",        "index", "random", "picture"};

bool is_reserved(std::string_view name) {
  return std::find(std::begin(kReservedNames), std::end(kReservedNames), name) !=
         std::end(kReservedNames);
}

}  // namespace

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

namespace {

bool is_doubling(const TomlTable& table) {
  return table.has("step") && table.node("step")->is_string();
}

// The numbers of one that doubles are from, 2 from, 4 from, ... up to `to`.
void check_doubling(const TomlTable& table, const SizeRange& range, int64_t value) {
  if (table.text("step") != "double")
    table.problem("step", "expected a whole number, or \"double\"");
  const auto is_one = [&](int64_t number) {
    return number % range.from == 0 &&
           std::has_single_bit(static_cast<uint64_t>(number / range.from));
  };
  if (table.problems().any()) return;
  for (const auto& [key, number] : {std::pair("to", range.to), std::pair("default", value)})
    if (!is_one(number))
      table.problem(key,
                    fmt::format("is {}; expected {}, doubled again and again", number, range.from));
}

// { default = 2048, from = 1920, to = 2176, step = 32 }; what is drawn for each file has no
// default.
SizeRange read_range(const TomlTable& table, bool has_default, int64_t& value) {
  has_default ? table.allow_only({"default", "from", "to", "step"})
              : table.allow_only({"from", "to", "step"});
  SizeRange range;
  const auto read = [&](const char* key, int64_t& into) {
    if (!table.has(key)) {
      table.problem(key, "is missing; expected a whole number of at least 1");
      return;
    }
    into = table.whole(key).value_or(1);
    if (into < 1) table.problem(key, fmt::format("is {}; expected at least 1", into));
  };
  read("from", range.from);
  read("to", range.to);
  if (table.has("step") && !is_doubling(table)) read("step", range.step);
  if (range.to < range.from)
    table.problem("to", fmt::format("is {}, below from, which is {}", range.to, range.from));
  value = range.from;
  if (has_default) read("default", value);
  if (is_doubling(table)) check_doubling(table, range, value);
  if (!has_default) return range;
  if (value < range.from || value > range.to)
    table.problem("default",
                  fmt::format("is {}; expected one from {} to {}", value, range.from, range.to));
  return range;
}

// `why_no_range`: the rest of a sentence about a size that must be one number; null: it may be a
// range.
SizeSet read_size_set(const TomlTable& table, SizeSet::Purpose purpose,
                      const char* why_no_range = nullptr) {
  SizeSet set;
  set.purpose = purpose;
  bool has_sizes = false;  // of a type that a size may have or not
  for (const std::string& key : table.keys()) {
    if (key == "label") continue;
    has_sizes = true;
    if (!check_name(table, key)) continue;
    if (table.node(key)->is_table()) {
      if (why_no_range) table.problem(key, fmt::format("is a range; {}", why_no_range));
      const bool is_drawn = purpose == SizeSet::Purpose::drawn ||
                            purpose == SizeSet::Purpose::counted ||
                            purpose == SizeSet::Purpose::ragged;
      const TomlTable range = *table.table(key);
      (is_doubling(range) ? set.doubling : set.ranges)[key] =
          read_range(range, !is_drawn, set.values[key]);
    } else {
      const std::optional<int64_t> value = table.whole(key);
      if (!value) continue;
      if (*value < 1)
        table.problem(key, fmt::format("is {}; expected a size of at least 1", *value));
      set.values[key] = *value;
    }
    set.names.push_back(key);
  }
  if (!has_sizes) table.problem("", "has no sizes; expected at least one, as in \"n = 1000\"");
  set.label = table.text("label", size_label(set));
  return set;
}

// Where the file names no [sizes.drawn]: from the smallest to the largest check size, in steps that
// divide all of them, so that sizes that are all multiples of 32 stay so.
SizeSet derived_drawn(const std::vector<SizeSet>& sets) {
  SizeSet drawn;
  drawn.purpose = SizeSet::Purpose::drawn;
  drawn.derived = true;
  drawn.names = sets.front().names;
  const auto doubles = [&](const std::string& name) {
    return std::ranges::any_of(sets,
                               [&](const SizeSet& set) { return set.doubling.contains(name); });
  };
  for (const std::string& name : drawn.names) {
    SizeRange range{INT64_MAX, 1, 0};
    const auto include = [&](int64_t value) {
      range.from = std::min(range.from, value);
      range.to = std::max(range.to, value);
      range.step = std::gcd(range.step, value);
    };
    for (const SizeSet& set : sets) {
      if (set.purpose != SizeSet::Purpose::check || !set.values.contains(name)) continue;
      include(set.values.at(name));
      const auto own = set.ranges.find(name);
      if (own == set.ranges.end()) continue;
      include(own->second.from);
      include(own->second.to);
      range.step = std::gcd(range.step, own->second.step);
    }
    (doubles(name) ? drawn.doubling : drawn.ranges)[name] = range;
    drawn.values[name] = sets.front().values.at(name);  // a size that can be run
  }
  drawn.label = size_label(drawn);
  return drawn;
}

// Where the file names no [sizes.counted]: the ranges of the graded size, at all of which the gates
// mean the same, as the author has said. None where it is one size.
std::optional<SizeSet> derived_counted(const std::vector<SizeSet>& sets) {
  const auto graded = std::ranges::find(sets, SizeSet::Purpose::graded, &SizeSet::purpose);
  if (graded == sets.end() || (graded->ranges.empty() && graded->doubling.empty()))
    return std::nullopt;
  SizeSet counted = *graded;
  counted.purpose = SizeSet::Purpose::counted;
  counted.derived = true;
  return counted;
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

std::string size_label(const SizeSet& size) {
  std::string label;
  for (const std::string& name : size.names)
    label += fmt::format("{}{} {}", label.empty() ? "" : ", ", name,
                         data::count_text(static_cast<uint64_t>(size.values.at(name))));
  return label;
}

Scope with_names(Scope scope, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (std::find(scope.begin(), scope.end(), name) == scope.end()) scope.emplace_back(name);
  }
  return scope;
}

Scope size_names(const Exercise& exercise) {
  Scope names;
  for (const auto& [name, value] : exercise.sizes.front().values) names.push_back(name);
  for (const DerivedSize& derived : exercise.derived_sizes) names.push_back(derived.name);
  for (const auto& [name, value] : exercise.variants.front().flags) names.push_back(name);
  return names;
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
  sizes->allow_only({"gpu", "graded", "check", "drawn", "counted", "ragged", "derived"});
  const auto add = [&](const TomlTable& table, SizeSet::Purpose purpose) {
    const bool is_timed = purpose == SizeSet::Purpose::gpu;
    sets.push_back(
        read_size_set(table, purpose, is_timed ? "times are measured at one size" : nullptr));
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
  if (const auto drawn = sizes->table("drawn")) add(*drawn, SizeSet::Purpose::drawn);
  else if (!root.problems().any()) sets.push_back(derived_drawn(sets));
  if (const auto counted = sizes->table("counted")) add(*counted, SizeSet::Purpose::counted);
  else if (!root.problems().any())
    if (std::optional<SizeSet> derived = derived_counted(sets)) sets.push_back(std::move(*derived));
  if (const auto ragged = sizes->table("ragged")) add(*ragged, SizeSet::Purpose::ragged);
  return sets;
}

std::vector<DerivedSize> read_derived_sizes(const TomlTable& root, const SizeSet& first) {
  std::vector<DerivedSize> derived;
  const std::optional<TomlTable> sizes = root.table("sizes");
  const std::optional<TomlTable> table = sizes ? sizes->table("derived") : std::nullopt;
  if (!table) return derived;
  Scope known;
  for (const auto& [name, value] : first.values) known.push_back(name);
  std::vector<std::string> left = table->keys();
  Scope all = known;
  for (const std::string& name : left) {
    if (first.values.contains(name)) table->problem(name, "is a size with numbers already");
    if (check_name(*table, name)) all.push_back(name);
  }
  if (table->problems().any()) return derived;
  // Each behind those that it is made of, in whatever order the file has them.
  for (bool any = true; any;) {
    any = false;
    for (size_t i = 0; i < left.size(); ++i) {
      const std::optional<Expression> value = table->expression(left[i], all);
      if (!value) return derived;
      const auto is_known = [&](const std::string& name) {
        return std::ranges::find(known, name) != known.end();
      };
      if (!std::ranges::all_of(value->names(), is_known)) continue;
      derived.push_back({left[i], *value});
      known.push_back(left[i]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(i--));
      any = true;
    }
  }
  if (!left.empty()) table->problem(left.front(), "is made of itself");
  return derived;
}

std::vector<SizeSet> read_hidden_sizes(const TomlTable& table, const SizeSet& first) {
  std::vector<SizeSet> sets;
  const auto add = [&](const TomlTable& one, SizeSet::Purpose purpose) {
    sets.push_back(read_size_set(one, purpose));
    if (!one.problems().any()) check_same_names(one, sets.back(), first);
  };
  for (const TomlTable& check : table.tables("check")) add(check, SizeSet::Purpose::check);
  if (const auto graded = table.table("graded")) add(*graded, SizeSet::Purpose::graded);
  return sets;
}

SizeSet read_live_size(const TomlTable& table, const SizeSet& first) {
  SizeSet size = read_size_set(table, SizeSet::Purpose::graded, "Live shows one size");
  check_same_names(table, size, first);
  return size;
}

std::vector<SizeSet> read_counted_sizes(const TomlTable& root) {
  std::vector<SizeSet> sets;
  const std::optional<TomlTable> sizes = root.table("sizes");
  if (!sizes || !sizes->has("counted")) {
    if (!root.problems().any())
      root.problem("sizes",
                   "has no [sizes.counted]; expected the size at which the simulator counts, such "
                   "as \"n = 65536\"");
    return sets;
  }
  sizes->allow_only({"counted", "gpu", "derived"});
  for (const auto& [key, purpose] :
       {std::pair("counted", SizeSet::Purpose::graded), std::pair("gpu", SizeSet::Purpose::gpu)}) {
    const std::optional<TomlTable> table = sizes->table(key);
    if (!table) continue;
    sets.push_back(read_size_set(*table, purpose));
    for (const auto* ranges : {&sets.back().ranges, &sets.back().doubling})
      if (!ranges->empty()) table->problem(ranges->begin()->first, "is a range; expected one size");
    if (!table->problems().any()) check_same_names(*table, sets.back(), sets.front());
  }
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
