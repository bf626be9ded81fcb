// What is wrong with the machine, the shell or the course is never a student's: exit 2, one clear
// sentence, and no score.
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "program.hpp"
#include "temporary_folder.hpp"
#include "worker/sanitized.hpp"

using nlohmann::json;
using program::contains;
using program::Ended;
using program::Folder;
using program::grader;
using program::kExercises;

namespace {

// The grader as a shell runs it: redirections, limits and closed streams are the shell's.
Ended shell(const std::string& before, const std::string& after,
            const program::fs::path& submission = program::kHere / "solutions") {
  const Folder folder;
  const std::string err = (folder.path() / "err").string(), out = (folder.path() / "out").string();
  const std::string command = before + " '" + program::kGrader.string() +
                              "' doubled --exercises '" + kExercises.string() + "' --submission '" +
                              submission.string() + "' " + after;
  const int status =
      std::system(("{ " + command + " ; } > '" + out + "' 2> '" + err + "'").c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, program::read(out), program::read(err)};
}

// The children that are workers: a sanitizer has one of its own at the end of a program.
std::vector<pid_t> workers_of(pid_t parent) {
  std::vector<pid_t> workers;
  std::ifstream list("/proc/" + std::to_string(parent) + "/task/" + std::to_string(parent) +
                     "/children");
  for (pid_t child; list >> child;)
    // It may have ended since.
    if (warplab::test::content_if_any("/proc/" + std::to_string(child) + "/comm") ==
        "warplab-worker\n")
      workers.push_back(child);
  return workers;
}

void copy_folder(const program::fs::path& from, const program::fs::path& to) {
  program::fs::create_directories(to);
  program::fs::copy(from, to, program::fs::copy_options::recursive);
}

// A course of two exercises, of which the second is `broken` by the test.
struct MarkedClass {
  Folder folder;
  MarkedClass() {
    for (const char* name : {"01-doubled", "02-copied"})
      copy_folder(kExercises / name, folder.path() / "exercises" / name);
  }
  Ended grade(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"--all",
                                       "--exercises",
                                       (folder.path() / "exercises").string(),
                                       "--submission",
                                       (program::kHere / "solutions").string(),
                                       "--format",
                                       "json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return grader(arguments);
  }
};

}  // namespace

TEST_CASE("a worker that is killed once is started again, and the solution passes") {
  program::Running running({"doubled", "--exercises", kExercises.string(), "--submission",
                            (program::kHere / "solutions").string(), "--format", "json"});
  std::vector<pid_t> workers;
  for (int i = 0; i < 10'000 && (workers = workers_of(running.pid())).empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  REQUIRE_FALSE(workers.empty());
  ::kill(workers[0], SIGKILL);
  const Ended ended = running.wait();
  CAPTURE(ended.out);
  CHECK(ended.exit_code == 0);
  CHECK(ended.json()["exercises"][0]["score"] == 1);
}

TEST_CASE("workers that are killed again and again: could not be graded, exit 2, no score") {
  program::Running running({"--all", "--exercises", kExercises.string(), "--submission",
                            (program::kHere / "solutions").string(), "--format", "json"});
  const auto is_over = [&] {
    siginfo_t info{};
    const int asked =
        ::waitid(P_PID, static_cast<id_t>(running.pid()), &info, WEXITED | WNOHANG | WNOWAIT);
    return asked != 0 || info.si_pid != 0;
  };
  while (!is_over()) {
    for (const pid_t worker : workers_of(running.pid())) ::kill(worker, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const Ended ended = running.wait();
  CHECK(ended.exit_code == 2);
  const json all = ended.json();
  REQUIRE(all["exercises"].size() == 2);
  for (const json& exercise : all["exercises"]) {
    CHECK(exercise["grader_failed"] == true);
    CHECK(exercise["score"].is_null());
    CHECK(exercise["verdict"] == "not_checked");
    CHECK(contains(exercise["error"], "signal 9"));
  }
}

// Sanitizers reserve terabytes of addresses, and end where they do not get them.
TEST_CASE("too little address space is the machine's" *
          doctest::skip(!warplab::worker::kMemoryCanBeLimited)) {
  const Ended ended = shell("ulimit -v 1500000;", "--format json");
  CHECK(ended.exit_code == 2);
  const json exercise = json::parse(ended.out)["exercises"][0];
  CHECK(exercise["score"].is_null());
  CHECK(contains(exercise["error"], "ulimit -v"));
}

TEST_CASE("too little processor time is the machine's") {
  const Folder folder;
  // Seconds for the compiler, and little memory.
  folder.copy(program::kHere / "attacks/bomb_overloads.cu", "doubled.cu");
  const Ended ended = shell("ulimit -t 1;", "--format json", folder.path());
  CHECK(ended.exit_code == 2);
  const json exercise = json::parse(ended.out)["exercises"][0];
  CHECK(exercise["score"].is_null());
  CHECK(contains(exercise["error"], "`ulimit -t`"));
}

TEST_CASE("too few open files are the machine's") {
  const Ended ended = shell("ulimit -n 8;", "--format json");
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.out + ended.err, "Too many open files"));
}

// A sanitizer looks at an object through a pipe, which takes two descriptors more.
TEST_CASE("what keeps a worker from starting is named with what to do about it" *
          doctest::skip(!warplab::worker::kMemoryCanBeLimited)) {
  for (const int files : {6, 7, 9, 12}) {
    CAPTURE(files);
    const Ended ended = shell("ulimit -n " + std::to_string(files) + ";", "--format json");
    CHECK(ended.exit_code == 2);
    CHECK(contains(json::parse(ended.out)["exercises"][0]["error"], "`ulimit -n`"));
  }
  if (std::system("unshare -rm true 2> /dev/null") != 0) {
    MESSAGE("no namespace of its own here: not tried without /dev");
    return;
  }
  const Ended ended = shell("unshare -rm sh -c 'mount -t tmpfs none /dev && exec \"$@\"' sh", "");
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.out, "it needs /dev/null"));
}

