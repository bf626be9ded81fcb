// exercise.toml as a whole. docs/AUTHORING.md describes every key.
#include <fmt/format.h>

#include <algorithm>

#include "base/file_text.hpp"
#include "exercise/exercise.hpp"
#include "exercise/load_parts.hpp"
#include "exercise/rig.hpp"
#include "exercise/sha256.hpp"
#include "exercise/short_form.hpp"
#include "exercise/toml_text.hpp"

namespace warplab::exercise {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFileName = "exercise.toml";
// Before it is read at all; parse_toml() is stricter.
constexpr uintmax_t kLargestTomlFile = uintmax_t{1} << 20;

// "22-column-sums" -> order 22, slug "column-sums".
bool split_folder_name(const std::string& name, Exercise& exercise) {
  const size_t dash = name.find('-');
  if (dash == 0 || dash == std::string::npos || dash > 4 || dash + 1 == name.size()) return false;
  for (size_t i = 0; i < dash; ++i) {
    if (name[i] < '0' || name[i] > '9') return false;
    exercise.order = exercise.order * 10 + (name[i] - '0');
  }
  exercise.slug = name.substr(dash + 1);
  return std::all_of(exercise.slug.begin(), exercise.slug.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

}  // namespace

Result<bool> read_folder_name(const fs::path& folder, const std::string& file, Exercise& exercise) {
  const fs::path named = folder.has_filename() ? folder : folder.parent_path();
  exercise.folder = folder;
  if (split_folder_name(named.filename().string(), exercise)) return true;
  return Error{
      fmt::format("{}: the folder is called \"{}\"; expected a number and a short name in small "
                  "letters, as in \"22-column-sums\"",
                  file, named.filename().string())};
}

std::string read_file_name(const TomlTable& root, std::string_view key, const std::string& name,
                           std::string_view ending, const fs::path& folder) {
  const bool plain =
      name.size() > ending.size() && name.ends_with(ending) && name.front() != '.' &&
      name.front() != '-' && std::all_of(name.begin(), name.end(), [](char c) {
        return is_identifier(std::string(1, c)) || (c >= '0' && c <= '9') || c == '-' || c == '.';
      });
  if (!plain) {
    root.problem(key,
                 fmt::format("\"{}\" is not a file's name; expected letters, digits, _, - and the "
                             "ending \"{}\", without a folder",
                             name, ending));
    return name;
  }
  std::error_code ignored;
  if (const fs::file_status status = fs::status(folder / name, ignored); !fs::exists(status)) {
    root.problem(key, fmt::format("there is no file \"{}\"", (folder / name).string()));
  } else if (!fs::is_regular_file(status)) {
    root.problem(key, fmt::format("\"{}\" is no ordinary file", (folder / name).string()));
  } else if (fs::canonical(folder / name, ignored).parent_path() !=
             fs::canonical(folder, ignored)) {
    root.problem(key, fmt::format("\"{}\" is a link that leads out of the exercise's folder; "
                                  "expected the file itself",
                                  name));
  }
  return name;
}

namespace {

void read_files(const TomlTable& root, Exercise& exercise) {
  const std::string file = root.required_text("file", "column_sums.cu");
  if (!file.empty())
    exercise.student_file = read_file_name(root, "file", file, ".cu", exercise.folder);
  exercise.statement_file = read_file_name(
      root, "statement", root.text("statement", "statement.md"), ".md", exercise.folder);
  constexpr const char* kYardstick = "yardstick.cu";
  std::error_code ignored;
  if (root.has("yardstick") || fs::exists(exercise.folder / kYardstick, ignored))
    exercise.yardstick_file = read_file_name(root, "yardstick", root.text("yardstick", kYardstick),
                                             ".cu", exercise.folder);
  const bool needed = compares_with_reference(exercise) ||
                      (exercise.host && exercise.host->is_main()) ||
                      std::any_of(exercise.buffers.begin(), exercise.buffers.end(),
                                  [](const Buffer& b) { return is_answer(b) && !b.expected; });
  if (!needed && !root.has("reference")) {
    if (root.has("reference_title"))
      root.problem("reference_title", "names a reference, and the exercise has none");
    return;
  }
  exercise.reference_title = root.text("reference_title");
  exercise.reference_file = read_file_name(
      root, "reference", root.text("reference", "reference.cu"), ".cu", exercise.folder);
  if (exercise.reference_file == exercise.student_file && !file.empty()) {
    root.problem("reference", "is the student's own file; expected another one");
  }
}

}  // namespace

std::vector<uint64_t> read_seeds(const TomlTable& root) {
  constexpr uint64_t kDefault[] = {1, 2, 3};
  constexpr size_t kMostSeeds = 64;
  std::vector<uint64_t> seeds;
  if (!root.has("seeds")) return {std::begin(kDefault), std::end(kDefault)};
  for (const Expression& seed : root.expressions("seeds", 1, kMostSeeds, {})) {
    const Result<int64_t> value = seed.evaluate({});
    if (!value || *value < 0) {
      root.problem("seeds", "expected whole numbers of at least 0, as in [1, 2, 3]");
      return seeds;
    }
    seeds.push_back(static_cast<uint64_t>(*value));
  }
  return seeds;
}

namespace {

// Without a yardstick of its own an exercise has the stream that is built in, if that fits.
void check_yardsticks(const TomlTable& root, const Exercise& exercise) {
  if (!exercise.yardstick_file.empty()) return;
  for (const Gate& gate : exercise.gates) {
    if (gate.metric != kYardstickFractionMetric) continue;
    for (size_t i = 0; i < exercise.launches.size(); ++i) {
      if (gate.launch >= 0 && static_cast<size_t>(gate.launch) != i) continue;
      const LaunchSpec& launch = exercise.launches[i];
      std::vector<const Buffer*> given;
      for (const Buffer& buffer : exercise.buffers)
        if (std::any_of(launch.arguments.begin(), launch.arguments.end(),
                        [&](const ArgumentSpec& one) { return one.buffer == buffer.name; }))
          given.push_back(&buffer);
      if (!has_stream(given))
        root.problem("gate",
                     fmt::format("\"{}\" needs a file yardstick.cu: what is built in has one "
                                 "input, or two of one shape, one output and elements of one "
                                 "size, and launch \"{}\" has others",
                                 gate.name, launch.name));
    }
  }
}

}  // namespace

// Every first fill must be used: seed k of a check uses first_fills[k].
void check_first_fills(const TomlTable& root, const Exercise& exercise) {
  for (const Buffer& buffer : exercise.buffers) {
    if (buffer.first_fills.size() <= exercise.check_seeds.size()) continue;
    root.problem("seeds",
                 fmt::format("has {} entries, but buffer \"{}\" has {} first_fills; expected at "
                             "least one seed for each",
                             exercise.check_seeds.size(), buffer.name, buffer.first_fills.size()));
  }
}

namespace {

// The size itself, and with ranges its corners.
std::vector<SizeSet> extremes(const SizeSet& size) {
  std::vector<SizeSet> all{size};
  if (size.ranges.empty() && size.doubling.empty()) return all;
  for (const bool largest : {false, true}) {
    SizeSet& corner = all.emplace_back(size);
    for (const auto& [name, range] : size.ranges)
      corner.values[name] = largest ? range.to - (range.to - range.from) % range.step : range.from;
    for (const auto& [name, range] : size.doubling)
      corner.values[name] = largest ? range.to : range.from;
    corner.label = size_label(corner);
  }
  return all;
}

// Every amount must have a value, and one that only the sizes decide must not contradict the ideal.
std::optional<std::string> amounts_problem(const Gate& gate, const Case& c) {
  // Counters that are all there, and different: what is divided by is not 0 then.
  Measured measured;
  for (size_t i = 0; i < data::kCounterCount; ++i) measured.counters.values[i] = 1000 + 37 * i;
  measured.reference = measured.counters;
  for (const data::Buffer& buffer : c.buffers)
    for (size_t i = 0; i < data::kBufferCounterCount; ++i)
      measured.buffers[buffer.name].values[i] = 1001 + 37 * i;
  measured.values = metric_values(c);
  for (const std::string_view fact : kProgramFacts) measured.values[std::string(fact)] = 1;
  std::optional<double> limits[3] = {gate.min, gate.ideal, gate.max};
  const std::optional<MetricExpression>* const amounts[] = {&gate.min_amount, &gate.ideal_amount,
                                                            &gate.max_amount};
  bool known = true;
  for (size_t i = 0; i < 3; ++i) {
    if (!*amounts[i]) continue;
    limits[i] = (*amounts[i])->evaluate(measured);
    known = known && (*amounts[i])->is_known_before_the_run();
    if (!limits[i])
      return fmt::format("gate \"{}\": \"{}\" has no value", gate.name, (*amounts[i])->text());
  }
  if (gate.expression && !gate.expression->evaluate(measured))
    return fmt::format("gate \"{}\": \"{}\" has no value", gate.name, gate.metric);
  if (!known) return std::nullopt;
  constexpr const char* kKeys[] = {"min", "ideal", "max"};
  for (const auto& [low, high] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 2)})
    if (limits[low] && limits[high] && *limits[low] > *limits[high])
      return fmt::format("gate \"{}\": {} is {:g}, above {}, which is {:g}", gate.name, kKeys[low],
                         *limits[low], kKeys[high], *limits[high]);
  return std::nullopt;
}

}  // namespace

