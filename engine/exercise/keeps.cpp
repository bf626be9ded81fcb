// `keeps` and `about`: the gates of profiles, with what is known of the exercise filled in.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>

#include "exercise/short_form.hpp"
#include "exercise/spelling.hpp"
#include "exercise/toml_text.hpp"

namespace warplab::exercise {
namespace {

// The buffers that `$in`, `$out` and `$all` stand for in a gate.
using BufferNames = std::vector<std::string>;

struct KnownLaunch {
  std::string name;
  bool given = false;
  BufferNames buffers;
  std::string blocks, warps;  // how many it has
};

std::string string_of(const toml::node* node) {
  if (!node) return {};
  const auto text = node->value_exact<std::string>();
  return text ? *text : inline_toml(*node);
}

std::vector<std::string> strings_in(const toml::array* list) {
  std::vector<std::string> all;
  if (list)
    for (const toml::node& one : *list) all.push_back(string_of(&one));
  return all;
}

std::vector<std::string> without(std::vector<std::string> all, const std::string& name) {
  std::erase(all, name);
  return all;
}

std::string list_toml(const std::vector<std::string>& all) {
  std::string list = "[";
  for (const std::string& one : all) list += (list.size() > 1 ? ", " : "") + quoted_toml(one);
  return list + "]";
}

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// A launch's own block in place of block_x, ...; metrics know sizes only, and divide as real
// numbers.
std::string blocks_along(std::string grid, const std::vector<std::string>& block) {
  for (size_t i = 0; i < 3; ++i) {
    const std::string word = fmt::format("block_{}", "xyz"[i]);
    const std::string value = i < block.size() ? block[i] : "1";
    for (size_t at = 0; (at = grid.find(word, at)) != std::string::npos; at += value.size())
      grid.replace(at, word.size(), value);
  }
  return grid.find('/') == std::string::npos ? grid : fmt::format("floor({})", grid);
}

KnownLaunch known_launch(const toml::table& launch) {
  KnownLaunch known;
  known.name = launch["name"].value_or(launch["kernel"].value_or(std::string()));
  known.given = launch["given"].value_or(false);
  for (const std::string& argument : strings_in(launch["arguments"].as_array()))
    if (!argument.starts_with('{')) known.buffers.push_back(argument);
  const std::vector<std::string> block = strings_in(launch["block"].as_array());
  for (const std::string& along : strings_in(launch["grid"].as_array())) {
    const std::string count = blocks_along(along, block);
    if (count == "1") continue;
    known.blocks += (known.blocks.empty() ? "" : " * ") + count;
  }
  if (known.blocks.empty()) known.blocks = "1";
  int64_t threads = 1;  // a block is numbers here; a student's own choice has no warps to count
  for (const std::string& along : block) threads *= std::max(1, std::atoi(along.c_str()));
  known.warps = fmt::format("{} * {}", (threads + 31) / 32, known.blocks);
  return known;
}

// One entry of `keeps`.
class Keep {
 public:
  Keep(const ShortForm& form, size_t line, std::vector<std::string> about)
      : form_(form), line_(line), about_(std::move(about)) {}

  // What is missing or wrong is noted. The gates, as TOML.
  std::vector<std::string> gates(const toml::node& entry);

 private:
  void problem(std::string_view message) const {
    form_.root.problems().add(line_, "keeps", message);
  }
  bool read(const toml::node& entry);
  bool read_values();
  bool choose_launch();
  bool note_unknown_keys() const;
  std::string gate(const toml::table& of_profile, const toml::table* own) const;
  std::string needs(const std::string& name, const toml::table& gate) const;
  std::string launch_text() const;
  // `wrong` gets the first word that nothing stands for. Without a buffer that a sum would be of,
  // there is no text: `is_empty`.
  std::string filled_in(const std::string& text, bool is_expression) const;
  std::string list_text(const BufferNames& names) const;
  const BufferNames* list_named(std::string_view word) const;

