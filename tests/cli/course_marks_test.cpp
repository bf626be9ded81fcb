// Classes whose marks were wrong once, and said nothing of it: each with the marks that are right.
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <zip.h>

#include <algorithm>
#include <ctime>

#include "class.hpp"

using namespace program;

namespace {

struct Entry {
  std::string name, text;
  int day = 20, hour = 10;  // of November 2026, on the wall where it was zipped
};

// The bytes of a zip, as a course system or a student makes one.
std::string zip_of(const std::vector<Entry>& entries) {
  const Folder folder;
  const std::string file = (folder.path() / "made.zip").string();
  int code = 0;
  zip_t* const archive = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  REQUIRE(archive != nullptr);
  for (const Entry& entry : entries) {
    zip_source_t* const source =
        zip_source_buffer(archive, entry.text.data(), entry.text.size(), 0);
    const zip_int64_t index = zip_file_add(archive, entry.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    REQUIRE(index >= 0);
    constexpr int kYear = 2026 - 1980, kMonth = 11;
    const auto date = static_cast<zip_uint16_t>(kYear << 9 | kMonth << 5 | entry.day);
    const auto time = static_cast<zip_uint16_t>(entry.hour << 11);
    REQUIRE(zip_file_set_dostime(archive, static_cast<zip_uint64_t>(index), time, date, 0) == 0);
  }
  REQUIRE(zip_close(archive) == 0);
  return read(file);
}

std::string solution(const char* file) { return read(kSolutions / file); }
const std::string& right() {
  static const std::string text = solution("01-doubled/solution.cu");
  return text;
}
const std::string& copied() {
  static const std::string text = solution("02-copied/solution.cu");
  return text;
}
const std::string kNoCuda = "this is no CUDA\n";

using Marks = std::map<std::string, std::string>;  // by student: the points of the first exercise

// A folder of submissions, and what comes of it.
class Given {
 public:
  fs::path write(const std::string& name, const std::string& text) const {
    return folder_.write(fs::path("in") / name, text);
  }
  // On the disk, at noon in UTC of that day of November 2026.
  void write(const std::string& name, const std::string& text, int day) const {
    const fs::path file = write(name, text);
    std::tm noon{};
    noon.tm_year = 2026 - 1900;
    noon.tm_mon = 10;
    noon.tm_mday = day;
    noon.tm_hour = 12;
    const timeval time{::timegm(&noon), 0}, times[] = {time, time};
    REQUIRE(::utimes(file.c_str(), times) == 0);
  }
  fs::path path(const std::string& name = "") const { return folder_.path() / "in" / name; }
  fs::path out() const { return folder_.path() / "out"; }
  void set_course(const std::string& text) const { folder_.write("course.toml", text); }

  Ended run(const std::vector<std::string>& more = {}, const std::string& in = "",
            const std::string& zone = "UTC0") const {
    std::vector<std::string> words{
        "course", "run",         path(in).string(), "--output", out().string(),        "--backend",
        "sim",    "--exercises", kExercisesFolder,  "--format", "csv,json,feedback-md"};
    if (fs::exists(folder_.path() / "course.toml")) {
      words.push_back("--course");
      words.push_back((folder_.path() / "course.toml").string());
    }
    words.insert(words.end(), more.begin(), more.end());
    return grader(words, {{"TZ", zone}});
  }
  Marks marks(const std::vector<std::string>& more = {}, const std::string& in = "",
              const std::string& zone = "UTC0") const {
    const Ended ended = run(more, in, zone);
    CAPTURE(ended.out);
    CAPTURE(ended.err);
    CHECK(ended.exit_code == 0);
    Marks marks;
    const nlohmann::json course = course_json();
    for (const auto& student : course["students"]) {
      const auto& points = student["exercises"][0]["points"];
      marks[student["student"]] = points.is_null() ? "none" : points.dump();
    }
    return marks;
  }
  nlohmann::json course_json() const { return nlohmann::json::parse(read(out() / "course.json")); }
  std::string feedback(const std::string& student) const {
    return read(out() / "feedback" / student / "feedback.md");
  }
  void forget() const { fs::remove_all(out()); }

 private:
  Folder folder_;
};

const std::string kOnlyDoubled = "[[exercise]]\nname = \"doubled\"\npoints = 10\n";
// 2026-11-21 at noon in UTC; half of the points for a day.
const std::string kDeadline =
    "deadline = 2026-11-21T12:00:00Z\nlate_days = 3\nlate_deduction = 0.5\n";

void in_journal(const Given& given, const std::string& sql) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open((given.out() / "journal.sqlite").c_str(), &handle) == SQLITE_OK);
  const int code = sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr);
  sqlite3_close(handle);
  REQUIRE(code == SQLITE_OK);
}

}  // namespace

