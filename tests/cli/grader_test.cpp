// The grader as a shell meets it: exit codes, reports, check, interruption.
#include <signal.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <thread>

#include "program.hpp"

using nlohmann::json;
using program::contains;
using program::Ended;
using program::Folder;
using program::grader;
using program::kExercisesFolder;
using program::kSolutionsFolder;

namespace {

// Processes whose parent is `pid`.
std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  for (const auto& entry : program::fs::directory_iterator("/proc")) {
    if (!std::isdigit(static_cast<unsigned char>(entry.path().filename().string()[0]))) continue;
    const std::string text = warplab::test::content_if_any(entry.path() / "stat");
    const size_t close = text.rfind(')');  // "12 (name) S 11 ...": the parent is after the state
    if (close == std::string::npos || close + 4 > text.size()) continue;
    if (std::atoi(text.c_str() + close + 4) == pid) children.push_back(std::atoi(text.c_str()));
  }
  return children;
}

bool exists(pid_t pid) { return ::kill(pid, 0) == 0; }

}  // namespace

TEST_CASE("everything passed: exit 0, and one line an exercise") {
  const Ended ended =
      grader({"--all", "--exercises", kExercisesFolder, "--submission", kSolutionsFolder});
  CAPTURE(ended.out);
  CAPTURE(ended.err);
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, "PASS  doubled  100 %"));
  CHECK(contains(ended.out, "PASS  copied   100 %"));
  CHECK(contains(ended.out, "2 exercises: 2 passed. Mean score 100 %. Seed 1, simulator.\n"));
  CHECK(ended.err == "");
}

TEST_CASE("something did not pass: exit 1, with the reason") {
  const Ended ended = grader({"doubled", "--exercises", kExercisesFolder});
  CHECK(ended.exit_code == 1);
  CHECK(contains(ended.out, "FAIL  doubled"));
  CHECK(contains(ended.out, "correct: out[0] is "));
  CHECK(contains(ended.out, "Written by thread (0,0,0) of block (0,0,0)"));
}

TEST_CASE("an exercise that is broken: exit 2, and the others are graded") {
  const Folder folder;
  program::fs::copy(program::kExercises, folder.path() / "exercises",
                    program::fs::copy_options::recursive);
  folder.write("exercises/01-doubled/exercise.toml", "title = \"Doubled\"\nmodul = \"Tests\"\n");
  const Ended ended = grader({"--all", "--exercises", (folder.path() / "exercises").string(),
                              "--submission", kSolutionsFolder});
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.out, "exercise.toml"));
  CHECK(contains(ended.out, "modul"));
  CHECK(contains(ended.out, "PASS  copied"));
}

TEST_CASE("no compiler: exit 2") {
  const Ended ended =
      grader({"--all", "--exercises", kExercisesFolder, "--submission", kSolutionsFolder},
             {{"WARPLAB_NVRTC", "/no/such/folder"}});
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.out, "NVRTC"));
}

TEST_CASE("no worker program: exit 2") {
  const Ended ended =
      grader({"doubled", "--exercises", kExercisesFolder, "--submission", kSolutionsFolder},
             {{"WARPLAB_WORKER", "/no/such/program"}});
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.out, "/no/such/program"));
}

TEST_CASE("wrong usage: exit 2, on standard error") {
  const std::vector<std::vector<std::string>> usages = {
      {},
      {"--frobnicate"},
      {"--all", "--backend", "cuda", "--gpu", "GPU-none"},
      {"--all", "--seed", "many"}};
  for (const auto& usage : usages) {
    const Ended ended = grader(usage);
    CHECK(ended.exit_code == 2);
    CHECK(ended.out == "");
    CHECK(contains(ended.err, "grader: "));
  }
}

TEST_CASE("a GPU that is asked for and is not there: exit 2, with what to do instead") {
  for (const char* backend : {"cuda", "auto"}) {
    const Ended ended = grader(
        {"--all", "--exercises", kExercisesFolder, "--backend", backend, "--gpu", "GPU-none"});
    CHECK(ended.exit_code == 2);
    CHECK(contains(ended.err, "no time can be measured: "));
    CHECK(contains(ended.err, "--backend sim"));
  }
}