// Evaluates everything once for every size and variant, so that an exercise that loads can be run.
void check_cases(const TomlTable& root, const Exercise& exercise) {
  for (const SizeSet& set : exercise.sizes) {
    for (const SizeSet& size : extremes(set)) {
      for (const Variant& variant : exercise.variants) {
        // Ranges that no author has written need no value everywhere: see plan_runs().
        const Result<Case> made = instantiate(exercise, size, variant, 1);
        std::optional<std::string> wrong;
        if (!made) wrong = made.error();
        else
          for (const Gate& gate : exercise.gates)
            if (!wrong && gate.is_of(variant.name)) wrong = amounts_problem(gate, *made);
        if (!wrong || set.derived) continue;
        root.problem("sizes", fmt::format("with {}: {}", size.label, *wrong));
        return;
      }
    }
  }
}

namespace {

// [live], or the file live.toml, which has what would stand in that table.
std::optional<Error> read_live_of(const TomlTable& root, Exercise& exercise, const Scope& scope) {
  const fs::path file = exercise.folder / "live.toml";
  const std::optional<std::string> text = root.has("live") ? std::nullopt : file_text(file);
  if (!text) {
    read_live(root, exercise, scope);
    return std::nullopt;
  }
  Result<toml::table> live = parse_toml(*text, file.string());
  if (!live) return Error{live.error()};
  Problems problems(file.string());
  const toml::table document{{"live", std::move(*live)}};
  read_live(TomlTable(document, "", problems), exercise, scope);
  if (problems.any()) return problems.first();
  return std::nullopt;
}

// [[prepare]], [[verify]] and the file of their kernels.
void read_checks(const TomlTable& root, const Scope& scope, Exercise& exercise) {
  if (!root.has("prepare") && !root.has("verify")) {
    if (root.has("checks"))
      root.problem("checks", "has kernels that no [[prepare]] and no [[verify]] launches");
    return;
  }
  exercise.checks_file =
      read_file_name(root, "checks", root.text("checks", "checks.cu"), ".cu", exercise.folder);
  exercise.prepares = read_check_launches(root, "prepare", exercise, scope);
  exercise.verifies = read_check_launches(root, "verify", exercise, scope);
  for (const LaunchSpec& launch : exercise.prepares)
    for (const ArgumentSpec& argument : launch.arguments)
      for (const Buffer& buffer : exercise.buffers)
        if (buffer.name == argument.buffer && buffer.role != Buffer::Role::input &&
            buffer.role != Buffer::Role::inout)
          root.problem("prepare",
                       fmt::format("is given \"{}\", which is no input of a kernel", buffer.name));
  const std::vector<TomlTable> tables = root.tables("verify");
  for (size_t i = 0; i < exercise.verifies.size(); ++i) {
    std::vector<std::string> decides = tables[i].texts("decides");
    if (!tables[i].has("decides"))
      for (const ArgumentSpec& argument : exercise.verifies[i].arguments)
        decides.push_back(argument.buffer);
    bool any = false;
    for (Buffer& buffer : exercise.buffers)
      if (is_answer(buffer) && std::ranges::find(decides, buffer.name) != decides.end())
        any = buffer.verified = true;
    if (!any) tables[i].problem("arguments", "has no answer that it could decide about");
  }
}

// What is no mistake in this exercise.
void read_allowed(const TomlTable& root, Exercise& exercise) {
  constexpr std::string_view kSameValueStores = "same value stores";
  for (const std::string& allowed : root.texts("allow")) {
    if (allowed == kSameValueStores) exercise.allows_same_value_stores = true;
    else
      root.problem("allow", fmt::format("\"{}\" is nothing that can be allowed; there is \"{}\"",
                                        allowed, kSameValueStores));
  }
}

// Times are measured of launches that are always the same, on what fills can make on a GPU.
void check_times(const TomlTable& root, const Exercise& exercise) {
  if (std::ranges::none_of(exercise.gates, &Gate::is_timed)) return;
  const bool repeats = std::ranges::any_of(
      exercise.launches, [](const LaunchSpec& launch) { return !launch.repeat_while.empty(); });
  const bool has_variables = std::ranges::any_of(
      exercise.buffers, [](const Buffer& buffer) { return !buffer.variable.empty(); });
  const std::pair<bool, const char*> kRefused[] = {{!exercise.prepares.empty(), "[[prepare]]"},
                                                   {repeats, "repeat_while"},
                                                   {has_variables, "a buffer with a \"variable\""}};
  for (const auto& [is_there, what] : kRefused)
    if (is_there)
      root.problem("gate",
                   fmt::format("is about a time, and exercises with {} are not timed", what));
}

Result<Exercise> read_exercise(const TomlTable& root, Exercise exercise) {
  Problems& problems = root.problems();
  root.allow_only({"title",          "module",
                   "file",           "statement",
                   "reference",      "reference_title",
                   "yardstick",      "seeds",
                   "tolerance",      "starter_fails",
                   "hints",          "sizes",
                   "block",          "variant",
                   "buffer",         "launch",
                   "gate",           "view",
                   "live",           "reference_earns",
                   "grid",           "arguments",
                   "dynamic_shared", "repeat",
                   "kernel",         "tile",
                   "buffers",        "points",
                   "about",          "keeps",
                   "checks",         "prepare",
                   "verify",         "allow",
                   "swap",           "repeat_while",
                   "entry",          "pointers",
                   "program"});
  exercise.title = root.required_text("title", "Column sums");
  exercise.module = root.required_text("module", "Coalescing");
  exercise.sizes = read_sizes(root);
  if (!problems.any()) exercise.derived_sizes = read_derived_sizes(root, exercise.sizes.front());
  exercise.variants = read_variants(root, exercise.sizes);
  exercise.host = read_host(root, exercise.folder);
  read_block(root, exercise);
  // What follows refers to what was read so far: a mistake there would show as mistakes here.
  if (problems.any()) return problems.first();

  const Scope scope = size_names(exercise);
  const Scope with_choice =
      exercise.student_chooses_block ? with_names(scope, {"block_x", "block_y", "block_z"}) : scope;
  if (!exercise.host || !exercise.host->is_main())
    exercise.buffers = read_buffers(root, exercise.folder, with_choice, scope);
  else if (root.has("buffer"))
    root.problem("buffer", "does not go with entry = \"main\": a program has its own");
  if (problems.any()) return problems.first();
  exercise.launches = read_launches(root, exercise, scope);
  read_checks(root, scope, exercise);
  read_allowed(root, exercise);
  if (problems.any()) return problems.first();

  exercise.gates = read_gates(root, exercise);
  exercise.views = read_views(root, exercise);
  if (const std::optional<Error> wrong = read_live_of(root, exercise, scope)) return *wrong;
  exercise.hints = root.texts("hints");
  exercise.check_seeds = read_seeds(root);
  read_files(root, exercise);
  exercise.reference_earns = root.number("reference_earns");
  check_yardsticks(root, exercise);
  check_times(root, exercise);
  check_first_fills(root, exercise);
  if (exercise.live && !exercise.prepares.empty())
    root.problem("live", "does not show an exercise with [[prepare]]");
  if (problems.any()) return problems.first();

  exercise.starter_fails = read_starter_fails(root, exercise.gates);
  check_cases(root, exercise);
  if (problems.any()) return problems.first();
  return exercise;
}

// A file is its name, how long it is, and what is in it; so no two exercises read the same.
void append_file(std::string& all, const fs::path& file) {
  const std::string bytes = file_text(file).value_or("");
  all += fmt::format("{} {}\n", file.filename().string(), bytes.size());
  all += bytes;
}

}  // namespace