TEST_CASE("one student's zip takes no marks from those who come after") {
  const Given given;
  given.set_course(kOnlyDoubled);
  std::vector<Entry> many;
  for (int i = 0; i < 30'000; ++i) many.push_back({std::to_string(i), ""});
  const std::string zip = zip_of(many);
  for (const char* name : {"adam", "bob", "zoe"})
    given.write(std::string(name) + "/doubled.cu", right());
  given.write("bob/work.zip", zip_of({{"0.zip", zip}, {"1.zip", zip}}));
  given.write("cyd/work.zip", zip);
  CHECK(given.marks() == Marks{{"adam", "10.0"}, {"bob", "10.0"}, {"cyd", "0.0"}, {"zoe", "10.0"}});
  const nlohmann::json cyd = given.course_json()["students"][2]["exercises"][0];
  CHECK(cyd["state"] == "unreadable");
  CHECK(contains(cyd["sentence"].get<std::string>(), "There are more than 20000 files"));
}

TEST_CASE("a deadline of an exercise is compared with that exercise's file") {
  const Given given;
  given.set_course(kDeadline + kOnlyDoubled +
                   "[[exercise]]\nname = \"copied\"\npoints = 20\n"
                   "deadline = 2026-11-30T12:00:00Z\n");
  given.write("kim/doubled.cu", right(), 20);
  given.write("kim/copied.cu", copied(), 30);
  given.write("lee/doubled.cu", right(), 22);
  given.write("lee/copied.cu", copied(), 20);
  given.write("max/doubled.cu", right(), 28);
  CHECK(given.marks() == Marks{{"kim", "10.0"}, {"lee", "5.0"}, {"max", "0.0"}});
  CHECK(marks_in(given.out()).at("kim") == ",,10,20,30,30,yes");
  CHECK_FALSE(contains(given.feedback("kim"), "late"));
  CHECK(contains(given.feedback("lee"), "Handed in 1 day late"));
  CHECK(contains(given.feedback("lee"), "5 of its 10 points are left"));
  CHECK(contains(given.feedback("max"), "Handed in 7 days late"));
}

TEST_CASE("the course system's date counts, not one in a student's zip; and a zip needs a zone") {
  const Given given;
  const std::string own = zip_of({{"doubled.cu", right(), 1}});
  given.write("class.zip",
              zip_of({{"Late Lee_1_assignsubmission_file_/work.zip", own, 22},
                      {"Plain Pam_2_assignsubmission_file_/doubled.cu", right(), 20},
                      {"Edge Eve_3_assignsubmission_file_/doubled.cu", right(), 21, 12}}));
  given.set_course(kDeadline + kOnlyDoubled);
  const Ended refused = given.run({}, "class.zip");
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err, "say in course.toml which it is"));
  CHECK_FALSE(fs::exists(given.out()));
  struct Case {
    const char *named, *late, *edge, *of_machine;
  };
  for (const Case& one : {Case{"Europe/Berlin", "5.0", "10.0", "America/Los_Angeles"},
                          Case{"+00:00", "5.0", "10.0", "Asia/Tokyo"},
                          Case{"America/Los_Angeles", "0.0", "5.0", "UTC0"}}) {
    CAPTURE(one.named);
    given.set_course("time_zone = \"" + std::string(one.named) + "\"\n" + kDeadline + kOnlyDoubled);
    given.forget();
    CHECK(given.marks({}, "class.zip", one.of_machine) ==
          Marks{{"1", one.late}, {"2", "10.0"}, {"3", one.edge}});
  }
  // A report alone would have the dates of another zone.
  given.set_course("time_zone = \"Asia/Tokyo\"\n" + kDeadline + kOnlyDoubled);
  const Ended report =
      grader({"course", "report", given.out().string(), "--exercises", kExercisesFolder, "--course",
              (given.path() / "../course.toml").string()});
  CHECK(report.exit_code == 2);
  CHECK(contains(report.err, "`grader course run` reads them anew"));
  given.set_course("time_zone = \"Mars/Olympus\"\n" + kOnlyDoubled);
  CHECK(contains(given.run({}, "class.zip").err, "knows no time zone \"Mars/Olympus\""));
}

