#include "exercise/translation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/file_text.hpp"
#include "exercise/exercise.hpp"
#include "exercise/glossary.hpp"
#include "exercise/motion.hpp"
#include "exercise/toml_reader.hpp"

namespace warplab::exercise {
namespace {

namespace fs = std::filesystem;

// "fr", "pt_BR".
bool is_language(std::string_view word) {
  const auto letters = [](std::string_view part, char first, char last) {
    return std::all_of(part.begin(), part.end(), [&](char c) { return c >= first && c <= last; });
  };
  const size_t bar = std::min(word.find('_'), word.size());
  const std::string_view language = word.substr(0, bar), land = word.substr(bar);
  if (language.size() < 2 || language.size() > 3 || !letters(language, 'a', 'z')) return false;
  return land.empty() || (land.size() == 3 && letters(land.substr(1), 'A', 'Z'));
}

// Pictures that move that a statement names and that are not there.
void find_missing_motions(const fs::path& statement, std::vector<std::string>& problems) {
  const std::string text = file_text(statement).value_or("");
  for (size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
    const size_t end = text.find(')', at);
    if (end == std::string::npos) return;
    const std::string name = text.substr(at + 2, end - at - 2);
    std::error_code ignored;
    if (!name.ends_with(kMotionEnding) || fs::exists(statement.parent_path() / name, ignored))
      continue;
    const auto line =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    problems.push_back(fmt::format("{}:{}: there is no file \"{}\"", statement.string(), line + 1,
                                   (statement.parent_path() / name).string()));
  }
}

template <class Load>
void note_error(const fs::path& file, std::vector<std::string>& problems, Load load) {
  const auto text = file_text(file);
  if (!text) return problems.push_back(file.string() + ": cannot be read");
  if (const auto loaded = load(*text, file.string()); !loaded) problems.push_back(loaded.error());
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<Translation> load_translation(std::string_view text, const std::string& file,
                                     size_t hint_count) {
  const Result<toml::table> parsed = parse_toml(text, file);
  if (!parsed) return Error{parsed.error()};
  Problems problems(file);
  const TomlTable root(*parsed, "", problems);
  root.allow_only({"title", "module", "hints"});
  Translation translation;
  if (root.has("title")) translation.title = root.text("title");
  if (root.has("module")) translation.module = root.text("module");
  translation.hints = root.texts("hints");
  if (!root.has("hints") && hint_count > 0)
    root.problem("hints", "is missing; expected a list of strings, as in exercise.toml");
  else if (translation.hints.size() != hint_count)
    root.problem("hints", fmt::format("has {} entries; expected {}, one for each in exercise.toml",
                                      translation.hints.size(), hint_count));
  if (problems.any()) return problems.first();
  return translation;
}

std::string in_language(const std::string& file_name, std::string_view language) {
  const size_t dot = std::min(file_name.rfind('.'), file_name.size());
  return fmt::format("{}.{}{}", file_name.substr(0, dot), language, file_name.substr(dot));
}

std::string language_in(const std::string& file_name) {
  const fs::path stem = fs::path(file_name).stem();
  const std::string language = stem.extension().string();
  return language.size() > 1 && is_language(language.substr(1)) ? language.substr(1) : "";
}

std::vector<std::string> statement_problems(const Exercise& exercise) {
  std::vector<std::string> problems;
  for (const fs::path& file : files_in(exercise.folder)) {
    const std::string name = file.filename().string();
    const std::string language = language_in(name);
    const bool translated = !language.empty();
    if (name.ends_with(kMotionEnding)) {
      note_error(file, problems, load_motion);
    } else if (translated && name == in_language("exercise.toml", language)) {
      note_error(file, problems, [&](const std::string& text, const std::string& named) {
        return load_translation(text, named, exercise.hints.size());
      });
    } else if (name == exercise.statement_file ||
               (translated && name == in_language(exercise.statement_file, language))) {
      find_missing_motions(file, problems);
    }
  }
  for (const fs::path& file : files_in(exercise.folder.parent_path())) {
    const std::string name = file.filename().string();
    if (name == "glossary.toml" || name == in_language("glossary.toml", language_in(name)))
      note_error(file, problems, load_glossary);
  }
  return problems;
}

}  // namespace warplab::exercise