std::string hash_of(const Exercise& exercise, std::string_view description) {
  std::string all = fmt::format("{} {}\n{}", kFileName, description.size(), description);
  for (const std::string* file :
       {&exercise.reference_file, &exercise.yardstick_file, &exercise.checks_file})
    if (!file->empty()) append_file(all, exercise.folder / *file);
  if (exercise.host) {
    if (!exercise.host->input_file.empty())
      append_file(all, exercise.folder / exercise.host->input_file);
    for (const std::string& file : exercise.host->files) append_file(all, exercise.folder / file);
  }
  for (const Header& header : exercise.headers)
    all += fmt::format("{} {}\n{}", header.name, header.text.size(), header.text);
  for (const Buffer& buffer : exercise.buffers) {
    if (buffer.fill.picture) append_file(all, buffer.fill.picture->file);
    for (const Fill& fill : buffer.first_fills)
      if (fill.picture) append_file(all, fill.picture->file);
  }
  return hex_text(sha256(all));
}

Result<bool> finish_rig(std::string_view description, Exercise& rig) {
  Result<std::vector<Header>> headers = read_headers(rig);
  if (!headers) return Error{headers.error()};
  rig.headers = std::move(*headers);
  rig.hash = hash_of(rig, description);
  return true;
}

namespace {

// The document with all that its short form stands for; `exercise` has the folder, and gets
// `keeps`.
Result<toml::table> read_long_form(std::string_view text, Exercise& exercise, Problems& problems) {
  Result<toml::table> document = parse_toml(text, problems.file());
  if (!document) return Error{document.error()};
  const Result<Profiles> profiles = Profiles::for_exercise(exercise.folder);
  if (!profiles) return Error{profiles.error()};
  spell_out({*document, TomlTable(*document, "", problems), *profiles, exercise});
  if (problems.any()) return problems.first();
  return document;
}

}  // namespace

