#include "exercise/glossary.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "base/file_text.hpp"
#include "contains.hpp"
#include "exercise/exercise.hpp"
#include "exercise/translation.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::exercise;
using namespace warplab::test;
namespace fs = std::filesystem;

namespace {

const fs::path kExercises = fs::path(WARPLAB_SOURCE_DIR) / "exercises";

Glossary loaded(const std::string& text) {
  auto glossary = load_glossary(text, "glossary.toml");
  REQUIRE_MESSAGE(glossary, glossary.error());
  return *glossary;
}

const char* const kWords =
    "[[term]]\nname = \"bank\"\ntext = \"b\"\n"
    "[[term]]\nname = \"bank conflict\"\nalso = [\"conflict\"]\ntext = \"c\"\n"
    "[[term]]\nname = \"latency\"\ntext = \"l\"\n";

// "bank|latencies": what was found, as it stands in the text.
std::string found(const Glossary& glossary, const std::string& text) {
  std::string all;
  for (const TermPlace& place : TermFinder(glossary).find(text))
    all += text.substr(place.begin, place.size) + "=" + glossary.terms[place.term].name + "|";
  return all;
}

}  // namespace

TEST_CASE("words of a glossary are found whole, in the plural, and the longest first") {
  const Glossary glossary = loaded(kWords);
  CHECK(found(glossary, "A bank, two Banks.") == "bank=bank|Banks=bank|");
  CHECK(found(glossary, "no bank conflicts, a conflict") ==
        "bank conflicts=bank conflict|conflict=bank conflict|");
  CHECK(found(glossary, "latencies") == "latencies=latency|");
  CHECK(found(glossary, "\u00ab\u00a0bank\u00a0\u00bb\u2014bank") == "bank=bank|bank=bank|");
  CHECK(found(glossary, "bankrupt embank bank_x bank2 \u00e9bank").empty());
}

TEST_CASE("a mistake in a glossary is named with file, line, key and what is expected") {
  const std::pair<const char*, const char*> wrong[] = {
      {"[[term]]\ntext = \"x\"\n", "glossary.toml:1: term.name: is missing"},
      {"[[term]]\nname = \"a\"\n", "glossary.toml:1: term.text: is missing"},
      {"[[term]]\nname = \"a\"\ntxt = \"x\"\ntext = \"x\"\n",
       "glossary.toml:3: term.txt: unknown key; did you mean \"text\"?"},
      {"[[term]]\nname = \"a\"\ntext = \"x\"\n[[term]]\nname = \"b\"\nalso = [\"As\"]\ntext = "
       "\"x\"\n",
       "glossary.toml:5: term.name: \"As\" is explained at \"a\" already"},
      {"[[term]\n", "glossary.toml:1: not valid TOML"},
  };
  for (const auto& [text, message] : wrong) {
    const auto glossary = load_glossary(text, "glossary.toml");
    REQUIRE_FALSE(glossary);
    INFO(glossary.error());
    CHECK(contains(glossary.error(), message));
  }
}

TEST_CASE("a course's own words are added to those that are there, or take their place") {
  Glossary glossary = loaded(kWords);
  add_terms(glossary, loaded("[[term]]\nname = \"Bank\"\ntext = \"mine\"\n"
                             "[[term]]\nname = \"stencil\"\ntext = \"s\"\n"));
  CHECK(glossary.terms.size() == 4);
  CHECK(found(glossary, "stencil bank") == "stencil=stencil|bank=Bank|");
  add_terms(glossary, loaded("[[term]]\nname = \"conflict\"\ntext = \"mine\"\n"));
  CHECK(found(glossary, "a conflict") == "conflict=conflict|");
}

TEST_CASE("each word of the course's glossaries stands in a statement of its language") {
  for (const std::string language : {"", "fr"}) {
    const std::string name = language.empty() ? "glossary.toml" : "glossary.fr.toml";
    const Glossary glossary = loaded(file_text(kExercises / name).value_or(""));
    const TermFinder finder(glossary);
    std::vector<bool> used(glossary.terms.size(), false);
    for (const fs::directory_entry& file : fs::recursive_directory_iterator(kExercises)) {
      const std::string of = file.path().filename().string();
      if (!of.ends_with(".md") || language_in(of) != language) continue;
      for (const TermPlace& place : finder.find(file_text(file.path()).value_or("")))
        used[place.term] = true;
    }
    for (size_t i = 0; i < used.size(); ++i)
      CHECK_MESSAGE(used[i], name, ": no statement has the word ", glossary.terms[i].name);
  }
}

TEST_CASE("a file's name says its language, and nothing else is taken for one") {
  CHECK(in_language("statement.md", "fr") == "statement.fr.md");
  CHECK(language_in("statement.fr.md") == "fr");
  CHECK(language_in("statement.pt_BR.md") == "pt_BR");
  for (const char* none : {"statement.md", "banks.motion.toml", "a.b.md", "statement.FR.md"})
    CHECK(language_in(none).empty());
}

TEST_CASE("translated hints are as many as the hints, or the file, line and key are named") {
  REQUIRE(load_translation("hints = [\"a\", \"b\"]", "exercise.fr.toml", 2));
  const auto few = load_translation("\nhints = [\"a\"]", "exercise.fr.toml", 2);
  REQUIRE_FALSE(few);
  CHECK(few.error() ==
        "exercise.fr.toml:2: hints: has 1 entries; expected 2, one for each in exercise.toml");
}

TEST_CASE("a translation has title and module where it says so, and an experiment's has no hints") {
  const auto translated =
      load_translation("title = \"Pas\"\nmodule = \"Débuts\"\n", "experiment.fr.toml", 0);
  REQUIRE_MESSAGE(translated, (translated ? "" : translated.error()));
  CHECK(translated->title == "Pas");
  CHECK(translated->module == "Débuts");
  CHECK_FALSE(load_translation("title = \"Pas\"\n", "exercise.fr.toml", 1));
}

TEST_CASE("what is wrong beside a statement is found: pictures, translations, glossaries") {
  const TemporaryFolder folder;
  Exercise exercise;
  exercise.folder = folder.path() / "01-a";
  exercise.hints = {"one"};
  folder.write("01-a/statement.md", "# A\n\n![moves](gone.motion.toml)\n");
  CHECK(statement_problems(exercise) ==
        std::vector<std::string>{(exercise.folder / "statement.md").string() +
                                 ":3: there is no file \"" +
                                 (exercise.folder / "gone.motion.toml").string() + "\""});
  folder.write("01-a/statement.md", "# A\n");
  folder.write("01-a/exercise.fr.toml", "hints = []\n");
  folder.write("01-a/bad.motion.toml", "");
  folder.write("glossary.toml", "[[term]]\n");
  const std::vector<std::string> problems = statement_problems(exercise);
  REQUIRE(problems.size() == 3);
  CHECK(contains(problems[0], "bad.motion.toml:1: has no [[scene]]"));
  CHECK(contains(problems[1], "exercise.fr.toml:1: hints: has 0 entries"));
  CHECK(contains(problems[2], "glossary.toml:1: term.name: is missing"));
}
