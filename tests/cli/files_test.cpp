// Where the grader reads and writes: submissions, folders of exercises, reports.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "exercise_choice.hpp"
#include "output_file.hpp"
#include "submission.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using Folder = test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

size_t files_in(const Folder& folder) {
  return static_cast<size_t>(
      std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
}

exercise::Exercise column_sums(const fs::path& exercises) {
  exercise::Exercise e;
  e.slug = "column-sums";
  e.folder = exercises / "02-column-sums";
  e.student_file = "column_sums.cu";
  return e;
}

std::vector<exercise::Entry> entries(const std::vector<std::string>& folders) {
  std::vector<exercise::Entry> all;
  for (const std::string& folder : folders)
    all.push_back({folder, Result<exercise::Exercise>(Error{"not loaded"})});
  return all;
}

}  // namespace

TEST_CASE("without a submission the exercise's own file is graded") {
  const Folder folder;
  folder.write("02-column-sums/column_sums.cu", "// starter");
  CHECK(*grader::read_submission(column_sums(folder.path()), std::nullopt).text == "// starter");
}

TEST_CASE("a submission may be flat, or laid out like the exercises or the solutions") {
  for (const char* place :
       {"column_sums.cu", "02-column-sums/column_sums.cu", "02-column-sums/solution.cu",
        "column-sums/column_sums.cu", "column-sums/solution.cu"}) {
    CAPTURE(place);
    const Folder folder;
    folder.write(place, "// theirs");
    const auto text = grader::read_submission(column_sums("unused"), folder.path()).text;
    REQUIRE(text);
    CHECK(*text == "// theirs");
  }
}

TEST_CASE("of several files the flat one is graded") {
  const Folder folder;
  folder.write("column_sums.cu", "// flat");
  folder.write("02-column-sums/solution.cu", "// nested");
  CHECK(*grader::read_submission(column_sums("unused"), folder.path()).text == "// flat");
}

TEST_CASE("a missing file is said with the one that was probably meant") {
  const Folder folder;
  const auto nothing = grader::read_submission(column_sums("unused"), folder.path()).text;
  REQUIRE_FALSE(nothing);
  CHECK(nothing.error() ==
        "column_sums.cu is missing; expected it in " + folder.path().string() + ".");
  folder.write("column-sums.cu", "// misnamed");
  const auto misnamed = grader::read_submission(column_sums("unused"), folder.path()).text;
  REQUIRE_FALSE(misnamed);
  CHECK(misnamed.error().find("did you mean \"column-sums.cu\"?") != std::string::npos);
}

TEST_CASE("a file whose name a browser, an editor or a system has changed is asked for") {
  for (const char* name : {"COLUMN_SUMS.CU", "column_sums (1).cu", "column_sums.cu.txt",
                           "my final version of column_sums.cu"}) {
    const Folder folder;
    folder.write("another.txt", "");
    folder.write(name, "// theirs");
    const auto text = grader::read_submission(column_sums("unused"), folder.path()).text;
    REQUIRE_FALSE(text);
    CHECK(text.error().find(std::string("did you mean \"") + name + "\"?") != std::string::npos);
  }
  // Whatever has nothing to do with it, and a folder, are none.
  const Folder folder;
  folder.write("notes.txt", "");
  folder.write("my column_sums of today/notes.txt", "");
  const std::string missing = "column_sums.cu is missing; expected it in " + folder.path().string();
  CHECK(grader::read_submission(column_sums("unused"), folder.path()).text.error() ==
        missing + ".");
  folder.write("column_sums.zip", "PK");
  CHECK(grader::read_submission(column_sums("unused"), folder.path()).text.error() ==
        missing +
            ". There is an archive, \"column_sums.zip\": unpack it, and hand in the file itself.");
}

TEST_CASE("a submission that went away is none in which files are missing") {
  const Folder folder;
  const auto gone = grader::read_submission(column_sums("unused"), folder.path() / "gone");
  CHECK(gone.refused == ENOENT);
  CHECK_FALSE(gone.text);
  CHECK(grader::read_submission(column_sums("unused"), folder.path()).refused == 0);
}