// The third descriptor alone is left, with which the program's libraries are read: whoever started
// the test may have left one open there.
TEST_CASE("a file that the system does not let be read could not be graded" *
          doctest::skip(!warplab::worker::kMemoryCanBeLimited)) {
  const Ended ended = shell("exec 3>&-; ulimit -n 4;", "--format json");
  CHECK(ended.exit_code == 2);
  const json exercise = json::parse(ended.out)["exercises"][0];
  CHECK(exercise["score"].is_null());
  CHECK(exercise["not_graded"] == "unreadable");
  CHECK(contains(exercise["error"], "Too many open files"));
  CHECK(exercise["verdict"] == "not_checked");
}

TEST_CASE("a stack that the system keeps small decides nothing" *
          doctest::skip(warplab::worker::kSanitized)) {
  const Folder folder;
  std::string text = program::read(program::kHere / "bad/right.cu");
  const size_t two = text.find("2.0f");
  REQUIRE(two != std::string::npos);
  text.replace(two, 4, std::string(1500, '(') + "2.0f" + std::string(1500, ')'));
  folder.write("doubled.cu", text);
  const Ended small = shell("ulimit -s 512;", "--format json", folder.path());
  CHECK(small.exit_code == 2);
  const json exercise = json::parse(small.out)["exercises"][0];
  CHECK(exercise["score"].is_null());
  CHECK(contains(exercise["error"], "ulimit -s"));
  CHECK(shell("", "", folder.path()).exit_code == 0);
}

TEST_CASE("a file size limit ends with a sentence, not with a signal") {
  const Ended to_file = shell("ulimit -f 0;", "");
  CHECK(to_file.exit_code == 2);
}

TEST_CASE("closed and full streams end with exit 2, and a sentence where it can be read") {
  CHECK(shell("", ">&-").exit_code == 2);
  CHECK(contains(shell("", ">&-").err, "The report cannot be written to standard output"));
  CHECK(contains(shell("", "> /dev/full").err, "No space left on device"));
  CHECK(shell("", "> /dev/full").exit_code == 2);
  CHECK(shell("", "2>&-").exit_code == 0);
  CHECK(shell("", "<&-").exit_code == 0);
  CHECK(shell("", "<&- >&- 2>&-").exit_code == 2);
  // A reader that goes away.
  const Ended piped = shell("exec 3> /dev/null; {", "; echo $? >&2; } | true");
  CHECK(contains(piped.err, "Broken pipe"));
}