  const ShortForm& form_;
  size_t line_;
  std::vector<std::string> about_;
  Profile profile_;
  const toml::table* entry_ = nullptr;  // null: the name alone
  std::map<std::string, std::string, std::less<>> values_;
  std::map<std::string, BufferNames, std::less<>> lists_;
  std::string launch_;
  mutable std::string wrong_;
  mutable bool is_empty_ = false;
};

const BufferNames* Keep::list_named(std::string_view word) const {
  const auto list = lists_.find(word);
  return list == lists_.end() ? nullptr : &list->second;
}

std::string Keep::list_text(const BufferNames& names) const {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

std::string Keep::filled_in(const std::string& text, bool is_expression) const {
  std::string filled;
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '$') {
      filled += text[at++];
      continue;
    }
    size_t end = at + 1;
    while (end < text.size() && is_letter(text[end])) ++end;
    const std::string word = text.substr(at + 1, end - at - 1);
    const BufferNames* const list = list_named(word);
    if (list && is_expression && end < text.size() && text[end] == '.') {
      const size_t begin = end;  // ".load.sectors"
      while (end < text.size() && (is_letter(text[end]) || text[end] == '.')) ++end;
      const std::string counter = text.substr(begin, end - begin);
      std::string sum;
      for (const std::string& name : *list) sum += (sum.empty() ? "" : " + ") + name + counter;
      is_empty_ |= list->empty();
      filled += list->size() > 1 ? "(" + sum + ")" : sum;
    } else if (list) {
      filled += list_text(*list);
    } else if (const auto value = values_.find(word); value != values_.end()) {
      filled += value->second;
    } else if (wrong_.empty()) {
      wrong_ = word;
    }
    at = end;
  }
  return filled;
}

bool Keep::read(const toml::node& entry) {
  entry_ = entry.as_table();
  const toml::node* const named = entry_ ? entry_->get("profile") : &entry;
  if (!named || !named->is_string()) {
    problem(
        "expected names of profiles, such as \"no busywork\", or tables such as { profile = "
        "\"no busywork\", room = 4 }");
    return false;
  }
  const std::string name = string_of(named);
  const std::optional<Profile> found = form_.profiles.profile(name);
  if (!found) {
    const std::vector<std::string_view> known = form_.profiles.names();
    problem(fmt::format("\"{}\" is no profile; there are {}{}", name, quoted_list(known),
                        did_you_mean(name, known)));
    return false;
  }
  profile_ = *found;
  return true;
}

bool Keep::note_unknown_keys() const {
  if (!entry_) return true;
  std::vector<std::string> names = {"profile", "launch", "variant", "needs", "points"};
  if (const toml::table* const with = (*profile_.table)["with"].as_table())
    for (const auto& [key, value] : *with) names.emplace_back(key.str());
  for (const toml::node& gate : *(*profile_.table)["gate"].as_array())
    names.push_back(string_of(gate.as_table()->get("name")));
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const auto& [key, value] : *entry_) {
    if (std::ranges::find(names, key.str()) != names.end()) continue;
    const std::string hint = did_you_mean(key.str(), known);
    problem(fmt::format("\"{}\" is nothing that \"{}\" knows{}", key.str(), profile_.name,
                        hint.empty() ? "; there are " + quoted_list(known) : hint));
    return false;
  }
  return true;
}