TEST_CASE("what Canvas marks late is a day late at least") {
  const Given given;
  given.set_course(kDeadline + kOnlyDoubled);
  given.write("leekim_LATE_1_91_doubled.cu", right(), 20);
  given.write("parkjo_2_92_doubled.cu", right(), 20);
  given.write("roedan_LATE_3_93_doubled.cu", right(), 20);
  given.write("students.csv", "id,submitted\n3,2026-11-20T10:00:00Z\n");
  CHECK(given.marks() == Marks{{"1", "5.0"}, {"2", "10.0"}, {"3", "10.0"}});
}

TEST_CASE("a corrected time and mended ids leave nothing behind") {
  const Given given;
  given.set_course(kDeadline + kOnlyDoubled);
  given.write("kim/doubled.cu", right());
  given.write("lee/doubled.cu", kNoCuda);
  given.write("students.csv",
              "folder,id,submitted\nkim,2,2026-12-20T10:00:00Z\nlee,1,2026-11-20\n");
  CHECK(given.marks() == Marks{{"1", "0.0"}, {"2", "0.0"}});
  given.write("students.csv",
              "folder,id,submitted\nkim,2,2026-11-20T10:00:00Z\nlee,1,2026-11-20\n");
  CHECK(given.marks() == Marks{{"1", "0.0"}, {"2", "10.0"}});
  given.write("students.csv",
              "folder,id,submitted\nkim,1,2026-11-20T10:00:00Z\nlee,2,2026-11-20\n");
  CHECK(given.marks() == Marks{{"1", "10.0"}, {"2", "0.0"}});
  const Ended twice = [&] {
    given.write("students.csv", "folder,id\nkim,1\nlee,1\n");
    return given.run();
  }();
  CHECK(twice.exit_code == 2);
  CHECK(contains(twice.err, "Two submissions are those of the student \"1\", kim and lee"));
}

TEST_CASE("a student's id does not depend on who else is there") {
  const Given given;
  given.set_course(kOnlyDoubled);
  given.write("2026-101/doubled.cu", kNoCuda);
  given.write("2026-102/doubled.cu", right());
  CHECK(given.marks() == Marks{{"2026-101", "0.0"}, {"2026-102", "10.0"}});
  given.write("2025-007/doubled.cu", right());
  given.write("2026-102/doubled.cu", kNoCuda);
  // The earlier, better attempt still counts.
  CHECK(given.marks() == Marks{{"2025-007", "10.0"}, {"2026-101", "0.0"}, {"2026-102", "10.0"}});
  given.write("students.csv", "id\n101\n102\n2025-007\n");
  CHECK(given.marks() == Marks{{"101", "0.0"}, {"102", "10.0"}, {"2025-007", "10.0"}});
}

TEST_CASE("one student's folder is no class, and is not graded as one") {
  const Given given;
  for (const char* file : {"kim/doubled.cu", "kim/old/doubled.cu", "one/src/doubled.cu",
                           "lab/exercises/01-doubled/doubled.cu", "lab/docs/doubled.cu"})
    given.write(file, right());
  for (const char* root : {"kim", "lab"}) {
    const Ended ended = given.run({}, root);
    CHECK(ended.exit_code == 2);
    CHECK(contains(ended.err, "is one student's folder and no class"));
  }
  fs::remove_all(given.path("lab"));
  fs::remove_all(given.path("kim"));
  CHECK(given.marks() == Marks{{"one", "1.0"}});
  given.write("one/more/doubled.cu", right());
  CHECK(contains(given.run().err, "a class, or one student?"));
}

