// Replays what NVRTC has said of the sources in logs/. NAME.log begins with the version; what is
// said to a student follows, and where ptxas has complained its PTX. A header NAME.cuh is the
// exercise's. To record them anew: WARPLAB_RECORD_LOGS=1 build/bin/test_compile -tc='*recorded*'
#include "compile/messages/table.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "compile/compiler_log.hpp"
#include "compile/explain.hpp"
#include "temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace warplab::compile;
using warplab::test::content_if_any;

namespace {

const fs::path kFolder = WARPLAB_SOURCE_DIR "/tests/compile/logs";
constexpr std::string_view kSaid = "=== said\n", kPtx = "=== ptx\n";

struct RecordedLog {
  std::string name, version, log, said, ptx;
  Source source;
};

std::vector<RecordedLog> recorded_logs() {
  std::vector<RecordedLog> all;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    fs::path path = entry.path();
    if (path.extension() != ".cu") continue;
    RecordedLog recorded{path.stem(), {}, {}, {}, {}, {path.filename(), content_if_any(path), 90}};
    if (fs::exists(path.replace_extension(".cuh")))
      recorded.source.headers.push_back({path.filename(), content_if_any(path)});
    const std::string text = content_if_any(path.replace_extension(".log"));
    const size_t log = text.find('\n') + 1, said = text.find(kSaid), ptx = text.find(kPtx);
    if (said != std::string::npos) {
      recorded.version = text.substr(0, log - 1);
      recorded.log = text.substr(log, said - log);
      recorded.said = text.substr(said + kSaid.size(), ptx - said - kSaid.size());
      if (ptx != std::string::npos) recorded.ptx = text.substr(ptx + kPtx.size());
    }
    all.push_back(std::move(recorded));
  }
  std::ranges::sort(all, {}, &RecordedLog::name);
  return all;
}

std::vector<Diagnostic> messages_in(const RecordedLog& recorded) {
  return parse_log(recorded.log,
                   [&](std::string_view file) { return file == recorded.source.file_name; });
}

// "3 error: ...", a line for each message.
std::string said_of(const RecordedLog& recorded, UsedRows* used = nullptr) {
  HeaderSet headers;
  for (const NamedText& header : recorded.source.headers) headers.add(header.name, header.text);
  const warplab::test::TemporaryFolder folder;
  if (recorded.source.text.starts_with("// with a toolkit\n")) {
    folder.write("include/cuda_fp16.h");
    headers.add_toolkit(folder.path() / "include");
  }
  std::string said;
  for (const Diagnostic& d :
       explain(messages_in(recorded), {recorded.source, recorded.ptx, headers}, used))
    said += fmt::format("{} {}: {}\n", d.line,
                        std::array{"note", "warning", "error"}[static_cast<size_t>(d.severity)],
                        d.message);
  return said;
}

void compile_again(RecordedLog& recorded) {
  const auto compiler = load_compiler();
  REQUIRE_MESSAGE(compiler, (compiler ? "" : compiler.error()));
  Compiled compiled = compile(**compiler, recorded.source);
  recorded.version = compiled.compiler;
  recorded.log = compiled.log;
  recorded.ptx = compiled.log.find("ptxas") == std::string::npos ? "" : compiled.ptx;
  // Not the folder in which it was recorded.
  const std::string here = std::filesystem::current_path().string() + "/";
  for (size_t at; (at = recorded.ptx.find(here)) != std::string::npos;)
    recorded.ptx.erase(at, here.size());
}

std::vector<std::string> words_of(const std::vector<Diagnostic>& messages) {
  std::vector<std::string> words;
  for (const Diagnostic& d : messages) words.push_back(fmt::format("{} {}", d.line, d.message));
  return words;
}

}  // namespace

TEST_CASE("what NVRTC says of a source is what is recorded, or is explained all the same") {
  const bool records = std::getenv("WARPLAB_RECORD_LOGS") != nullptr;
  for (const RecordedLog& recorded : recorded_logs()) {
    RecordedLog now = recorded;
    compile_again(now);
    if (records) {
      warplab::test::write(kFolder / (now.name + ".log"),
                           fmt::format("{}\n{}{}{}{}{}", now.version, now.log, kSaid, said_of(now),
                                       now.ptx.empty() ? "" : kPtx, now.ptx));
      continue;
    }
    CAPTURE(recorded.name);
    CAPTURE(now.log);
    if (now.version == recorded.version)
      CHECK(words_of(messages_in(now)) == words_of(messages_in(recorded)));
    else CHECK(said_of(now) == recorded.said);
  }
}

TEST_CASE("a recorded log is explained as it is written there, without NVRTC") {
  for (const RecordedLog& recorded : recorded_logs()) {
    CAPTURE(recorded.name);
    CHECK(said_of(recorded) == recorded.said);
  }
}

TEST_CASE("every row of the table is reached by a recorded log") {
  UsedRows used;
  for (const RecordedLog& recorded : recorded_logs()) said_of(recorded, &used);
  for (size_t i = 0; i < explanations().size(); ++i) {
    CAPTURE(explanations()[i].message);
    CHECK_MESSAGE(used.explanations.contains(i), explanations()[i].said);
  }
  for (size_t i = 0; i < consequences().size(); ++i) {
    CAPTURE(consequences()[i].message);
    CHECK_MESSAGE(used.consequences.contains(i), consequences()[i].cause);
  }
}

TEST_CASE("a sentence comes to its first full stop within 25 words") {
  for (const std::string& sentence : explained_messages()) {
    const std::string first = sentence.substr(0, sentence.find(". "));
    CAPTURE(first);
    CHECK(std::ranges::count(first, ' ') < 25);
  }
}

TEST_CASE("a pattern fits a whole text, and gives what stands in place of its names") {
  Words words;
  CHECK(matches(R"(identifier "{name}" is undefined)", R"(identifier "x" is undefined)", &words));
  CHECK(words.at("name") == "x");
  CHECK(matches("{}is {left} of {right}", "it is a of b of c", &words));
  CHECK(words.at("left") == "a");
  CHECK(words.at("right") == "b of c");
  CHECK(matches("expected a \"{\"", "expected a \"{\""));
  CHECK(matches("{ }", "{ }"));
  CHECK(matches("{}", ""));
  for (const std::string_view text : {"", "a", "ab", "xab", "abx"})
    CHECK_FALSE(matches("a{}b{name}c", text));
  CHECK_FALSE(matches("aba{}aba", "aba"));
  CHECK(filled_in("{a} and { } and {b}", {{"a", "1"}}) == "1 and { } and {b}");
}
