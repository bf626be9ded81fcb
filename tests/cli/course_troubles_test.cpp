// What a machine or a folder may do to a course: each its own line, and the rest goes on.
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "class.hpp"
#include "skip.hpp"

using namespace program;

namespace {

// The grader without root's right to read and write everything.
Ended as_nobody(const std::vector<std::string>& words, const fs::path& folder) {
  if (::geteuid() != 0) return grader(words);
  const fs::path out = folder / "said", err = folder / "complained";
  std::string command = "setpriv --reuid=65534 --regid=65534 --clear-groups " + kGrader.string();
  for (const std::string& word : words) command += " '" + word + "'";
  command += " > " + out.string() + " 2> " + err.string();
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(out), read(err)};
}

// Everybody may look into the folders of the test; setpriv is there where it is needed.
bool nobody_can_run() {
  if (::geteuid() != 0) return true;
  const std::string command = "setpriv --reuid=65534 --regid=65534 --clear-groups " +
                              kGrader.string() + " --version > /dev/null 2>&1";
  return std::system(command.c_str()) == 0;
}

void open_to_everybody(const fs::path& folder) {
  fs::permissions(folder.parent_path(), fs::perms(0755));
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    fs::permissions(entry.path(), fs::perms(entry.is_directory() ? 0755 : 0644));
}

// A folder with room for that much and no more, for as long as this lives.
class SmallDisk {
 public:
  SmallDisk(const fs::path& folder, const char* size) : folder_(folder) {
    fs::create_directories(folder);
    mounted_ = ::mount("tmpfs", folder.c_str(), "tmpfs", 0, size) == 0;
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  bool is_there() const { return mounted_; }

 private:
  fs::path folder_;
  bool mounted_ = false;
};

}  // namespace

TEST_CASE("a report that a full disk has no room for is one line, and the others are written") {
  const Class course;
  fs::create_directories(course.out());
  fs::create_symlink("/dev/full", course.out() / "marks.csv");
  const Ended ended = course.run({"--format", "csv,json,html"});
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.err, "marks.csv: No space left on device."));
  CHECK(contains(ended.out, "course.json"));
  CHECK_FALSE(contains(ended.out, "marks.csv"));
  CHECK(fs::file_size(course.out() / "course.json") > 1000);
  CHECK(fs::file_size(course.out() / "class.html") > 1000);
  fs::remove(course.out() / "marks.csv");
  CHECK(course.run({"--format", "csv,json,html"}).exit_code == 0);
  CHECK(marks_in(course.out()).at("ann") == ",,1,1,2,2,yes");
}

TEST_CASE("a journal that a full disk has no room for is one line, and what was graded stays") {
  const Class course;
  {
    const SmallDisk disk(course.out("small"), "size=96k");
    if (!disk.is_there()) {
      warplab_test::skip("no disk of a few kilobytes can be mounted here");
      return;
    }
    const Ended ended = course.run({}, "small");
    CHECK(ended.exit_code == 2);
    CHECK(contains(ended.err, "journal.sqlite cannot be used: "));
    CHECK(contains(ended.err, "full"));
  }
  CHECK(course.run().exit_code == 0);
}

TEST_CASE("a folder of results that cannot be written is one line before anything is graded") {
  const Class course;
  if (!nobody_can_run()) {
    warplab_test::skip("the grader cannot be run by another user here");
    return;
  }
  const Folder said;
  fs::permissions(said.path(), fs::perms(0777));
  fs::create_directories(course.out());
  open_to_everybody(course.in());
  fs::permissions(course.out(), fs::perms(0555));
  const Ended ended = as_nobody(course.command(), said.path());
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.err, "Nothing can be written to the folder"));
  CHECK(contains(ended.err, "Permission denied"));
  fs::permissions(course.out(), fs::perms(0777));
  CHECK(as_nobody(course.command(), said.path()).exit_code == 0);
}

TEST_CASE(
    "a student's folder that cannot be read is one line, no missing file, and the rest goes on") {
  const Class course;
  if (!nobody_can_run()) {
    warplab_test::skip("the grader cannot be run by another user here");
    return;
  }
  const Folder said;
  fs::permissions(said.path(), fs::perms(0777));
  fs::create_directories(course.out());
  open_to_everybody(course.in());
  fs::permissions(course.out(), fs::perms(0777));
  fs::permissions(fs::path(course.in()) / "bob", fs::perms(0));
  const Ended ended = as_nobody(course.command({"--format", "csv,csv-gates"}), said.path());
  fs::permissions(fs::path(course.in()) / "bob", fs::perms(0755));
  CAPTURE(ended.err);
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, "    This folder cannot be read: Permission denied."));
  CHECK(contains(ended.out, "2 that cannot be read"));
  CHECK(contains(read(course.out() / "gates.csv"),
                 "bob,doubled,unreadable,,0,0,1,,,,,,This folder cannot be read"));
  CHECK(marks_in(course.out()).at("ann") == ",,1,1,2,2,yes");
}

TEST_CASE("why answers could not be graded is said beside how many they are") {
  const Class course;
  const Ended ended = course.run({"--timeout", "0.001"});
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.out, " that could not be graded"));
  CHECK(contains(ended.out, ": The 0.001 s that an exercise may take here were over at "));
  const Ended again = course.run();  // and they are graded as soon as it is possible
  CHECK(again.exit_code == 0);
  CHECK_FALSE(contains(again.out, "could not be graded"));
}

TEST_CASE("a list of a class that cannot be written is no success") {
  const Class course;
  const std::string command = kGrader.string() + " course run " + course.in() +
                              " --list --exercises " + kExercises.string() + " > ";
  CHECK(WEXITSTATUS(std::system((command + "/dev/full 2> /dev/null").c_str())) == 2);
  CHECK(WEXITSTATUS(std::system((command + "/dev/null").c_str())) == 0);
}

TEST_CASE("a submission that changes while it is graded counts as it was, and is named") {
  Class course;
  Running running(course.command());
  // Everything is read by then, and nothing is graded.
  for (int i = 0; i < 500 && !contains(running.out_so_far(), "dan: "); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  course.hand_in("bob", "doubled.cu", "01-doubled/solution.cu");
  fs::remove_all(fs::path(course.in()) / "dan");
  const Ended ended = running.wait();
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.err, "bob: bob/doubled.cu changed while the class was graded"));
  CHECK(contains(ended.err, "dan: the submission went away while the class was graded"));
  CHECK_FALSE(contains(ended.err, "ann"));
  CHECK(marks_in(course.out()).at("bob") == ",,0.5,0,0.5,2,yes");
  const Ended again = course.run();
  CHECK(again.err.empty());
  CHECK(marks_in(course.out()).at("bob") == ",,1,0,1,2,yes");
}