TEST_CASE(
    "every submitter of a group at Gradescope has the mark, and no text of a program is a name") {
  const Given given;
  given.set_course(kOnlyDoubled);
  given.write("submission_1/doubled.cu", right());
  given.write("submission_2/doubled.cu", kNoCuda);
  const std::string list =
      "---\nsubmission_1:\n  :submitters:\n  - :name: Kim Lee\n    :sid: '101'\n"
      "  - :name: Lee Kim\n    :sid: '102'\n  :created_at: 2026-11-20 23:59:00.5 Z\n"
      "submission_2:\n  :submitters:\n  - :name: 'O''Brien: Pat'\n    :sid:\n"
      "    :email: pat@x.edu\n  :results:\n    output: |\n      :sid: '101'\n"
      "submission_3:\n  :submitters:\n  - :name: \"Zo\\u00eb\"\n    :sid: 103\n";
  given.write("submission_metadata.yml", list);
  CHECK(given.marks() ==
        Marks{{"101", "10.0"}, {"102", "10.0"}, {"103", "0.0"}, {"pat@x.edu", "0.0"}});
  CHECK(given.course_json()["students"][2]["name"] == "Zoë");
  CHECK(given.course_json()["students"][3]["name"] == "O'Brien: Pat");
  CHECK(contains(given.run({"--list"}).out, "103 (Zoë): 0 of 1 files"));
  given.write("submission_metadata.yml", list + "  :score: \"\n");
  const Ended damaged = given.run();
  CHECK(damaged.exit_code == 2);
  CHECK(contains(damaged.err, "cannot be understood from line"));
}

TEST_CASE("what is damaged is unreadable in every layout, and is what the course says") {
  const std::string zip = zip_of({{"doubled.cu", right()}});
  const std::string damaged = zip.substr(0, zip.size() / 2);
  const std::vector<std::vector<std::string>> layouts = {
      {"ann/doubled.cu", "tina.zip"},
      {"ann/doubled.cu", "tina/work.zip"},
      {"Ann_1_assignsubmission_file_/doubled.cu", "Tina_2_assignsubmission_file_/work.zip"},
      {"Ann_1_assignsubmission_file_doubled.cu", "Tina_2_assignsubmission_file_work.zip"},
      {"annroe_1_91_doubled.cu", "tinadoe_2_92_work.zip"},
      {"submission_1/doubled.cu", "submission_2/work.zip"}};
  for (const std::vector<std::string>& layout : layouts) {
    CAPTURE(layout[1]);
    const Given given;
    given.write(layout[0], right());
    given.write(layout[1], damaged);
    given.set_course(kOnlyDoubled);
    std::vector<std::string> points;
    for (const auto& [student, of] : given.marks()) points.push_back(of);
    CHECK(points == std::vector<std::string>{"10.0", "0.0"});
    const nlohmann::json mark = given.course_json()["students"][1]["exercises"][0];
    CHECK(mark["state"] == "unreadable");
    CHECK(contains(mark["sentence"].get<std::string>(), ".zip is damaged"));
  }
  const Given given;
  given.write("ann/doubled.cu", right());
  given.write("tina.zip", damaged);
  given.set_course("unreadable = \"ungraded\"\n" + kOnlyDoubled);
  CHECK(given.marks() == Marks{{"ann", "10.0"}, {"tina", "none"}});
  CHECK(marks_in(given.out()).at("tina") == ",,,0,10,no");
}

TEST_CASE("reports of two students never share a folder, whatever they are called") {
  const Given given;
  given.set_course(kOnlyDoubled);
  given.write("a\nb/doubled.cu", right());
  REQUIRE(given.run({"--format", "autolab"}).exit_code == 0);
  // Somebody takes the very name that the first one's folder got.
  const std::string taken = fs::directory_iterator(given.out() / "students")->path().filename();
  given.write(taken + "/doubled.cu", kNoCuda);
  REQUIRE(given.run({"--format", "autolab"}).exit_code == 0);
  std::vector<std::string> scores;
  for (const auto& entry : fs::directory_iterator(given.out() / "students"))
    scores.push_back(read(entry.path() / "autolab.txt"));
  std::ranges::sort(scores);
  REQUIRE(scores.size() == 2);
  CAPTURE(scores[0]);
  CHECK(contains(scores[0], "\"doubled\":0.0"));
  CHECK(contains(scores[1], "\"doubled\":10.0"));
}