bool Keep::choose_launch() {
  std::vector<KnownLaunch> launches;
  if (const toml::array* const all = form_.document["launch"].as_array())
    for (const toml::node& one : *all)
      if (const toml::table* const table = one.as_table()) launches.push_back(known_launch(*table));
  launch_ = entry_ ? string_of(entry_->get("launch")) : "";
  const auto is_meant = [&](const KnownLaunch& launch) {
    return launch_.empty() ? !launch.given : launch.name == launch_;
  };
  const auto first = std::ranges::find_if(launches, is_meant);
  if (first == launches.end()) {
    std::vector<std::string_view> known;
    for (const KnownLaunch& launch : launches) known.push_back(launch.name);
    problem(fmt::format("\"{}\" is no launch; there are {}{}", launch_, quoted_list(known),
                        did_you_mean(launch_, known)));
    return false;
  }
  values_["blocks"] = first->blocks;
  values_["warps"] = first->warps;
  for (const char* list : {"in", "out", "all"}) lists_[list];
  if (const toml::array* const buffers = form_.document["buffer"].as_array())
    for (const toml::node& node : *buffers) {
      const toml::table* const buffer = node.as_table();
      const std::string name = buffer ? (*buffer)["name"].value_or(std::string()) : "";
      const bool is_used = std::ranges::any_of(launches, [&](const KnownLaunch& launch) {
        return is_meant(launch) && std::ranges::find(launch.buffers, name) != launch.buffers.end();
      });
      if (!is_used) continue;
      const std::string role = (*buffer)["role"].value_or(std::string());
      lists_["all"].push_back(name);
      if (role == "input" || role == "inout") lists_["in"].push_back(name);
      if (role == "output" || role == "inout") lists_["out"].push_back(name);
    }
  return true;
}

bool Keep::read_values() {
  if (!profile_.buffer.empty()) {
    const BufferNames& all = lists_["all"];
    if (std::ranges::find(all, profile_.buffer) == all.end()) {
      const std::vector<std::string_view> known(all.begin(), all.end());
      problem(fmt::format("\"{}\": \"{}\" is no buffer of the launch; there are {}{}",
                          profile_.name, profile_.buffer, quoted_list(known),
                          did_you_mean(profile_.buffer, known)));
      return false;
    }
    lists_["buffer"] = {profile_.buffer};
  }
  if (const toml::table* const with = (*profile_.table)["with"].as_table())
    for (const auto& [key, value] : *with) {
      const toml::node* const own = entry_ ? entry_->get(key) : nullptr;
      values_[std::string(key.str())] = filled_in(string_of(own ? own : &value), true);
    }
  return true;
}

// What the exercise is about must hold, unless the entry says what else.
std::string Keep::needs(const std::string& name, const toml::table& gate) const {
  const toml::node* const own = gate.get("needs")                ? gate.get("needs")
                                : entry_ && entry_->get("needs") ? entry_->get("needs")
                                                                 : nullptr;
  const bool says_about = own && own->is_string() && string_of(own) == "about";
  if (own && !says_about) {
    if (!own->is_array()) return inline_toml(*own);
    std::vector<std::string> own_needs;
    for (const std::string& one : strings_in(own->as_array()))
      own_needs.push_back(filled_in(one, false));
    return list_toml(own_needs);
  }
  return list_toml(without(about_, name));
}

// Whose counters they are.
std::string Keep::launch_text() const {
  std::string text;
  if (!launch_.empty()) text += ", launch = " + quoted_toml(launch_);
  if (entry_ && entry_->contains("variant"))
    text += ", variant = " + inline_toml(*entry_->get("variant"));
  return text;
}

// A number where the text is one, so that it can be compared with the ideal at once.
std::string as_amount(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number =
      error == std::errc() && end == text.data() + text.size() && std::isfinite(number);
  return is_number ? inline_toml(toml::value<double>(number)) : quoted_toml(text);
}