TEST_CASE("exercises are chosen by slug or folder, in course order, each once") {
  const auto all = entries({"x/01-copy", "x/02-column-sums", "x/03-matrix-add"});
  const auto chosen = grader::choose(all, {"matrix-add", "01-copy", "matrix-add"});
  REQUIRE(chosen);
  REQUIRE(chosen->size() == 2);
  CHECK((*chosen)[0]->folder == "x/01-copy");
  CHECK((*chosen)[1]->folder == "x/03-matrix-add");
  CHECK(grader::choose(all, {})->size() == 3);
}

TEST_CASE("an unknown exercise is said with the one that was probably meant") {
  const auto chosen = grader::choose(entries({"x/02-column-sums"}), {"colum-sums"});
  REQUIRE_FALSE(chosen);
  CHECK(chosen.error() ==
        "There is no exercise \"colum-sums\"; did you mean \"column-sums\"? "
        "`grader list` shows them all.");
  CHECK_FALSE(grader::choose(entries({"x/02-column-sums"}), {"zebra"}));
}

TEST_CASE("a slug is the folder's name without its number") {
  CHECK(grader::slug_of("a/02-column-sums") == "column-sums");
  CHECK(grader::slug_of("a/column-sums") == "column-sums");
  CHECK(grader::slug_of("a/2d-indices") == "2d-indices");
}

TEST_CASE("solutions lie beside the exercises unless another folder is given") {
  const Folder folder;
  folder.write("exercises/01-copy/exercise.toml", "");
  const fs::path expected = fs::canonical(folder.path()) / "solutions";
  CHECK(grader::solutions_of(folder.path() / "exercises", std::nullopt) == expected);
  CHECK(grader::solutions_of((folder.path() / "exercises/").string(), std::nullopt) == expected);
  CHECK(grader::solutions_of("x", "elsewhere") == "elsewhere");
}

TEST_CASE("a folder of exercises that is not there is said") {
  const auto found = grader::find_exercises("/no/such/folder");
  REQUIRE_FALSE(found);
  CHECK(found.error() == "There is no folder /no/such/folder with exercises.");
}

