#include "course/submissions.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>

#include "made_up.hpp"
#include "worker/sanitized.hpp"

using namespace warplab;
using namespace warplab::course;
using test::contains;
using test::TemporaryFolder;

namespace {

const char* const kKernel = "__global__ void copy() {}\n";

Result<Submissions> try_to_read(
    const std::filesystem::path& root,
    const std::optional<std::vector<KnownStudent>>& students = std::nullopt,
    const StudentLimits& limits = {}, const TimeZone* zone = nullptr) {
  const Result<Handout> handout = Handout::open(root);
  if (!handout) return Error{handout.error()};
  const std::vector<exercise::Entry> exercises = made_up::exercises();
  return read_submissions(*handout, {exercises, students, zone, limits});
}

Submissions read(const std::filesystem::path& root,
                 const std::optional<std::vector<KnownStudent>>& students = std::nullopt) {
  Result<Submissions> read = try_to_read(root, students);
  if (!read) FAIL(read.error());
  return std::move(*read);
}

std::vector<std::string> students_of(const Submissions& read) {
  std::vector<std::string> names;
  for (const Submission& submission : read.submissions) names.push_back(submission.student);
  return names;
}

const Answer& copy_of(const Submissions& read, size_t number = 0) {
  return read.submissions.at(number).answers.at("copy");
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("one folder a student, and the file that is missing is named") {
  const TemporaryFolder folder;
  folder.write("kim/copy.cu", kKernel);
  folder.write("lee/column_sum.cu", kKernel);
  const Submissions found = read(folder.path());
  CHECK(found.layout == Layout::folders);
  CHECK(students_of(found) == Names{"kim", "lee"});
  CHECK(bool(copy_of(found, 0).text));
  const Answer& sums = found.submissions[1].answers.at("column-sums");
  CHECK(sums.text.error() == "column_sums.cu is missing; did you mean \"column_sum.cu\"?");
  CHECK(found.submissions[1].unused == Names{"column_sum.cu"});
  // What answers another exercise is not what was meant.
  CHECK(found.submissions[0].answers.at("column-sums").text.error() ==
        "column_sums.cu is missing.");
}

TEST_CASE("a file that a browser or an editor has renamed is named, and no other") {
  for (const char* name : {"copy (1).cu", "copy.cu.txt", "copy.cpp", "COPY.CU", "kim-copy.cu"}) {
    CAPTURE(name);
    const TemporaryFolder folder;
    folder.write("kim/" + std::string(name), kKernel);
    folder.write("lee/copy_twice.cu", kKernel);
    const Submissions found = read(folder.path());
    CHECK(copy_of(found, 0).text.error() ==
          "copy.cu is missing; did you mean \"" + std::string(name) + "\"?");
    CHECK(copy_of(found, 1).text.error() == "copy.cu is missing.");
  }
}

TEST_CASE("a file that nobody can read is named, where it may be somebody's submission") {
  const TemporaryFolder folder;
  folder.write("kim/copy.cu", kKernel);
  folder.write("kim/notes.txt", "");
  folder.write("lee.rar", "Rar!");
  folder.write("kit", "a file in the place of a folder");
  folder.write("students.csv", "folder,id\nkim,\nlee,\n");
  const Submissions found = read(folder.path());
  CHECK(students_of(found) == Names{"kim", "lee"});
  CHECK(copy_of(found, 1).path == "lee.rar");
  CHECK(contains(copy_of(found, 1).text.error(), "This archive is not opened here"));
  REQUIRE(found.troubles.size() == 1);
  CHECK(found.troubles[0].path == "kit");
  CHECK(contains(found.troubles[0].sentence, "If it is somebody's submission, unpack it."));
}

TEST_CASE("a list of students that cannot be read is not waited for, and nothing is graded") {
  const TemporaryFolder folder;
  folder.write("kim/copy.cu", kKernel);
  REQUIRE(::mkfifo((folder.path() / "students.csv").c_str(), 0600) == 0);
  CHECK(contains(try_to_read(folder.path()).error(), "students.csv cannot be read"));
  CHECK(contains(try_to_read(folder.path()).error(), "it is no ordinary file"));
}

// The undefined-behaviour sanitizer asks by a pipe what it may look at, for which there is no
// number.
TEST_CASE("a class that the system does not let be read is not graded without half of it" *
          doctest::skip(worker::kSanitized)) {
  const TemporaryFolder folder;
  folder.write("kim/copy.cu", kKernel);
  folder.write("lee/copy.cu", kKernel);
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  const int next = ::dup(0);  // the lowest number that is free
  ::close(next);
  for (int more = 0; more < 4; ++more) {
    const rlimit few{static_cast<rlim_t>(next + more), before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
    const Result<Submissions> found = try_to_read(folder.path());
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
    CAPTURE(more);
    if (found) {
      REQUIRE(found->submissions.size() == 2);
      for (size_t i = 0; i < 2; ++i) CHECK(bool(copy_of(*found, i).text));
    } else {
      CHECK(contains(found.error(), "The submissions cannot be read: "));
      CHECK(contains(found.error(), "Too many open files"));
    }
    if (more == 0) CHECK_FALSE(found);
  }
  CHECK(read(folder.path()).submissions.size() == 2);
}

TEST_CASE("Moodle's folders have the student's name and number") {
  const TemporaryFolder folder;
  folder.write("Kim Lee_12345_assignsubmission_file_/copy.cu", kKernel);
  folder.write("Zoë Ångström_777_assignsubmission_file/work/copy.cu", kKernel);
  const Submissions found = read(folder.path());
  CHECK(found.layout == Layout::moodle);
  CHECK(students_of(found) == Names{"12345", "777"});
  CHECK(found.submissions[0].name == "Kim Lee");
  CHECK(bool(copy_of(found, 1).text));
}

TEST_CASE(
    "Moodle's download without folders has the same students, and no file's name is another's") {
  const TemporaryFolder folder;
  folder.write("Kim Lee_12345_assignsubmission_file_copy.cu", kKernel);
  folder.write("Kim Lee_12345_assignsubmission_file_x_777_assignsubmission_file_copy.cu", "other");
  made_up::make_zip(folder.path() / "Zoë Ångström_777_assignsubmission_file_work.zip",
                    {{"column_sums.cu", kKernel}});
  folder.write("Max_8_assignsubmission_onlinetext_onlinetext.html", "");
  const Submissions found = read(folder.path());
  CHECK(found.layout == Layout::moodle);
  REQUIRE(students_of(found) == Names{"12345", "777", "8"});
  CHECK(*copy_of(found, 0).text == kKernel);
  CHECK(copy_of(found, 1).text.error() == "copy.cu is missing.");
  CHECK(bool(found.submissions[1].answers.at("column-sums").text));
  CHECK(copy_of(found, 2).path.empty());
}

TEST_CASE("Canvas joins student and file in one name, also of zips and late ones") {
  const TemporaryFolder folder;
  folder.write("leekim_40001_90001_copy-2.cu", kKernel);
  folder.write("leekim_40001_90002_column_sums.cu", kKernel);
  made_up::make_zip(folder.path() / "parkjo_LATE_40002_90003_work.zip", {{"copy.cu", kKernel}});
  const Submissions found = read(folder.path());
  CHECK(found.layout == Layout::canvas);
  REQUIRE(students_of(found) == Names{"40001", "40002"});
  CHECK(bool(copy_of(found, 0).text));
  CHECK(bool(found.submissions[0].answers.at("column-sums").text));
  CHECK_FALSE(found.submissions[0].handed_in().marked_late);
  CHECK(found.submissions[1].handed_in().marked_late);
  CHECK(bool(copy_of(found, 1).text));
}

TEST_CASE("names with numbers of somebody else's are not taken for those of Canvas") {
  const TemporaryFolder folder;
  for (const char* name : {"hw_2026_11_kim.zip", "hw_2026_11_lee.zip"})
    made_up::make_zip(folder.path() / name, {{"copy.cu", kKernel}});
  CHECK(students_of(read(folder.path())) == Names{"hw_2026_11_kim", "hw_2026_11_lee"});
}

TEST_CASE("each file has its date, which in a zip is one of a clock on a wall") {
  const TemporaryFolder folder;
  folder.write("ann/copy.cu", kKernel);
  const auto zip = folder.path() / "bob.zip";
  made_up::make_zip(zip, {{"copy.cu", kKernel}});
  const timeval time{1'000'000'000, 0}, times[] = {time, time};
  REQUIRE(::utimes(zip.c_str(), times) == 0);
  const Submissions found = read(folder.path());
  CHECK(copy_of(found, 1).handed_in.at == 1'000'000'000);
  CHECK_FALSE(copy_of(found, 1).handed_in.lacks_zone);
  const auto whole = folder.path() / "class.zip";
  made_up::make_zip(whole, {{"ann/copy.cu", kKernel}, {"bob/copy.cu", kKernel}});
  CHECK(copy_of(read(whole)).handed_in.lacks_zone);
  const TimeZone tokyo = *TimeZone::named("+09:00"), utc = *TimeZone::named("UTC");
  const auto at = [&](const TimeZone& zone) {
    const Result<Submissions> in = try_to_read(whole, std::nullopt, {}, &zone);
    REQUIRE(bool(in));
    CHECK_FALSE(copy_of(*in).handed_in.lacks_zone);
    return *copy_of(*in).handed_in.at;
  };
  CHECK(at(utc) - at(tokyo) == 9 * 3600);
}

TEST_CASE("Gradescope's list says who and when") {
  const TemporaryFolder folder;
  folder.write("submission_11/copy.cu", kKernel);
  folder.write("submission_metadata.yml",
               "---\nsubmission_11:\n  :submitters:\n  - :name: Kim Lee\n    :sid: '4711'\n"
               "    :email: kim@example.org\n  :created_at: 2026-11-20 10:00:00.5 Z\n");
  const Submissions found = read(folder.path());
  CHECK(found.layout == Layout::gradescope);
  REQUIRE(students_of(found) == Names{"4711"});
  CHECK(found.submissions[0].email == "kim@example.org");
  CHECK(found.submissions[0].handed_in().at == parse_time("2026-11-20T10:00:00Z"));
  CHECK(found.submissions[0].handed_in().by == "submission_metadata.yml");
}

TEST_CASE("Gradescope's list is found in the folder that its zip has around everything") {
  const TemporaryFolder folder;
  folder.write("assignment_5_export/submission_11/copy.cu", kKernel);
  folder.write("assignment_5_export/submission_12/copy.cu", kKernel);
  folder.write("assignment_5_export/submission_metadata.yml",
               "---\nsubmission_11:\n  :submitters:\n  - :name: Kim Lee\n    :sid: '4711'\n"
               "submission_12:\n  :submitters:\n  - :name: Lee Kim\n    :sid: '4712'\n");
  const Submissions found = read(folder.path());
  CHECK(found.layout == Layout::gradescope);
  CHECK(students_of(found) == Names{"4711", "4712"});
}

TEST_CASE("clones of a classroom lose the assignment's name; their exercises may lie deep") {
  const TemporaryFolder folder;
  folder.write("warp-lab-submissions/warp-lab-kim/exercises/11-copy/copy.cu", kKernel);
  folder.write("warp-lab-submissions/warp-lab-lee/copy.cu", kKernel);
  for (const auto& root : {folder.path(), folder.path() / "warp-lab-submissions"}) {
    const Submissions found = read(root);
    CHECK(found.layout == Layout::classroom);
    CHECK(students_of(found) == Names{"kim", "lee"});
  }
  const Submissions found = read(folder.path());
  CHECK(bool(copy_of(found, 0).text));
  CHECK(bool(copy_of(found, 1).text));
}

TEST_CASE("a folder around everything, and a zip of it, are looked into") {
  const TemporaryFolder folder;
  const auto zip = folder.path() / "Assignment 1.zip", other = folder.path() / "all.zip";
  made_up::make_zip(zip,
                    {{"Assignment 1/kim/copy.cu", kKernel}, {"Assignment 1/lee/copy.cu", kKernel}});
  const Submissions found = read(zip);
  CHECK(found.root == "Assignment 1");
  CHECK(students_of(found) == Names{"kim", "lee"});
  CHECK(bool(copy_of(found, 1).text));
  // It may as well be a student with two folders, where nothing says that it is a class.
  std::filesystem::rename(zip, other);
  CHECK(contains(try_to_read(other).error(), "a class, or one student?"));
  const std::vector<KnownStudent> lee{{"lee", "", "", "", {}}},
      one{{"Assignment 1", "", "", "", {}}};
  CHECK(students_of(read(other, lee)) == Names{"kim", "lee"});
  CHECK(students_of(read(other, one)) == Names{"Assignment 1"});
}

TEST_CASE("one student's own folder is not taken for a folder around everything") {
  const TemporaryFolder folder;
  folder.write("kim/11-copy/copy.cu", kKernel);
  CHECK(students_of(read(folder.path())) == Names{"kim"});
}

TEST_CASE("two different files for one exercise are not chosen between; equal ones are one") {
  const TemporaryFolder folder;
  folder.write("kim/a/copy.cu", kKernel);
  folder.write("kim/b/copy.cu", std::string(kKernel) + "// other\n");
  folder.write("lee/a/copy.cu", kKernel);
  folder.write("lee/b/copy.cu", kKernel);
  const Submissions found = read(folder.path());
  CHECK(copy_of(found, 0).text.error() ==
        "Two files may be meant, a/copy.cu and b/copy.cu; hand in one.");
  CHECK(bool(copy_of(found, 1).text));
}

TEST_CASE("links are not followed, and their student is told") {
  const TemporaryFolder folder;
  folder.write("kim/copy.cu", kKernel);
  std::filesystem::create_directories(folder.path() / "lee");
  std::filesystem::create_symlink("../kim/copy.cu", folder.path() / "lee" / "copy.cu");
  std::filesystem::create_directory_symlink("kim", folder.path() / "mallory");
  const Submissions found = read(folder.path());
  REQUIRE(students_of(found) == Names{"kim", "lee", "mallory"});
  CHECK(copy_of(found, 1).text.error() == "copy.cu is a link; hand in the file itself.");
  CHECK(copy_of(found, 2).path == "mallory");
  CHECK(copy_of(found, 2).text.error() == "This is a link, and links are not followed.");
}

TEST_CASE("students.csv renames, and says when") {
  const Result<std::vector<KnownStudent>> known = read_students(
      "Folder;ID;Name;Submitted\r\nkim;4711;\"Lee; Kim\";2026-11-20 12:00 +0100\r\n", "s.csv");
  REQUIRE(bool(known));
  const TemporaryFolder folder;
  folder.write("kim/copy.cu", kKernel);
  const Submissions found = read(folder.path(), *known);
  REQUIRE(students_of(found) == Names{"4711"});
  CHECK(found.submissions[0].name == "Lee; Kim");
  CHECK(found.submissions[0].handed_in().at == parse_time("2026-11-20T11:00:00Z"));
}

TEST_CASE("a list of students that cannot be used says where") {
  CHECK(read_students("name\nKim\n", "s.csv").error() ==
        "s.csv, line 1: expected a column \"folder\" or \"id\" among \"folder\", \"id\", \"name\", "
        "\"email\" and \"submitted\".");
  CHECK(read_students("id,submitted\nkim,soon\n", "s.csv").error() ==
        "s.csv, row 2: submitted is \"soon\"; expected a time such as 2026-11-30T23:59:00Z.");
}

TEST_CASE("what a list says and nobody would read is one sentence, and never half a class") {
  struct Case {
    const char *text, *says;
  };
  const Case cases[] = {
      {"folder,id,folder\nkim,1,lee\n", "line 1: there are two columns \"folder\""},
      {"folder,submited\nkim,2026-11-20\n",
       "line 1: there is no column \"submited\"; did you mean \"submitted\"?"},
      {"folder,id\nkim,1\nlee,2\nkim,3\n", "row 4: the folder \"kim\" is in row 2 already."},
      {"id,name\n1,Kim\n1,Lee\n", "row 3: the id \"1\" is in row 2 already."},
      {"folder,name,email\nkim,Lee, Kim,kim@x\n", "row 2: there are 4 cells for 3 columns"},
      {"folder,name\nkim,\"Kim\nlee,Lee\n", "row 2: a quotation mark is opened and never closed"},
      {"folder,id\n\n", "has a line with columns and no student"},
      {"\xff\xfe"
       "f",
       "is no text in UTF-8"},
      {"folder,name\nkim,J\xf6rg\n", "is no text in UTF-8"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.text);
    const Result<std::vector<KnownStudent>> read = read_students(one.text, "s.csv");
    REQUIRE_FALSE(bool(read));
    CHECK(contains(read.error(), one.says));
  }
}

TEST_CASE("a list is the same list however its lines end and its cells are padded") {
  for (const char* text :
       {"folder,id,name\nkim,4711,Kim Lee\nlee,4712,\n",
        "\xef\xbb\xbf"
        "Folder,ID,Name,,\r\nkim,4711,Kim Lee,,\r\nlee,4712\r\n\r\n",
        "folder,id,name\rkim,4711,Kim Lee\rlee,4712,",
        "folder\tid\tname\nkim\t4711\tKim Lee\nlee\t4712\n",
        "Section; Name ;Folder; id\n1;\"Kim Lee\"; kim ;4711 \n1;;lee;4712;;\n"}) {
    CAPTURE(text);
    const Result<std::vector<KnownStudent>> read = read_students(text, "s.csv");
    REQUIRE(bool(read));
    REQUIRE(read->size() == 2);
    CHECK(read->at(0).folder == "kim");
    CHECK(read->at(0).id == "4711");
    CHECK(read->at(0).name == "Kim Lee");
    CHECK(read->at(1).folder == "lee");
    CHECK(read->at(1).id == "4712");
  }
}

TEST_CASE("who is in the list and not in the class, or the other way round, is named") {
  const TemporaryFolder folder;
  folder.write("kim/copy.cu", kKernel);
  folder.write("eve/copy.cu", kKernel);
  const std::vector<KnownStudent> list = {{"kim", "1", "", "", {}}, {"lee", "2", "", "", {}}};
  const Submissions found = read(folder.path(), list);
  REQUIRE(found.troubles.size() == 2);
  CHECK(found.troubles[0].path == "students.csv");
  CHECK(contains(found.troubles[0].sentence, "1 student is in the list"));
  CHECK(contains(found.troubles[0].sentence, ": lee."));
  CHECK(contains(found.troubles[1].sentence, "1 submission is not in the list"));
  CHECK(contains(found.troubles[1].sentence, ": eve."));
  CHECK(read(folder.path(),
             std::vector<KnownStudent>{{"kim", "1", "", "", {}}, {"", "eve", "", "", {}}})
            .troubles.empty());
  CHECK(read(folder.path()).troubles.empty());
}

TEST_CASE(
    "a list in the folder around everything is read, and one that a student hands in is not") {
  const TemporaryFolder folder;
  for (const char* name : {"class/2026/kim/copy.cu", "class/2026/lee/copy.cu"})
    folder.write(name, kKernel);
  folder.write("class/students.csv", "folder,id\nkim,4711\nlee,4712\n");
  folder.write("class/2026/lee/students.csv", "folder,id\nlee,4711\n");
  CHECK(students_of(read(folder.path())) == Names{"4711", "4712"});
}

TEST_CASE("times") {
  CHECK(time_text(*parse_time("1970-01-02T00:00:01Z")) == "1970-01-02T00:00:01Z");
  CHECK(parse_time("2026-11-30T23:59:00+01:00") == parse_time("2026-11-30T22:59:00Z"));
  CHECK(parse_time("2026-11-30") == parse_time("2026-11-30T00:00:00Z"));
  for (const char* wrong :
       {"", "soon", "2026-13-01", "2026-11-31", "2026-11-30T25:00Z", "2026-11-30T10:00:00 PM",
        "2026-11-30T23:59:00+25:00", "2026-11-30T23:59:00+01:99", "-999-01-01", "0000-01-01"})
    CHECK_FALSE(parse_time(wrong).has_value());
}

TEST_CASE("commas, quotes and line breaks in cells") {
  CHECK(read_csv("a,\"b,\"\"c\"\"\nd\"\ne") == std::vector<Names>{{"a", "b,\"c\"\nd"}, {"e"}});
}

TEST_CASE("what one student has too much of costs nobody else anything, and not what lies above") {
  const TemporaryFolder folder;
  folder.write("kim/copy.cu", kKernel);
  for (int i = 0; i < 9; ++i) folder.write("kim/data/f" + std::to_string(i) + ".txt");
  for (int i = 0; i < 9; ++i) folder.write("kim/venv/f" + std::to_string(i) + ".txt");
  folder.write("lee/copy.cu", kKernel);
  folder.write("lee/column_sums.cu", kKernel);
  made_up::Entries many{{"copy.cu", kKernel}};
  for (int i = 0; i < 9; ++i) many.push_back({"data/" + std::to_string(i), ""});
  made_up::make_zip(folder.path() / "max.zip", many);
  StudentLimits limits;
  limits.entries = 8;
  const Result<Submissions> found = try_to_read(folder.path(), std::nullopt, limits);
  REQUIRE(bool(found));
  REQUIRE(students_of(*found) == Names{"kim", "lee", "max"});
  for (const size_t number : {0, 2}) {
    CHECK(bool(copy_of(*found, number).text));
    const Submission& of = found->submissions[number];
    REQUIRE(of.troubles.size() == 1);
    CHECK(contains(of.troubles[0].sentence, "more than 8 files"));
    const Answer& sums = of.answers.at("column-sums");  // it may be among the rest
    CHECK_FALSE(sums.path.empty());
    CHECK(contains(sums.text.error(), "more than 8 files"));
  }
  CHECK(found->submissions[1].troubles.empty());
  limits.entries = 100;
  limits.text_bytes = 30;
  const Result<Submissions> small = try_to_read(folder.path(), std::nullopt, limits);
  REQUIRE(bool(small));
  CHECK(bool(copy_of(*small, 0).text));
  CHECK(bool(copy_of(*small, 1).text));
  CHECK(contains(small->submissions[1].answers.at("column-sums").text.error(), "was not read"));
}

TEST_CASE("what is not there, or no zip, is one sentence") {
  const TemporaryFolder folder;
  CHECK(contains(try_to_read(folder.path() / "none").error(), "There is no folder and no zip"));
  const auto file = folder.write("text.zip", "no zip at all");
  CHECK(contains(try_to_read(file).error(), "text.zip is no zip"));
  const auto zip = folder.path() / "class.zip";
  made_up::make_zip(zip, {{"kim/copy.cu", kKernel}});
  std::filesystem::resize_file(zip, std::filesystem::file_size(zip) - 10);
  CHECK(contains(try_to_read(zip).error(), "class.zip is damaged"));
}

TEST_CASE("what changes between two readings is named, and what stays is not") {
  const TemporaryFolder folder;
  for (const char* name : {"ann", "bob", "cid"})
    folder.write(std::filesystem::path(name) / "copy.cu", kKernel);
  const Submissions before = read(folder.path());
  CHECK(changes_between(before, read(folder.path())).empty());
  folder.write("bob/copy.cu", "another\n");
  folder.write("bob/column_sums.cu", kKernel);
  std::filesystem::remove_all(folder.path() / "cid");
  folder.write("dan/copy.cu", kKernel);  // new: nothing of it was graded
  const std::vector<std::string> changes = changes_between(before, read(folder.path()));
  REQUIRE(changes.size() == 3);
  CHECK(contains(changes[0], "bob: bob/column_sums.cu changed"));
  CHECK(contains(changes[1], "bob: bob/copy.cu changed"));
  CHECK(contains(changes[2], "cid: the submission went away"));
}

TEST_CASE("of a zip that cannot be read no file is missing") {
  const TemporaryFolder folder;
  folder.write("ann/copy.cu", kKernel);
  folder.write("kim.zip", "this is no zip");
  const Submissions submissions = read(folder.path());
  REQUIRE(students_of(submissions) == Names{"ann", "kim"});
  CHECK(copy_of(submissions, 1).path == "kim.zip");
  CHECK(copy_of(submissions, 1).text.error() == "kim.zip is no zip: Not a zip archive.");
}

namespace {

const char* const kSaid = R"({"schema": 1, "predictions": []})";

}  // namespace

TEST_CASE("predictions are found beside the kernels, in every layout") {
  const TemporaryFolder folder;
  folder.write("kim/copy.cu", kKernel);
  folder.write("kim/predictions.json", kSaid);
  folder.write("lee/work/copy.cu", kKernel);
  folder.write("lee/work/predictions.json", kSaid);
  folder.write("lee/work/old/predictions.json", "older");
  folder.write("may/copy.cu", kKernel);
  made_up::make_zip(folder.path() / "zoe.zip", {{"copy.cu", kKernel}, {"predictions.json", kSaid}});
  const Submissions found = read(folder.path());
  REQUIRE(students_of(found) == Names{"kim", "lee", "may", "zoe"});
  CHECK(found.submissions[0].predictions.path == "kim/predictions.json");
  CHECK(*found.submissions[0].predictions.text == kSaid);
  CHECK(found.submissions[1].predictions.path == "lee/work/predictions.json");
  CHECK(found.submissions[2].predictions.path.empty());
  CHECK(*found.submissions[3].predictions.text == kSaid);
  CHECK(found.submissions[0].unused.empty());

  const TemporaryFolder canvas;
  canvas.write("leekim_40001_90001_copy.cu", kKernel);
  canvas.write("leekim_40001_90002_predictions-1.json", kSaid);
  const Submissions flat = read(canvas.path());
  REQUIRE(students_of(flat) == Names{"40001"});
  CHECK(*flat.submissions[0].predictions.text == kSaid);
}

TEST_CASE("no link leads to another student's predictions, and two files are not chosen between") {
  const TemporaryFolder folder;
  folder.write("kim/copy.cu", kKernel);
  folder.write("kim/predictions.json", kSaid);
  folder.write("lee/copy.cu", kKernel);
  std::filesystem::create_symlink(folder.path() / "kim/predictions.json",
                                  folder.path() / "lee/predictions.json");
  folder.write("may/copy.cu", kKernel);
  std::filesystem::create_hard_link(folder.path() / "kim/predictions.json",
                                    folder.path() / "may/predictions.json");
  folder.write("zoe/a/predictions.json", "one");
  folder.write("zoe/b/predictions.json", "another");
  const Submissions found = read(folder.path());
  REQUIRE(found.submissions.size() == 4);
  CHECK(contains(found.submissions[1].predictions.text.error(),
                 "predictions.json is a link; hand in the file itself."));
  CHECK(contains(found.submissions[2].predictions.text.error(), "hard link"));
  CHECK(contains(found.submissions[3].predictions.text.error(), "Two files may be meant"));
}

TEST_CASE("predictions that change while a class is graded are named") {
  const TemporaryFolder folder;
  folder.write("kim/copy.cu", kKernel);
  folder.write("kim/predictions.json", kSaid);
  const Submissions before = read(folder.path());
  CHECK(changes_between(before, read(folder.path())).empty());
  folder.write("kim/predictions.json", "{}");
  const Names changes = changes_between(before, read(folder.path()));
  REQUIRE(changes.size() == 1);
  CHECK(contains(changes[0], "kim: kim/predictions.json changed"));
}
