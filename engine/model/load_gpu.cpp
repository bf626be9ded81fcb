#include "model/load_gpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/file_text.hpp"
#include "base/words.hpp"
#include "exercise/spelling.hpp"
#include "exercise/toml_reader.hpp"

namespace warplab::model {
namespace {

namespace fs = std::filesystem;
using exercise::Problems;
using exercise::TomlTable;

// A file of this kind has some 10 KiB; more is a mistake in the path.
constexpr uintmax_t kLargestFile = 256 * 1024;

constexpr std::string_view kIdentity[] = {"name", "names", "compute_capability"};
constexpr std::string_view kNumbers[] = {
#define X(id, least, most, text) #id,
    WARPLAB_GPU_COUNTS(X) WARPLAB_GPU_RATES(X)
#undef X
};

// `key = { value = 40, source = "..." }`.
class NumberReader {
 public:
  NumberReader(const TomlTable& root, LoadedGpu& loaded) : root_(root), loaded_(loaded) {}

  double read(std::string_view key, double least, double most, std::string_view text, bool whole) {
    const std::optional<TomlTable> entry = root_.has(key) ? root_.table(key) : std::nullopt;
    if (!entry) {
      if (!root_.has(key))
        root_.problem("", fmt::format("\"{}\" is missing ({}); expected {} = {{ value = ..., "
                                      "source = \"...\" }}",
                                      key, text, key));
      return least;
    }
    entry->allow_only({"value", "source"});
    if (!entry->has("value")) entry->problem("", fmt::format("the value is missing ({})", text));
    std::string source = entry->required_text("source", "Tesla T4 data sheet, 2019");
    loaded_.sources.push_back({std::string(key), std::move(source)});
    const double value = entry->number("value").value_or(least);
    const bool is_in_range = value >= least && value <= most;  // not so of nan
    if (is_in_range && !(whole && value != std::floor(value))) return value;
    entry->problem("value", fmt::format("{} is no {} from {} to {} ({})", value,
                                        whole ? "whole number" : "number", least, most, text));
    return least;  // as a count may not hold what is out of its range
  }

 private:
  const TomlTable& root_;
  LoadedGpu& loaded_;
};

// "7.5" is 75.
int read_capability(const TomlTable& root) {
  const std::string text = root.required_text("compute_capability", "7.5");
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.size() == 3 && digit(text[0]) && text[1] == '.' && digit(text[2]))
    return (text[0] - '0') * 10 + (text[2] - '0');
  if (!text.empty())
    root.problem("compute_capability",
                 fmt::format("\"{}\" is no compute capability such as \"7.5\"", text));
  return 0;
}

std::vector<std::string_view> known_keys() {
  std::vector<std::string_view> keys(std::begin(kIdentity), std::end(kIdentity));
  keys.insert(keys.end(), std::begin(kNumbers), std::end(kNumbers));
  return keys;
}

LoadedGpu read_gpu(const TomlTable& root) {
  LoadedGpu loaded;
  Gpu& gpu = loaded.gpu;
  gpu.name = root.required_text("name", "Tesla T4");
  gpu.names = root.texts("names");
  gpu.compute_capability = read_capability(root);
  NumberReader numbers(root, loaded);
#define X(id, least, most, text)  \
  gpu.id = static_cast<uint64_t>( \
      numbers.read(#id, static_cast<double>(least), static_cast<double>(most), text, true));
  WARPLAB_GPU_COUNTS(X)
#undef X
#define X(id, least, most, text) gpu.id = numbers.read(#id, least, most, text, false);
  WARPLAB_GPU_RATES(X)
#undef X
  return loaded;
}

bool is_called(const Gpu& gpu, std::string_view name) {
  const std::string wanted = in_small_letters(name);
  return in_small_letters(gpu.name) == wanted ||
         std::ranges::any_of(gpu.names,
                             [&](const std::string& n) { return in_small_letters(n) == wanted; });
}

}  // namespace

Result<LoadedGpu> parse_gpu(std::string_view text, const std::string& file) {
  const Result<toml::table> document = exercise::parse_toml(text, file);
  if (!document) return Error{document.error()};
  Problems problems(file);
  const TomlTable root(*document, "", problems);
  // A key that is misspelled is missing as well; its own line helps more.
  root.allow_only(known_keys());
  if (problems.any()) return problems.first();
  LoadedGpu loaded = read_gpu(root);
  if (problems.any()) return problems.first();
  return loaded;
}

Result<LoadedGpu> load_gpu(const fs::path& file) {
  std::error_code why;
  if (!fs::is_regular_file(file, why))
    return Error{fmt::format("There is no file \"{}\" that describes a GPU.", file.string())};
  if (fs::file_size(file, why) > kLargestFile || why)
    return Error{fmt::format("\"{}\" cannot be read: {}", file.string(),
                             why ? why.message() : "it is larger than a description of a GPU")};
  const std::optional<std::string> text = file_text(file);
  if (!text) return Error{fmt::format("\"{}\" cannot be read.", file.string())};
  return parse_gpu(*text, file.string());
}

Result<std::vector<LoadedGpu>> load_gpus(const fs::path& folder) {
  std::error_code why;
  std::vector<fs::path> files;
  for (fs::directory_iterator at(folder, why), end; !why && at != end; at.increment(why))
    if (at->path().extension() == ".toml") files.push_back(at->path());
  if (why)
    return Error{fmt::format("The folder of GPUs \"{}\" cannot be read: {}.", folder.string(),
                             why.message())};
  std::ranges::sort(files);
  std::vector<LoadedGpu> gpus;
  for (size_t i = 0; i < files.size(); ++i) {
    Result<LoadedGpu> loaded = load_gpu(files[i]);
    if (!loaded) return Error{loaded.error()};
    for (size_t j = 0; j < gpus.size(); ++j)
      if (is_called(gpus[j].gpu, loaded->gpu.name))
        return Error{fmt::format("\"{}\" and \"{}\" both describe \"{}\".", files[j].string(),
                                 files[i].string(), loaded->gpu.name)};
    gpus.push_back(std::move(*loaded));
  }
  return gpus;
}

Result<const LoadedGpu*> find_gpu(const std::vector<LoadedGpu>& gpus, std::string_view name) {
  const auto found =
      std::ranges::find_if(gpus, [&](const LoadedGpu& g) { return is_called(g.gpu, name); });
  if (found != gpus.end()) return &*found;
  std::vector<std::string_view> known;
  for (const LoadedGpu& g : gpus) known.emplace_back(g.gpu.name);
  const std::string meant = exercise::did_you_mean(name, known);
  return Error{fmt::format("There is no model of \"{}\"{} There are {}.", name,
                           meant.empty() ? "." : meant, exercise::quoted_list(known))};
}

}  // namespace warplab::model
