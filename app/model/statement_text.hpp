#pragma once
// What a student reads of an exercise: its statement and hints, in the language that is wanted and
// there, and the words that are explained in it.
#include <memory>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"
#include "exercise/glossary.hpp"

namespace warplab::app {

struct StatementText {
  std::string markdown;
  std::vector<std::string> hints;
  std::shared_ptr<const exercise::Glossary> glossary;
  std::string language;               // empty: English
  std::vector<std::string> problems;  // of translations and glossaries, which are left out then
  std::string state;                  // another text where any of the files is another one
};

// `languages`: the first that has a statement is taken; without any the English one.
StatementText read_statement(const exercise::Exercise& exercise,
                             const std::vector<std::string>& languages);

// The languages, besides English, in which the course has a statement.
std::vector<std::string> statement_languages(const std::vector<std::filesystem::path>& folders);

}  // namespace warplab::app