TEST_CASE("folders that are not there: exit 2") {
  CHECK(grader({"--all", "--exercises", "/no/such/folder"}).exit_code == 2);
  const Ended ended =
      grader({"--all", "--exercises", kExercisesFolder, "--submission", "/no/such/folder"});
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.err, "There is no folder /no/such/folder"));
  // What is there and can be no submission is not said to be missing.
  const Ended device =
      grader({"doubled", "--exercises", kExercisesFolder, "--submission", "/dev/null"});
  CHECK(device.exit_code == 2);
  CHECK(contains(device.err, "The submission /dev/null is neither a folder nor an ordinary file."));
}

TEST_CASE("the file of one exercise is a submission, and of several it is not") {
  const std::string right = (program::kHere / "solutions/01-doubled/solution.cu").string();
  const std::string wrong = (program::kExercises / "01-doubled/doubled.cu").string();
  const auto with = [](const std::string& what, const std::string& file) {
    return grader({what, "--exercises", kExercisesFolder, "--submission", file});
  };
  CHECK(with("doubled", right).exit_code == 0);
  CHECK(with("doubled", wrong).exit_code == 1);
  const Ended all = with("--all", right);
  CHECK(all.exit_code == 2);
  CHECK(contains(all.err, right + " is a file, which is enough where one exercise is graded"));
  const program::Folder folder;
  program::fs::create_symlink(right, folder.path() / "link.cu");
  const Ended link = with("doubled", (folder.path() / "link.cu").string());
  CHECK(link.exit_code == 1);
  CHECK(contains(link.out, "is a link"));
}

TEST_CASE("help and version: exit 0") {
  const Ended help = grader({"--help"});
  CHECK(help.exit_code == 0);
  CHECK(contains(help.out, "Examples:"));
  const Ended version = grader({"--version"});
  CHECK(version.exit_code == 0);
  CHECK(contains(version.out, "grader "));
}

TEST_CASE("list shows every exercise, as text and as JSON") {
  const Ended text = grader({"list", "--exercises", kExercisesFolder});
  CHECK(text.exit_code == 0);
  CHECK(text.out == "doubled  doubled.cu  Doubled\ncopied   copied.cu   Copied\n");
  const json list = grader({"list", "--exercises", kExercisesFolder, "--format", "json"}).json();
  CHECK(list["exercises"][1]["student_file"] == "copied.cu");
}

TEST_CASE("the JSON has the keys of schema 1") {
  const json all = grader({"--all", "--exercises", kExercisesFolder, "--submission",
                           kSolutionsFolder, "--format", "json"})
                       .json();
  CHECK(all["schema"] == 1);
  REQUIRE(all["exercises"].size() == 2);
  const json e = all["exercises"][0];
  CHECK(e["slug"] == "doubled");
  CHECK(e["verdict"] == "pass");
  CHECK(e["score"] == 1);
  CHECK(e["backend"] == "sim");
  CHECK(e["seed"] == 1);
  for (const json& gate : e["gates"])
    for (const char* key :
         {"metric", "status", "value", "limit", "unit", "source", "gpu", "message"})
      CHECK(gate.contains(key));
  // 4096 elements are 128 warps: one load and one store each, four sectors a request.
  CHECK(e["counters"]["global.load.requests"] == 128);
  CHECK(e["counters"]["global.load.sectors"] == 512);
  CHECK(e["counters"]["global.store.requests"] == 128);
  CHECK(e["counters"]["global.store.sectors"] == 512);
  for (const char* name : {"global.atomic.requests",
                           "global.atomic.sectors",
                           "shared.load.requests",
                           "shared.load.wavefronts",
                           "shared.load.bank_conflicts",
                           "shared.store.requests",
                           "shared.store.wavefronts",
                           "shared.store.bank_conflicts",
                           "shared.atomic.requests",
                           "shared.atomic.wavefronts",
                           "shared.atomic.bank_conflicts",
                           "local.load.sectors",
                           "local.store.sectors",
                           "warp_instructions",
                           "thread_instructions",
                           "branches",
                           "branches.divergent",
                           "barriers",
                           "warp_exchanges",
                           "warp_votes",
                           "matrix_products",
                           "weighted_instructions",
                           "spilled.sectors",
                           "busiest_warp.instructions",
                           "busiest_block.instructions"})
    CHECK(e["counters"].contains(name));
  uint64_t by_line = 0;
  for (const json& line : e["lines"])
    by_line += line["counters"]["warp_instructions"].get<uint64_t>();
  CHECK(by_line == e["counters"]["warp_instructions"]);
  CHECK(e["launches"][0]["counters"] == e["counters"]);
  CHECK(e["time"]["total"].get<double>() > 0);
}

