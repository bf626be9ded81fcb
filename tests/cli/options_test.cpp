#include "options.hpp"
#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <vector>

using namespace warplab::grader;
using warplab::test::contains;

namespace {

std::variant<Options, Leave> parse(std::initializer_list<const char*> arguments) {
  std::vector<const char*> argv{"grader"};
  argv.insert(argv.end(), arguments);
  return parse_options(static_cast<int>(argv.size()), argv.data());
}

Options accepted(std::initializer_list<const char*> arguments) {
  const auto parsed = parse(arguments);
  if (const Leave* leave = std::get_if<Leave>(&parsed)) FAIL(leave->text);
  return std::get<Options>(parsed);
}

Leave left(std::initializer_list<const char*> arguments) {
  const auto parsed = parse(arguments);
  REQUIRE(std::holds_alternative<Leave>(parsed));
  return std::get<Leave>(parsed);
}

}  // namespace

TEST_CASE("names of exercises are taken in order") {
  const Options options = accepted({"column-sums", "matrix-add"});
  CHECK(options.command == Options::Command::grade);
  CHECK(options.names == std::vector<std::string>{"column-sums", "matrix-add"});
  CHECK_FALSE(options.all);
}

TEST_CASE("every option reaches its place") {
  const Options options =
      accepted({"--all", "--submission", "kim", "--exercises", "e", "--solutions", "s", "--backend",
                "sim", "--seed", "18446744073709551615", "--threads", "3", "--timeout", "2.5",
                "--format", "json", "--output", "out.json"});
  CHECK(options.all);
  CHECK(options.submission == "kim");
  CHECK(options.exercises == "e");
  CHECK(options.solutions == "s");
  CHECK(options.seed == UINT64_MAX);
  CHECK(options.threads == 3);
  CHECK(options.timeout_seconds == 2.5);
  CHECK(options.format->name == "json");
  CHECK(options.output == "out.json");
}

TEST_CASE("what is not said has a default") {
  const Options options = accepted({"--all"});
  CHECK(options.seed == 1);
  CHECK(options.threads >= 1);
  CHECK(options.timeout_seconds == 300);
  CHECK(options.format->name == "text");
  CHECK_FALSE(options.submission);
  CHECK_FALSE(options.output);
}

TEST_CASE("list and check are commands, with options before and after them") {
  CHECK(accepted({"list"}).command == Options::Command::list);
  CHECK(accepted({"check"}).command == Options::Command::check);
  CHECK(accepted({"check", "--exercises", "mine"}).exercises == "mine");
  CHECK(accepted({"--exercises", "mine", "check"}).exercises == "mine");
  CHECK(accepted({"list", "--format", "json"}).format->name == "json");
}

TEST_CASE("check takes names, none meaning all") {
  CHECK(accepted({"check", "column-sums"}).names == std::vector<std::string>{"column-sums"});
  CHECK(accepted({"check"}).names.empty());
}

TEST_CASE("the backend is automatic unless one is asked for, and a GPU is named by its UUID") {
  CHECK(accepted({"--all"}).backend == Options::Backend::automatic);
  CHECK(accepted({"--all", "--backend", "auto"}).backend == Options::Backend::automatic);
  CHECK(accepted({"--all", "--backend", "sim"}).backend == Options::Backend::sim);
  CHECK(accepted({"check", "--backend", "cuda"}).backend == Options::Backend::cuda);
  CHECK(accepted({"--all"}).gpu.empty());
  CHECK(accepted({"--all", "--gpu", "GPU-12"}).gpu == "GPU-12");
}

TEST_CASE("help shows every option and examples, and is no failure") {
  const Leave leave = left({"--help"});
  CHECK(leave.exit_code == 0);
  for (const char* part : {"--all", "--submission", "--exercises", "--backend", "--gpu", "--seed",
                           "--threads", "--timeout", "--format", "--output", "--version", "list",
                           "check", "Examples:", "Exit code:"})
    CHECK(contains(leave.text, part));
}

TEST_CASE("the version is said, and is no failure") {
  const Leave leave = left({"--version"});
  CHECK(leave.exit_code == 0);
  CHECK(contains(leave.text, "grader 0."));
}

TEST_CASE("wrong usage is said in a sentence and exits 2") {
  const std::pair<std::vector<const char*>, const char*> cases[] = {
      {{}, "say which exercises to grade"},
      {{"--all", "column-sums"}, "not both"},
      {{"--frobnicate"}, "--frobnicate"},
      {{"--all", "--threads", "0"}, "--threads"},
      {{"--all", "--threads", "-1"}, "--threads"},
      {{"--all", "--timeout", "0"}, "--timeout"},
      {{"--all", "--timeout", "soon"}, "--timeout"},
      {{"--all", "--seed", "x"}, "--seed"},
      {{"--all", "--seed", "-1"}, "--seed"},
      {{"--all", "--seed", "18446744073709551616"}, "from 0 to 18446744073709551615"},
      {{"--all", "--seed", "1e3"}, "--seed"},
      {{"--all", "--seed", ""}, "--seed"},
      {{"--all", "--threads", "1025"}, "from 1 to 1024"},
      {{"--all", "--threads", "99999999999999999999"}, "from 1 to 1024"},
      {{"--all", "--timeout", "nan"}, "--timeout"},
      {{"--all", "--timeout", "inf"}, "--timeout"},
      {{"--all", "--timeout", "-1"}, "--timeout"},
      {{"--all", "--timeout", "86401"}, "--timeout"},
      {{"--all", "--format", "xml"}, "--format"},
      {{"--all", "--backend", "opencl"}, "--backend"},
      {{"--all", "--backend", "sim", "--gpu", "GPU-12"}, "--backend sim uses none"},
      {{"--all", "--output"}, "--output"},
      {{"--all", "--output", ""}, "--output"},
      {{"--all", "--submission", ""}, "--submission"},
      {{"--all", "--exercises", ""}, "--exercises"},
      {{"--all", "--output", "a", "--output", "b"}, "--output was given 2 times; give it once"},
      {{"--all", "--seed", "1", "--seed", "2", "--seed", "3"}, "--seed was given 3 times"},
      {{"list", "column-sums"}, "list"},
      {{"check", "--submission", "kim"}, "--submission belongs to grading"},
  };
  for (const auto& [arguments, part] : cases) {
    CAPTURE(part);
    std::vector<const char*> argv{"grader"};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    const auto parsed = parse_options(static_cast<int>(argv.size()), argv.data());
    REQUIRE(std::holds_alternative<Leave>(parsed));
    const Leave& leave = std::get<Leave>(parsed);
    CHECK(leave.exit_code == 2);
    CHECK(contains(leave.text, part));
  }
}
