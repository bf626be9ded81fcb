#pragma once
// What a student reads of an exercise: its statement and hints, in the language that is wanted and
// there, and the words that are explained in it.
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exercise/exercise.hpp"
#include "exercise/glossary.hpp"

namespace warplab::app {

// A part of a statement below a heading of the second level, without the heading.
struct StatementSection {
  std::string title, markdown;  // empty: there is none
};

struct StatementText {
  std::string markdown;
  // Of an exercise the first section says what to do, and the last asks the question that leads on.
  // Where there are fewer than two there is neither. Headers that are appended are no section.
  StatementSection task, question;
  // What is read first: up to the first section, and with it. The sections themselves, and headers
  // behind them; empty where there are fewer than two.
  std::string intro, lead;
  std::vector<StatementSection> sections;
  // What is to be written down before the first run, with the lines that it begins with: the block
  // of code "write" of the statement, which is in none of the texts above. Empty: nothing.
  std::string to_write;
  std::vector<std::string> hints;
  std::shared_ptr<const exercise::Glossary> glossary;
  std::string language;               // empty: English
  std::vector<std::string> problems;  // of translations and glossaries, which are left out then
  std::string state;                  // another text where any of the files is another one
};

// `languages`: the first that has a statement is taken; without any the English one.
StatementText read_statement(const exercise::Exercise& exercise,
                             const std::vector<std::string>& languages);

// The sections of a Markdown text in their order. A heading within a block of code is code.
std::vector<StatementSection> sections_of(std::string_view markdown);

// The languages, besides English, in which the course has statements, and how many.
std::map<std::string, size_t> statement_languages(
    const std::vector<std::filesystem::path>& folders);

}  // namespace warplab::app