std::string Keep::gate(const toml::table& of_profile, const toml::table* own) const {
  toml::table gate = of_profile;
  if (own)
    for (const auto& [key, value] : *own) gate.insert_or_assign(key.str(), value);
  is_empty_ = false;
  const std::string name = filled_in(string_of(gate.get("name")), false);
  std::string text =
      fmt::format("{{ name = {}, profile = {}", quoted_toml(name), quoted_toml(profile_.name));
  for (const auto& [key, value] : gate) {
    const std::string_view k = key.str();
    if (k == "name" || k == "needs" || k == "points") continue;
    const bool is_amount = k == "max" || k == "min" || k == "ideal";
    std::string written = inline_toml(value);
    if (value.is_string()) {
      const std::string filled = filled_in(string_of(&value), is_amount || k == "metric");
      written = is_amount ? as_amount(filled) : quoted_toml(filled);
    }
    text += fmt::format(", {} = {}", quoted_toml(k), written);
  }
  if (is_empty_) return {};
  if (gate["reported"].value_or(false)) return text + launch_text() + " }";
  const bool is_timed = is_timed_metric(gate["metric"].value_or(std::string()));
  double points = gate["points"].value_or(1.0);
  const bool has_own_points = own && own->contains("points");
  if (entry_ && entry_->contains("points") && points > 0 && !has_own_points)
    points = (*entry_)["points"].value_or(points);
  text += fmt::format(", points = {}", points);
  if (points > 0 && !is_timed) text += ", needs = " + needs(name, gate);
  return text + launch_text() + " }";
}

std::vector<std::string> Keep::gates(const toml::node& entry) {
  std::vector<std::string> all;
  if (!read(entry) || !note_unknown_keys() || !choose_launch() || !read_values()) return all;
  for (const toml::node& node : *(*profile_.table)["gate"].as_array()) {
    const toml::table& of_profile = *node.as_table();
    const toml::node* const own = entry_ ? entry_->get(string_of(of_profile.get("name"))) : nullptr;
    if (own && own->is_boolean() && !own->value_or(true)) continue;  // "few passes" = false
    if (own && !own->is_table()) {
      problem(
          fmt::format("\"{}\": expected what is other than in the profile, such as {{ points = "
                      "2 }}, or false, which leaves the gate out",
                      string_of(of_profile.get("name"))));
      return all;
    }
    std::string text = gate(of_profile, own ? own->as_table() : nullptr);
    if (!text.empty()) all.push_back(std::move(text));
  }
  if (!wrong_.empty())
    problem(fmt::format("\"{}\" has ${} in {}, which nothing stands for", profile_.name, wrong_,
                        kProfilesFile));
  form_.exercise.keeps.push_back(
      {profile_.name, filled_in(string_of(profile_.table->get("says")), false)});
  return all;
}

// Whether it stands behind what is counted: a time, or a number that is only shown.
bool stands_last(const toml::node& gate) {
  const toml::table* const table = gate.as_table();
  return table && ((*table)["reported"].value_or(false) ||
                   is_timed_metric((*table)["metric"].value_or(std::string())));
}

std::string gate_name(const toml::table& gate) {
  const std::string metric = gate["metric"].value_or(std::string());
  std::string name = metric;
  if (is_built_in_gate(metric)) std::ranges::replace(name, '_', ' ');
  return gate["name"].value_or(name);
}

// Where the file does not say: the gates over counters that it spells out and that earn something.
std::vector<std::string> about_of(const ShortForm& form) {
  if (form.root.has("about"))
    return form.root.node("about")->is_string() ? std::vector<std::string>{form.root.text("about")}
                                                : form.root.texts("about");
  std::vector<std::string> about;
  if (const toml::array* const gates = form.document["gate"].as_array())
    for (const toml::node& node : *gates) {
      const toml::table* const gate = node.as_table();
      if (!gate || stands_last(node) || (*gate)["points"].value_or(1.0) <= 0) continue;
      if (!is_built_in_gate((*gate)["metric"].value_or(std::string())))
        about.push_back(gate_name(*gate));
    }
  if (about.empty()) about.emplace_back(kCorrectGate);
  return about;
}

