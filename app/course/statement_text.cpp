#include "course/statement_text.hpp"

#include <fmt/format.h>

#include "base/file_text.hpp"
#include "common/embedded.hpp"
#include "common/files.hpp"
#include "exercise/motion.hpp"
#include "exercise/translation.hpp"

namespace warplab::app {
namespace {

namespace fs = std::filesystem;
using exercise::Glossary;

// What the program brings: the words of its own course, which other courses speak as well.
std::string_view own_glossary(const std::string& language) {
  if (language.empty()) return embedded_file("glossary.toml");
  if (language == "fr") return embedded_file("glossary.fr.toml");
  return {};
}

std::shared_ptr<const Glossary> read_glossary(const fs::path& course, StatementText& into) {
  auto glossary = std::make_shared<Glossary>();
  const auto add = [&](std::string_view text, const std::string& file) {
    Result<Glossary> loaded = exercise::load_glossary(text, file);
    if (loaded) add_terms(*glossary, std::move(*loaded));
    else into.problems.push_back(loaded.error());
  };
  const std::string name = into.language.empty()
                               ? "glossary.toml"
                               : exercise::in_language("glossary.toml", into.language);
  if (const std::string_view own = own_glossary(into.language); !own.empty()) add(own, name);
  std::error_code error;
  const fs::path file = course / name;
  if (fs::is_regular_file(file, error)) {
    const std::string text = file_text(file).value_or("");
    add(text, file.string());
    into.state += text;
  }
  return glossary;
}

void read_hints(const exercise::Exercise& exercise, StatementText& into) {
  into.hints = exercise.hints;
  for (const std::string& hint : exercise.hints) into.state += hint + '\n';
  if (into.language.empty()) return;
  const fs::path file = exercise.folder / exercise::in_language("exercise.toml", into.language);
  const auto text = file_text(file);
  if (!text) return;  // hints stay English
  auto translation = exercise::load_translation(*text, file.string(), exercise.hints.size());
  into.state += *text;
  if (translation) into.hints = std::move(translation->hints);
  else into.problems.push_back(translation.error());
}

// When pictures that move were written: they are laid out with the text.
std::string times_of_motions(const fs::path& folder) {
  std::string times;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().filename().string().ends_with(exercise::kMotionEnding))
      times += fmt::format("{} {} ", entry.path().filename().string(),
                           entry.last_write_time(error).time_since_epoch().count());
  return times;
}

}  // namespace

std::vector<StatementSection> sections_of(std::string_view markdown) {
  std::vector<StatementSection> sections;
  bool in_code = false;
  while (!markdown.empty()) {
    const size_t end = std::min(markdown.find('\n'), markdown.size());
    const std::string_view line = markdown.substr(0, end);
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
    if (line.starts_with("```") || line.starts_with("~~~")) in_code = !in_code;
    if (!in_code && line.starts_with("## ")) {
      sections.push_back({std::string(line.substr(3)), {}});
      continue;
    }
    if (!sections.empty()) sections.back().markdown.append(line).append("\n");
  }
  for (StatementSection& section : sections) {
    std::string& text = section.markdown;
    text.erase(0, text.find_first_not_of('\n'));
    while (text.ends_with('\n')) text.pop_back();
  }
  return sections;
}

namespace {

void take_what_is_to_be_written(StatementText& statement) {
  constexpr std::string_view kBegin = "```write\n", kEnd = "```\n";
  std::string& text = statement.markdown;
  const size_t begin = text.find(kBegin);
  if (begin == std::string::npos) return;
  const size_t lines = begin + kBegin.size(), end = text.find(kEnd, lines);
  if (end == std::string::npos) return;
  statement.to_write = text.substr(lines, end - lines);
  text.erase(begin, end + kEnd.size() - begin);
}

void split_for_reading(StatementText& statement) {
  std::vector<StatementSection> sections = sections_of(statement.markdown);
  statement.intro = statement.lead = statement.markdown;
  if (sections.size() < 2) return;
  const std::string first = "## " + sections[0].title, second = "## " + sections[1].title;
  const size_t begin = statement.markdown.find(first);
  const size_t end = statement.markdown.find(second, begin + first.size());
  statement.intro = statement.markdown.substr(0, begin);
  statement.lead = statement.markdown.substr(0, end);
  statement.sections = std::move(sections);
}

}  // namespace

StatementText read_statement(const exercise::Exercise& exercise,
                             const std::vector<std::string>& languages) {
  StatementText statement;
  std::string name = exercise.statement_file;
  std::error_code error;
  for (const std::string& language : languages) {
    const std::string translated = exercise::in_language(exercise.statement_file, language);
    if (!fs::is_regular_file(exercise.folder / translated, error)) continue;
    name = translated;
    statement.language = language;
    break;
  }
  auto text = read_file(exercise.folder / name);
  statement.markdown = text ? std::move(*text) : "# " + exercise.title + "\n\n" + text.error();
  take_what_is_to_be_written(statement);
  std::vector<StatementSection> sections = sections_of(statement.markdown);
  if (sections.size() >= 2) {
    statement.task = std::move(sections.front());
    statement.question = std::move(sections.back());
  }
  // Headers are there to be read.
  for (const exercise::Header& header : exercise.headers)
    statement.markdown += fmt::format(
        "\n\n## {}\n\nYour file can include it, and cannot change it.\n\n```\n{}\n```\n",
        header.name, header.text);
  split_for_reading(statement);
  statement.state = statement.markdown + statement.to_write;
  read_hints(exercise, statement);
  const fs::path folder =
      exercise.folder.has_filename() ? exercise.folder : exercise.folder.parent_path();
  statement.glossary = read_glossary(folder.parent_path(), statement);
  statement.state += times_of_motions(exercise.folder);
  return statement;
}

std::map<std::string, size_t> statement_languages(const std::vector<fs::path>& folders) {
  std::map<std::string, size_t> languages;
  std::error_code error;
  for (const fs::path& folder : folders)
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename().string();
      const std::string language = exercise::language_in(name);
      if (name.ends_with(".md") && !language.empty() && language != "en") ++languages[language];
    }
  return languages;
}

}  // namespace warplab::app