Result<Exercise> load_from_text(std::string_view text, const fs::path& folder) {
  const std::string file = (folder / kFileName).string();
  Exercise exercise;
  if (const Result<bool> named = read_folder_name(folder, file, exercise); !named)
    return Error{named.error()};
  Problems problems(file);
  const Result<toml::table> document = read_long_form(text, exercise, problems);
  if (!document) return Error{document.error()};
  const TomlTable root(*document, "", problems);
  Result<Exercise> loaded = read_exercise(root, std::move(exercise));
  if (!loaded) return loaded;
  if (const Result<bool> finished = finish_rig(root.as_text(), *loaded); !finished)
    return Error{finished.error()};
  return loaded;
}

Result<std::string> spelled_out(const fs::path& folder) {
  const std::string file = (folder / kFileName).string();
  const Result<std::string> text = description_text(folder / kFileName, "exercise");
  if (!text) return Error{text.error()};
  Exercise exercise;
  if (const Result<bool> named = read_folder_name(folder, file, exercise); !named)
    return Error{named.error()};
  Problems problems(file);
  const Result<toml::table> document = read_long_form(*text, exercise, problems);
  if (!document) return Error{document.error()};
  std::string all;
  for (const auto& [key, value] : *document) {
    const toml::array* const list = value.as_array();
    if (!list || !list->is_array_of_tables()) {
      all += fmt::format("{} = {}\n", key.str(), inline_toml(value));
      continue;
    }
    all += fmt::format("{} = [\n", key.str());
    for (const toml::node& one : *list) all += fmt::format("  {},\n", inline_toml(one));
    all += "]\n";
  }
  return all;
}

Result<std::string> description_text(const fs::path& file, std::string_view what) {
  std::error_code why;
  const fs::file_status status = fs::status(file, why);
  if (status.type() == fs::file_type::not_found) {
    return Error{
        fmt::format("there is no file \"{}\"; a folder with one is an {}", file.string(), what)};
  }
  if (status.type() != fs::file_type::regular) {
    return Error{fmt::format("\"{}\" cannot be read: {}", file.string(),
                             why ? why.message() : "it is no ordinary file")};
  }
  if (fs::file_size(file, why) > kLargestTomlFile) {
    return Error{
        fmt::format("\"{}\" cannot be read: {}", file.string(),
                    why ? why.message() : fmt::format("it is larger than any {} needs", what))};
  }
  std::optional<std::string> text = file_text(file);
  if (!text) return Error{fmt::format("\"{}\" cannot be read", file.string())};
  return std::move(*text);
}

Result<Exercise> load(const fs::path& folder) {
  const Result<std::string> text = description_text(folder / kFileName, "exercise");
  if (!text) return Error{text.error()};
  return load_from_text(*text, folder);
}

}  // namespace warplab::exercise
