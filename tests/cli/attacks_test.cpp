// Files that try something, each in tests/cli/attacks with what must come of it in expected.txt:
// the gate that fails and what it says, or
//   passes   it is a right kernel, and keeps full marks
//   stopped  no mark: it fails, or the compiler was stopped and it could not be graded
// and the header that the file includes, where only a CUDA Toolkit holds it.
#include <algorithm>
#include <sstream>

#include "program.hpp"
#include "worker/sanitized.hpp"

using nlohmann::json;
using program::contains;
using program::Ended;
using program::Folder;

namespace {

struct Attack {
  std::string file, outcome, says;
};

const program::fs::path kAttacks = program::kHere / "attacks";

std::vector<Attack> attacks() {
  std::vector<Attack> all;
  std::istringstream lines(program::read(kAttacks / "expected.txt"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    Attack& attack = all.emplace_back();
    std::getline(cells, attack.file, '\t');
    std::getline(cells, attack.outcome, '\t');
    std::getline(cells, attack.says);
  }
  return all;
}

void check(const Attack& attack) {
  const Folder folder;
  folder.copy(kAttacks / attack.file, "doubled.cu");
  const Ended ended =
      program::grader({"doubled", "--exercises", program::kExercises.string(), "--submission",
                       folder.path().string(), "--format", "json", "--timeout", "900"});
  CAPTURE(attack.file);
  CAPTURE(ended.err);
  CAPTURE(ended.out);
  // Nothing of the machine, and no escape sequence, whatever the file says.
  CHECK_FALSE(contains(ended.out, "root:x:0:0:root"));
  CHECK_FALSE(contains(ended.out, "\x1b"));
  REQUIRE(ended.exit_code >= 0);
  REQUIRE(ended.exit_code <= 2);
  const json exercise = ended.json()["exercises"].at(0);
  if (attack.outcome == "passes") {
    CHECK(exercise["score"] == 1);
    return;
  }
  CHECK_FALSE(exercise["score"] == 1);
  if (attack.outcome == "stopped") return;
  const json gate = program::gate(exercise, attack.outcome);
  CHECK(gate["status"] == "fail");
  CHECK(contains(gate["message"].get<std::string>(), attack.says));
}

bool begins_with_one_of(const std::string& file, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& begin) { return file.starts_with(begin); });
}

void check_all(const std::vector<std::string>& beginnings) {
  size_t checked = 0;
  for (const Attack& attack : attacks()) {
    if (!begins_with_one_of(attack.file, beginnings)) continue;
    check(attack);
    ++checked;
  }
  CHECK(checked > 10);
}

const std::vector<std::string> kKinds = {
    "ask_",    "include_",  "embed_",  "incbin",     "bomb_",    "printf_", "malloc_", "recursion_",
    "local_",  "constant_", "asm_",    "wild_",      "virtual_", "write_",  "shared_", "function_",
    "global_", "text_",     "pragma_", "attribute_", "kernel_",  "warplab_"};

}  // namespace

TEST_CASE("files that ask who reads them are judged by the kernel that is compiled here") {
  check_all({"ask_"});
}

TEST_CASE("files that ask for other files get none") {
  check_all({"include_", "embed_", "incbin", "pragma_include"});
}

TEST_CASE("files that keep a compiler or a simulator busy end with an answer") {
  check_all({"bomb_", "printf_", "malloc_", "recursion_", "local_", "constant_"});
}

TEST_CASE("inline PTX reaches nothing but the kernel's own memory") {
  check_all({"asm_", "wild_", "virtual_", "write_", "shared_", "function_", "global_"});
}

TEST_CASE("bytes, line ends, pragmas and attributes change no verdict and forge no message") {
  check_all({"text_", "pragma_", "attribute_", "kernel_", "warplab_"});
}

TEST_CASE("every file among the attacks is in the list of what must come of them") {
  std::vector<std::string> listed;
  for (const Attack& attack : attacks()) listed.push_back(attack.file);
  for (const auto& entry : program::fs::directory_iterator(kAttacks)) {
    const std::string name = entry.path().filename().string();
    CAPTURE(name);
    CHECK(
        (name == "expected.txt" || std::find(listed.begin(), listed.end(), name) != listed.end()));
  }
}