TEST_CASE(
    "the result does not depend on the number of threads, and depends on the seed it prints") {
  const auto result = [](const std::string& threads, const std::string& seed) {
    json all = grader({"--all", "--exercises", kExercisesFolder, "--format", "json", "--threads",
                       threads, "--seed", seed})
                   .json();
    for (json& e : all["exercises"]) e.erase("time");
    return all;
  };
  const json one = result("1", "1");
  CHECK(one == result("4", "1"));
  const json other = result("1", "7");
  CHECK(other["exercises"][0]["seed"] == 7);
  CHECK(one["exercises"][0]["mismatch"]["expected"] !=
        other["exercises"][0]["mismatch"]["expected"]);
}

TEST_CASE("a report goes to its file as a whole, and standard output stays empty") {
  const Folder folder;
  const std::string file = (folder.path() / "report.json").string();
  const Ended ended = grader({"--all", "--exercises", kExercisesFolder, "--submission",
                              kSolutionsFolder, "--format", "json", "--output", file});
  CHECK(ended.exit_code == 0);
  CHECK(ended.out == "");
  CHECK(json::parse(program::read(file))["exercises"].size() == 2);
}

TEST_CASE("text has no colour and no progress when it goes to a file") {
  const Ended ended = grader({"--all", "--exercises", kExercisesFolder});
  CHECK_FALSE(contains(ended.out, "\033"));
  CHECK(ended.err == "");
}

TEST_CASE("check proves that exercises are in order, and prints margins") {
  const Ended ended = grader({"check", "--exercises", kExercisesFolder});
  CAPTURE(ended.out);
  CAPTURE(ended.err);
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, "PASS  doubled"));
  CHECK(contains(ended.out, "starter: It compiles and fails \"correct\"."));
  CHECK(contains(ended.out,
                 "wrong-uncoalesced.cu: Caught by \"coalesced loads\": Line 8 loads 128 bytes "
                 "and moves 1024: 12.5 % of it is useful."));
  CHECK(contains(ended.out, "wrong-no-bounds-check.cu: Caught by \"in bounds\""));
  CHECK(contains(ended.out,
                 "coalesced loads: at most 4.5, solution 4, nearest wrong kernel 32 "
                 "(wrong-uncoalesced.cu)"));
}

TEST_CASE("check reports a known-wrong kernel that is not wrong, and exits 1") {
  const Folder folder;
  program::fs::copy(program::kHere / "solutions", folder.path() / "solutions",
                    program::fs::copy_options::recursive);
  folder.write("solutions/01-doubled/wrong-not-at-all.cu",
               "// caught by: correct\n// why: It is not.\n\n" +
                   program::read(program::kHere / "bad/right.cu"));
  const Ended ended = grader({"check", "doubled", "--exercises", kExercisesFolder, "--solutions",
                              (folder.path() / "solutions").string()});
  CHECK(ended.exit_code == 1);
  CHECK(contains(ended.out, "FAILED wrong-not-at-all.cu: \"correct\" must catch it and does not"));
}

TEST_CASE("Ctrl-C ends the run cleanly: exit 2, the report so far, and no process left") {
  const Folder folder;
  folder.copy(program::kHere / "bad/template_bomb.cu", "copied.cu");
  folder.copy(program::kHere / "bad/right.cu", "doubled.cu");
  program::Running running(
      {"--all", "--exercises", kExercisesFolder, "--submission", folder.path().string()});
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!contains(running.out_so_far(), "doubled") && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::vector<pid_t> workers;
  while ((workers = children_of(running.pid())).empty() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  REQUIRE_FALSE(workers.empty());
  std::this_thread::sleep_for(std::chrono::milliseconds(500));  // the bomb is being compiled
  REQUIRE(::kill(running.pid(), SIGINT) == 0);
  const Ended ended = running.wait();
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.out, "PASS  doubled"));
  CHECK(contains(ended.out, "The run was cancelled."));
  CHECK(contains(ended.out, "1 passed, 1 could not be graded"));
  CHECK(contains(ended.err, "interrupted"));
  for (const pid_t worker : workers) CHECK_FALSE(exists(worker));
}