TEST_CASE("no command passes over an answer that nobody can read") {
  const Folder folder;
  copy_folder(kExercises, folder.path() / "exercises");
  folder.write("class/kim/doubled.cu", program::read(program::kHere / "bad/right.cu"));
  const std::string of_folder = folder.path().string(), key = of_folder + "/key";
  REQUIRE(grader({"keygen", key}).exit_code == 0);
  REQUIRE(grader({"doubled", "--exercises", kExercises.string(), "--submission",
                  program::kSolutionsFolder, "--output", of_folder + "/report", "--sign", key})
              .exit_code == 0);
  const std::string exercises = " --exercises '" + kExercises.string() + "'",
                    solutions = " --solutions '" + program::kSolutionsFolder + "'";
  for (const std::string& words :
       {std::string("--help"), std::string("--version"), std::string("course run --help"),
        "list" + exercises, "check doubled" + exercises + solutions,
        "mutate doubled" + exercises + solutions,
        "mutate doubled --format json" + exercises + solutions,
        "explain doubled" + exercises + " --submission '" + program::kSolutionsFolder + "'",
        "verify '" + of_folder + "/report' --key '" + key + ".pub'",
        "keygen '" + of_folder + "/another'",
        "new mine --like doubled --exercises '" + of_folder + "/exercises'",
        "course run '" + of_folder + "/class' --list" + exercises,
        "course run '" + of_folder + "/class' --output '" + of_folder + "/results'" + exercises,
        "course kubernetes '" + of_folder + "/class' --output '" + of_folder + "/results'"}) {
    CAPTURE(words);
    const std::string err = of_folder + "/err";
    const int status = std::system(
        ("'" + program::kGrader.string() + "' " + words + " > /dev/full 2> '" + err + "'").c_str());
    CHECK(WEXITSTATUS(status) == 2);
    CHECK(program::read(err) ==
          "grader: The report cannot be written to standard output: No space left on device.\n");
  }
  // What is not on standard output is there all the same.
  CHECK(program::fs::exists(of_folder + "/results/marks.csv"));
  CHECK(program::fs::exists(of_folder + "/another.pub"));
}

TEST_CASE("standard output may be closed where the report goes to a file") {
  const Folder folder;
  const std::string file = (folder.path() / "report.txt").string();
  CHECK(shell("", "--output '" + file + "' >&- 2>&- <&-").exit_code == 0);
  CHECK(contains(program::read(file), "PASS"));
}

TEST_CASE("a report for which a disk has no room is not lost") {
  const Ended ended = shell("", "--format json --output /dev/full");
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.err,
                 "The report cannot be written to /dev/full: No space left on device. It is on "
                 "standard output instead."));
  CHECK(ended.json()["exercises"][0]["score"] == 1);
  const Ended nowhere = shell("", "--output /dev/full >&-");
  CHECK(nowhere.exit_code == 2);
  CHECK_FALSE(contains(nowhere.err, "instead"));
}

TEST_CASE("places where no report can be are said before anything is graded") {
  const Folder folder;
  for (const std::string& place : {folder.path().string(), folder.path().string() + "/",
                                   folder.path().string() + "/no/such/report"}) {
    CAPTURE(place);
    const Ended ended = grader({"--all", "--exercises", kExercises.string(), "--output", place});
    CHECK(ended.exit_code == 2);
    CHECK(contains(ended.err, "The report cannot be written to "));
  }
}

TEST_CASE("an exercise that cannot be used is named, exits 2, and is no 0 in anybody's mean") {
  const char* what = "";
  MarkedClass course;
  const program::fs::path second = course.folder.path() / "exercises/02-copied/exercise.toml";
  SUBCASE("its exercise.toml is missing") {
    what = "there is no file";
    program::fs::remove(second);
  }
  SUBCASE("its exercise.toml is broken") {
    what = "not valid TOML";
    course.folder.write("exercises/02-copied/exercise.toml", "title = ");
  }
  SUBCASE("its exercise.toml is a folder") {
    what = "cannot be read";
    program::fs::remove(second);
    program::fs::create_directory(second);
  }
  SUBCASE("its exercise.toml is a pipe") {
    what = "cannot be read";
    program::fs::remove(second);
    REQUIRE(::mkfifo(second.c_str(), 0600) == 0);
  }
  SUBCASE("its exercise.toml is a link to nothing") {
    what = "there is no file";
    program::fs::remove(second);
    program::fs::create_symlink("nowhere", second);
  }
  const Ended ended = course.grade();
  CHECK(ended.exit_code == 2);
  const json all = ended.json()["exercises"];
  REQUIRE(all.size() == 2);
  CHECK(all[0]["verdict"] == "pass");
  CHECK(all[0]["score"] == 1);
  CHECK(all[1]["slug"] == "copied");
  CHECK(all[1]["score"].is_null());
  CHECK(contains(all[1]["error"], what));
  const Ended text = course.grade({"--format", "text"});
  CHECK(text.exit_code == 2);
  CHECK(grader({"list", "--exercises", (course.folder.path() / "exercises").string()}).exit_code ==
        2);
}