TEST_CASE("results of another build are made anew, or kept where that is asked for") {
  const Given given;
  given.write("ann/doubled.cu", right());
  CHECK(given.marks() == Marks{{"ann", "1.0"}});
  const std::string made_by = given.course_json()["students"][0]["exercises"][0]["made_by"];
  CHECK(contains(made_by, "Warp Lab "));
  CHECK(contains(made_by, ", NVRTC "));
  in_journal(
      given,
      "UPDATE feedback SET key = 'old'; UPDATE result SET key = 'old', programs = 'another build', "
      "json = replace(json, '\"score\":1.0', '\"score\":0.25')");
  const Ended kept = given.run({"--keep-old"});
  CHECK(contains(kept.out, "1 result of another build of Warp Lab or NVRTC is kept"));
  CHECK(marks_in(given.out()).at("ann") == ",,0.25,0,0.25,2,yes");
  CHECK(given.course_json()["students"][0]["exercises"][0]["made_by"] == "another build");
  const Ended anew = given.run();
  CHECK(contains(anew.out, "1 result in the journal is of another build"));
  CHECK(marks_in(given.out()).at("ann") == ",,1,0,1,2,yes");
  CHECK(given.course_json()["students"][0]["exercises"][0]["made_by"] == made_by);
}

TEST_CASE("a result that is none is graded again, an empty journal is no new one") {
  const Given given;
  given.write("ann/doubled.cu", right());
  given.write("bob/doubled.cu", kNoCuda);
  CHECK(given.marks() == Marks{{"ann", "1.0"}, {"bob", "0.0"}});
  in_journal(given, "UPDATE result SET json = '{}'");
  CHECK(given.marks() == Marks{{"ann", "1.0"}, {"bob", "0.0"}});
  fs::resize_file(given.out() / "journal.sqlite", 0);
  const Ended ended = given.run();
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.err, "it is empty, and what was in it is lost"));
  const Ended inside =
      grader({"course", "run", given.path().string(), "--exercises", kExercisesFolder, "--output",
              (given.path() / "ann/results").string()});
  CHECK(inside.exit_code == 2);
  CHECK(contains(inside.err, "The results would lie among the submissions"));
  CHECK_FALSE(fs::exists(given.path() / "ann/results"));
}

TEST_CASE("two students' signed reports cannot be exchanged, and a pipe is no report") {
  const Given given;
  const std::string key = (given.out().parent_path() / "key").string();
  REQUIRE(grader({"keygen", key}).exit_code == 0);
  given.write("ann/doubled.cu", right());
  given.write("bob/doubled.cu", kNoCuda);
  REQUIRE(given.run({"--format", "autolab", "--sign", key}).exit_code == 0);
  const fs::path students = given.out() / "students";
  const auto verify = [&](const std::string& folder, const std::string& whose) {
    return grader({"verify", (students / folder / "autolab.txt").string(), "--key", key + ".pub",
                   "--student", whose});
  };
  CHECK(verify("ann", "ann").exit_code == 0);
  CHECK(contains(verify("ann", "ann").out, "\"student\":\"ann\""));
  CHECK(contains(verify("ann", "ann").out, "\"attempt\":1"));
  fs::rename(students / "ann", students / "x");
  fs::rename(students / "bob", students / "ann");
  fs::rename(students / "x", students / "bob");
  CHECK(verify("bob", "bob").exit_code == 3);
  CHECK(contains(verify("bob", "bob").err, "is not the report of \"bob\""));
  // The one with the other's signature is not even signed.
  fs::copy_file(students / "ann/autolab.txt.sig", students / "bob/autolab.txt.sig",
                fs::copy_options::overwrite_existing);
  CHECK(verify("bob", "bob").exit_code == 3);
  const fs::path pipe = given.out() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const Ended ended = grader({"verify", pipe.string(), "--key", key + ".pub"});
  CHECK(ended.exit_code == 2);
  CHECK(contains(ended.err, "it is no ordinary file"));
}

TEST_CASE("a student's zip is graded by itself within the limits of a class's") {
  const Folder folder;
  const fs::path zip =
      folder.write("handin.zip", zip_of({{"work/doubled.cu", right()},
                                         {"bomb.zip", std::string(9'000'000, '0')},
                                         {"exercises/01-doubled/exercise.toml", "title = 1"}}));
  const Ended ended = grader({"--all", "--backend", "sim", "--exercises", kExercisesFolder,
                              "--submission", zip.string(), "--format", "json"});
  CHECK(ended.exit_code == 1);
  const nlohmann::json exercises = ended.json()["exercises"];
  CHECK(exercises[0]["score"] == 1);
  CHECK(exercises[1]["score"] == 0);
  CHECK(contains(exercises[1]["error"].get<std::string>(), "bomb.zip"));
}
