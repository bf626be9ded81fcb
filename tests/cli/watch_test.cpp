// `grader check --watch` and `grader watch`, as they run beside an author's or a student's editor.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "program.hpp"

using namespace program;

namespace {

constexpr const char* kWaiting = "Waiting for changes in ";

// A course of the author's own, and a check that watches it.
class Author {
 public:
  Author() {
    fs::copy(kExercises, folder_.path() / "exercises", fs::copy_options::recursive);
    fs::copy(kHere / "solutions", folder_.path() / "solutions", fs::copy_options::recursive);
  }
  std::vector<std::string> command(const std::string& name) const {
    return {"check",     name, "--watch", "--exercises", (folder_.path() / "exercises").string(),
            "--backend", "sim"};
  }
  // As most editors do: another file is put into the place of the old one.
  void save(const fs::path& file, const std::string& text) const {
    const fs::path fresh = folder_.path() / "fresh";
    warplab::test::write(fresh, text);
    fs::create_directories((folder_.path() / file).parent_path());
    fs::rename(fresh, folder_.path() / file);
  }
  std::string read(const fs::path& file) const { return folder_.read(file); }

 private:
  Folder folder_;
};

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

// What was printed when the check has waited `times` times, or when patience ended.
std::string waited(const Running& running, size_t times) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (count(running.out_so_far(), kWaiting) < times && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return running.out_so_far();
}

Ended interrupted(Running& running) {
  ::kill(running.pid(), SIGINT);
  return running.wait();
}

constexpr const char* kSolution = "solutions/01-doubled/solution.cu";

}  // namespace

TEST_CASE("an exercise is checked again when a file changes, and says which; Ctrl-C ends it") {
  const Author author;
  Running running(author.command("doubled"));
  CHECK(contains(waited(running, 1), "passes every gate"));
  const std::string right = author.read(kSolution);
  author.save(kSolution, "this is no CUDA\n");
  const std::string broken = waited(running, 2);
  CHECK(contains(broken, "solutions/01-doubled/solution.cu: changed\n"));
  CHECK(count(broken, "solution passes every gate") + count(broken, "It passes every gate") <= 1);
  author.save(kSolution, right);
  (void)waited(running, 3);
  const Ended ended = interrupted(running);
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 0);  // that of the last check
  CHECK(ended.err == "");
  CHECK(count(ended.out, kWaiting) == 3);
  CHECK_FALSE(contains(ended.out, "\033["));  // nothing to clear where this is no terminal
}

TEST_CASE("the exit code of a watched check is that of the last one that came to its end") {
  const Author author;
  author.save(kSolution, "this is no CUDA\n");
  Running running(author.command("doubled"));
  (void)waited(running, 1);
  CHECK(interrupted(running).exit_code == 1);
}

TEST_CASE("Ctrl-C while a check is under way: no verdict, exit 2") {
  const Author author;
  Running running(author.command("doubled"));
  // The signal is caught before anything is compiled.
  std::this_thread::sleep_for(std::chrono::milliseconds(warplab::worker::kSanitized ? 1500 : 150));
  const Ended ended = interrupted(running);
  if (contains(ended.out, kWaiting)) return;  // a quicker machine than any that there is
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.err, "interrupted"));
}

TEST_CASE("a file that changes while it is checked is checked as it is at the end") {
  const Author author;
  Running running(author.command("doubled"));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  author.save(kSolution, "this is no CUDA\n");
  // Whether the first check came to its end before or not: the last one is of the last text.
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!contains(running.out_so_far(), "solution.cu: changed") ||
         running.out_so_far().rfind(kWaiting) == std::string::npos ||
         running.out_so_far().rfind(kWaiting) < running.out_so_far().rfind("changed")) {
    REQUIRE(std::chrono::steady_clock::now() < end);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  CHECK(interrupted(running).exit_code == 1);
}

TEST_CASE("another exercise, an editor's own files and a text that stays the same start no check") {
  const Author author;
  Running running(author.command("doubled"));
  (void)waited(running, 1);
  author.save("exercises/02-copied/copied.cu", "// another one\n");
  author.save("exercises/01-doubled/.doubled.cu.swp", "x");
  author.save("exercises/01-doubled/doubled.cu~", "x");
  author.save(kSolution, author.read(kSolution));
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  CHECK(count(running.out_so_far(), kWaiting) == 1);
  // And what is all exercises' does.
  author.save("exercises/common/new.cuh", "// a header\n");
  CHECK(contains(waited(running, 2), "exercises/common/new.cuh: new\n"));
  CHECK(interrupted(running).exit_code == 0);
}

TEST_CASE("a watched check is text") {
  const Author author;
  std::vector<std::string> words = author.command("doubled");
  words.insert(words.end(), {"--format", "json"});
  const Ended ended = grader(words);
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.err, "check --watch shows text"));
}

TEST_CASE("a student's file is graded again when it is saved, whatever stands in it") {
  const Folder mine;
  const std::string right = program::read(kHere / "solutions/01-doubled/solution.cu");
  mine.write("doubled.cu", "this is no CUDA\n");
  mine.write("notes.txt", "nothing of ours\n");
  const auto save = [&](const std::string& text) {
    warplab::test::write(mine.path() / "fresh", text);
    fs::rename(mine.path() / "fresh", mine.path() / "doubled.cu");
  };
  for (const fs::path& submission : {mine.path(), mine.path() / "doubled.cu"}) {
    CAPTURE(submission);
    save("this is no CUDA\n");
    Running running({"watch", "doubled", "--exercises", kExercisesFolder, "--submission",
                     submission.string(), "--backend", "sim", "--format", "gcc"});
    CHECK(contains(waited(running, 1), "doubled.cu:1:1: error: "));
    mine.write("notes.txt", "something else\n");
    save(right);
    CHECK(contains(waited(running, 2), "1 passed"));
    fs::remove(mine.path() / "doubled.cu");
    (void)waited(running, 3);
    save(right);
    (void)waited(running, 4);
    const Ended ended = interrupted(running);
    CHECK(ended.exit_code == 0);
    CHECK_FALSE(contains(ended.out, "notes.txt"));
  }
}

TEST_CASE("what cannot be watched is one sentence") {
  const auto says = [](std::vector<std::string> words, const char* sentence) {
    words.insert(words.begin(), {"watch", "--exercises", kExercisesFolder});
    const Ended ended = grader(words);
    CAPTURE(ended.err);
    CHECK(ended.exit_code == 2);
    CHECK(ended.out == "");
    CHECK(contains(ended.err, sentence));
  };
  says({}, "say which exercises to grade");
  says({"doublet"}, "There is no exercise \"doublet\"");
  says({"doubled", "--submission", "/no/such/folder"}, "There is no folder /no/such/folder");
  says({"doubled", "--format", "json"}, "watch shows text, or gcc, as it comes");
  says({"doubled", "--output", "/tmp/report"}, "watch shows text, or gcc, as it comes");
}