void check_about(const ShortForm& form, const std::vector<std::string>& about) {
  if (!form.root.has("about")) return;
  std::vector<std::string> names;
  if (const toml::array* const gates = form.document["gate"].as_array())
    for (const toml::node& gate : *gates)
      if (const toml::table* const table = gate.as_table()) names.push_back(gate_name(*table));
  for (const BuiltInGate& row : kBuiltInGates) {
    names.emplace_back(row.metric);
    std::ranges::replace(names.back(), '_', ' ');
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const std::string& one : about)
    if (std::ranges::find(names, one) == names.end())
      form.root.problem("about", fmt::format("\"{}\" is no gate; there are {}{}", one,
                                             quoted_list(known), did_you_mean(one, known)));
}

// `needs = "about"` of a gate that the file spells out.
void put_needs(const ShortForm& form, const std::vector<std::string>& about) {
  toml::array* const gates = form.document["gate"].as_array();
  if (!gates) return;
  for (toml::node& node : *gates) {
    toml::table* const gate = node.as_table();
    if (!gate || (*gate)["needs"].value_or(std::string()) != "about") continue;
    put_toml(*gate, "needs", std::max<size_t>(1, gate->source().begin.line),
             list_toml(without(about, gate_name(*gate))));
  }
}

// Behind those that the file spells out, but for what stands last. What the exercise is about comes
// first: a report tells what fails in this order.
void insert_gate(toml::array& gates, size_t line, const std::string& gate,
                 const std::vector<std::string>& about) {
  const auto is_first = [&](const toml::node& node) {
    const toml::table* const table = node.as_table();
    return table && (is_built_in_gate((*table)["metric"].value_or(std::string())) ||
                     std::ranges::find(about, gate_name(*table)) != about.end());
  };
  insert_toml(gates, gates.size(), line, gate);
  const auto place = is_first(gates.back()) ? std::ranges::find_if_not(gates, is_first)
                                            : std::ranges::find_if(gates, stands_last);
  const size_t at = static_cast<size_t>(place - gates.begin());
  if (stands_last(gates.back()) || at + 1 >= gates.size()) return;
  gates.pop_back();
  insert_toml(gates, at, line, gate);
}

}  // namespace

void spell_out_points(const ShortForm& form) {
  const std::optional<TomlTable> points = form.root.table("points");
  if (!points) return;
  std::vector<std::string_view> known;
  for (const BuiltInGate& row : kBuiltInGates) known.push_back(row.metric);
  if (!form.document.contains("gate")) form.document.insert("gate", toml::array{});
  toml::array* const gates = form.document["gate"].as_array();
  if (!gates) return;
  size_t place = 0;
  for (const std::string& key : points->keys()) {
    if (!is_built_in_gate(key))
      points->problem(key, fmt::format("is no gate that every exercise has; there are {}{}",
                                       quoted_list(known), did_you_mean(key, known)));
    insert_toml(*gates, place++, std::max<size_t>(1, points->line_of(key)),
                fmt::format("{{ metric = {}, points = {} }}", quoted_toml(key),
                            inline_toml(*points->node(key))));
  }
  form.document.erase("points");
}

void spell_out_keeps(const ShortForm& form) {
  const std::vector<std::string> about = about_of(form);
  put_needs(form, about);
  if (const toml::node* const keeps = form.root.node("keeps")) {
    const toml::array* const list = keeps->as_array();
    if (!list) {
      form.root.problem("keeps", "expected a list of profiles, as in [\"no busywork\"]");
      return;
    }
    if (!form.document.contains("gate")) form.document.insert("gate", toml::array{});
    toml::array* const gates = form.document["gate"].as_array();
    if (!gates) return;
    for (const toml::node& entry : *list) {
      const size_t line = std::max<size_t>(1, entry.source().begin.line);
      Keep keep(form, line, about);
      for (const std::string& gate : keep.gates(entry)) insert_gate(*gates, line, gate, about);
    }
  }
  check_about(form, about);
  if (form.root.has("about") && !form.root.has("starter_fails"))
    put_toml(form.document, "starter_fails", form.root.line_of("about"), list_toml(about));
  form.document.erase("about");
  form.document.erase("keeps");
}

}  // namespace warplab::exercise