TEST_CASE("a report replaces the file as a whole and leaves nothing else behind") {
  const Folder folder;
  folder.write("report.json", "old");
  {
    auto file = grader::OutputFile::create(folder.path() / "report.json");
    REQUIRE(file);
    CHECK(folder.read("report.json") == "old");
    REQUIRE(file->replace("new"));
  }
  CHECK(folder.read("report.json") == "new");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("while it is made a report has no name, so that a killed grader leaves nothing") {
  const Folder folder;
  const auto file = grader::OutputFile::create(folder.path() / "report.json");
  REQUIRE(file);
  CHECK(files_in(folder) == 0);
}

TEST_CASE("a report keeps the rights of the file that it replaces") {
  const Folder folder;
  folder.write("report.json", "old");
  fs::permissions(folder.path() / "report.json", fs::perms::owner_read | fs::perms::owner_write);
  auto file = grader::OutputFile::create(folder.path() / "report.json");
  REQUIRE(file);
  REQUIRE(file->replace("new"));
  CHECK(fs::status(folder.path() / "report.json").permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("a report may have the longest name that a file can have, and any bytes in it") {
  const Folder folder;
  const std::string name = std::string(250, 'x') + "\xff \xe9";
  for (const char* content : {"first", "second"}) {
    auto file = grader::OutputFile::create(folder.path() / name);
    REQUIRE_MESSAGE(file, file.error());
    REQUIRE(file->replace(content));
    CHECK(folder.read(name) == content);
  }
  CHECK(files_in(folder) == 1);
}

TEST_CASE("where the system knows no names for nameless files, or no fsync, a report is written") {
  for (const char* call : {"linkat", "fsync"}) {
    CAPTURE(call);
    for (const char* before : {"", "old"}) {
      const Folder folder;
      if (*before != '\0') folder.write("report.json", before);
      const pid_t child = ::fork();
      REQUIRE(child >= 0);
      if (child == 0) {
        const auto filter = ::seccomp_init(SCMP_ACT_ALLOW);
        const bool is_refused = ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS),
                                                   ::seccomp_syscall_resolve_name(call), 0) == 0 &&
                                ::seccomp_load(filter) == 0;
        auto file = grader::OutputFile::create(folder.path() / "report.json");
        ::_exit(is_refused && file && file->replace("new") ? 0 : 1);
      }
      int status = -1;
      REQUIRE(::waitpid(child, &status, 0) == child);
      CHECK(status == 0);
      CHECK(folder.read("report.json") == "new");
      CHECK(files_in(folder) == 1);
    }
  }
}

TEST_CASE("a full device is said when the report is written") {
  auto file = grader::OutputFile::create("/dev/full");
  REQUIRE(file);
  const auto written = file->replace("text");
  REQUIRE_FALSE(written);
  CHECK(written.error() == "The report cannot be written to /dev/full: No space left on device.");
}

TEST_CASE("a report that is never finished leaves the old one alone") {
  const Folder folder;
  folder.write("report.json", "old");
  { REQUIRE(grader::OutputFile::create(folder.path() / "report.json")); }
  CHECK(folder.read("report.json") == "old");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("a report through a link changes what the link points to") {
  const Folder folder;
  folder.write("real.json", "old");
  fs::create_symlink("real.json", folder.path() / "link.json");
  auto file = grader::OutputFile::create(folder.path() / "link.json");
  REQUIRE(file);
  REQUIRE(file->replace("new"));
  CHECK(folder.read("real.json") == "new");
  CHECK(fs::is_symlink(folder.path() / "link.json"));
}

TEST_CASE("a device is written to and stays a device") {
  auto file = grader::OutputFile::create("/dev/null");
  REQUIRE(file);
  CHECK(file->replace("gone"));
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a pipe that has no name but that of a descriptor is written to") {
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  auto file = grader::OutputFile::create(fs::path("/proc/self/fd") / std::to_string(ends[1]));
  ::close(ends[1]);
  REQUIRE(file);
  CHECK(file->replace("the report"));
  char read[64] = {};
  CHECK(::read(ends[0], read, sizeof read) == 10);
  CHECK(std::string(read) == "the report");
  ::close(ends[0]);
}

TEST_CASE("a pipe without a reader is refused at once, and one with a reader is written to") {
  const Folder folder;
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto alone = grader::OutputFile::create(pipe);
  REQUIRE_FALSE(alone);
  CHECK(alone.error().find("nobody reads from it") != std::string::npos);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  auto file = grader::OutputFile::create(pipe);
  REQUIRE(file);
  CHECK(file->replace("report"));
  char text[7] = {};
  CHECK(::read(reader, text, 6) == 6);
  CHECK(std::string(text) == "report");
  ::close(reader);
}

TEST_CASE("no report takes the place of a kernel or an exercise") {
  const Folder folder;
  for (const char* name : {"kernel.cu", "helpers.cuh", "exercise.toml"}) {
    folder.write(name, "hours of work");
    const auto file = grader::OutputFile::create_report(folder.path() / name);
    REQUIRE_FALSE(file);
    CHECK(file.error() == "The report would take the place of " + (folder.path() / name).string() +
                              ", which is no report. Name another file.");
    CHECK(folder.read(name) == "hours of work");
  }
  // Nor by a link.
  std::filesystem::create_symlink("kernel.cu", folder.path() / "report.json");
  CHECK_FALSE(grader::OutputFile::create_report(folder.path() / "report.json"));
  // An old report is replaced, and a name that is free is taken, whatever it ends in.
  for (const char* name : {"old.json", "new.json", "new.cu"}) {
    if (name == std::string("old.json")) folder.write(name, "old");
    auto file = grader::OutputFile::create_report(folder.path() / name);
    REQUIRE(file);
    REQUIRE(file->replace("new"));
    CHECK(folder.read(name) == "new");
  }
}

TEST_CASE("a report that cannot be written is known before anything is graded") {
  const auto file = grader::OutputFile::create("/no/such/folder/report.json");
  REQUIRE_FALSE(file);
  CHECK(file.error() ==
        "The report cannot be written to /no/such/folder/report.json: No such file or "
        "directory.");
  const Folder folder;
  CHECK_FALSE(grader::OutputFile::create(folder.path()));
}