TEST_CASE("names with spaces, any bytes and great length are names") {
  const Folder folder;
  std::string name = "a folder \xff\xe9 with \"quotes\"";
  for (int i = 0; i < 12; ++i) name += "/" + std::string(200, 'x');
  program::fs::create_directories(folder.path() / name);
  program::fs::copy_file(program::kHere / "bad/right.cu", folder.path() / name / "doubled.cu");
  const Ended ended = grader(
      {"doubled", "--exercises", kExercises.string(), "--submission",
       (folder.path() / name).string(), "--output", (folder.path() / name / "report").string()},
      {{"HOME", ""}, {"LC_ALL", "C"}, {"TMPDIR", "/nonexistent"}});
  CAPTURE(ended.err);
  CHECK(ended.exit_code == 0);
  CHECK(contains(program::read(folder.path() / name / "report"), "PASS"));
}

TEST_CASE("a worker program that is missing, no program, or of another version: exit 2, no score") {
  const Folder folder;
  folder.write("no-program", "text");
  folder.write("another-version", "#!/bin/sh\nexit 2\n");
  program::fs::permissions(folder.path() / "another-version", program::fs::perms::owner_all);
  for (const std::string& worker :
       {std::string("/nonexistent"), (folder.path() / "no-program").string(),
        (folder.path() / "another-version").string(), folder.path().string()}) {
    CAPTURE(worker);
    const Ended ended = grader({"doubled", "--exercises", kExercises.string(), "--submission",
                                (program::kHere / "solutions").string(), "--format", "json"},
                               {{"WARPLAB_WORKER", worker}});
    CHECK(ended.exit_code == 2);
    const json exercise = ended.json()["exercises"][0];
    CHECK(exercise["score"].is_null());
    CHECK(exercise["error"] != "");
  }
}

TEST_CASE("two graders at once do not disturb each other") {
  const Folder folder;
  const std::vector<std::string> arguments{"--all",
                                           "--exercises",
                                           kExercises.string(),
                                           "--output",
                                           (folder.path() / "report.json").string(),
                                           "--format",
                                           "json",
                                           "--submission",
                                           (program::kHere / "solutions").string()};
  program::Running one(arguments), two(arguments);
  CHECK(one.wait().exit_code == 0);
  CHECK(two.wait().exit_code == 0);
  CHECK(json::parse(program::read(folder.path() / "report.json"))["exercises"].size() == 2);
  CHECK(std::distance(program::fs::directory_iterator(folder.path()),
                      program::fs::directory_iterator()) == 1);
}

TEST_CASE("an interrupted report says so, and what was not graded has no score") {
  const Folder folder;
  folder.copy(program::kHere / "bad/template_bomb.cu", "doubled.cu");
  folder.copy(program::kHere / "solutions/02-copied/solution.cu", "copied.cu");
  const std::string file = (folder.path() / "report.json").string();
  program::Running running({"--all", "--exercises", kExercises.string(), "--submission",
                            folder.path().string(), "--format", "json", "--output", file});
  for (int i = 0; i < 10'000 && workers_of(running.pid()).empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  REQUIRE(::kill(running.pid(), SIGTERM) == 0);
  const Ended ended = running.wait();
  CHECK(ended.exit_code == 2);
  const json report = json::parse(program::read(file));
  CHECK(report["interrupted"] == true);
  REQUIRE(report["exercises"].size() == 2);
  for (const json& exercise : report["exercises"]) {
    CHECK(exercise["interrupted"] == true);
    CHECK(exercise["score"].is_null());
  }
}

TEST_CASE("a grader that is killed leaves no file behind") {
  const Folder folder;
  folder.copy(program::kHere / "bad/template_bomb.cu", "doubled.cu");
  program::Running running({"doubled", "--exercises", kExercises.string(), "--submission",
                            folder.path().string(), "--output",
                            (folder.path() / "report.json").string()});
  for (int i = 0; i < 10'000 && workers_of(running.pid()).empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  REQUIRE(::kill(running.pid(), SIGKILL) == 0);
  CHECK(running.wait().exit_code == -1);
  CHECK(std::distance(program::fs::directory_iterator(folder.path()),
                      program::fs::directory_iterator()) == 1);
}

TEST_CASE("where no mutant can be compiled the machine is named, and not the solution") {
  const Ended ended = grader({"mutate", "doubled", "--exercises", program::kExercisesFolder,
                              "--solutions", program::kSolutionsFolder},
                             {{"WARPLAB_WORKER", "/nonexistent"}});
  CHECK(ended.exit_code == 2);
  CHECK(ended.out == "");
  CHECK(contains(ended.err, "The worker program /nonexistent cannot be run"));
  CHECK_FALSE(contains(ended.err, "does not compile"));
}
