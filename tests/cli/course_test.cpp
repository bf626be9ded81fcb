// A class, from submissions to marks, as an instructor meets it.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "class.hpp"

using namespace program;

TEST_CASE("a class is graded: who is who first, then marks") {
  const Class course;
  const Ended ended = course.run({"--format", "csv,json,html,gradescope,junit"});
  CAPTURE(ended.err);
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, "Read as one folder a student: 4 students, 2 exercises."));
  CHECK(contains(ended.out, "ann: 2 of 2 files"));
  CHECK(contains(ended.out, "bob: 1 of 2 files"));
  CHECK(contains(ended.out, "copied.cu is missing."));
  CHECK(contains(ended.out, "4 students: 6 answers graded, 2 missing."));
  const auto marks = marks_in(course.out());
  CHECK(marks.at("student") == "name,email,doubled,copied,total,possible,complete");
  CHECK(marks.at("ann") == ",,1,1,2,2,yes");
  CHECK(marks.at("bob") == ",,0.5,0,0.5,2,yes");
  CHECK(marks.at("cid") == ",,1,0,1,2,yes");
  CHECK(marks.at("dan") == ",,0,0,0,2,yes");
  const auto written = nlohmann::json::parse(read(course.out() / "course.json"));
  CHECK(written["students"][1]["exercises"][0]["result"]["score"] == 0.5);
  CHECK_FALSE(written["students"][1]["exercises"][0]["result"].contains("time"));
  CHECK(contains(read(course.out() / "class.html"), "Nobody") == false);
  CHECK_FALSE(contains(read(course.out() / "class.html"), "<h2>Attempts</h2>"));
  const auto gradescope =
      nlohmann::json::parse(read(course.out() / "students" / "bob" / "gradescope.json"));
  CHECK(gradescope["score"] == 0.5);
  CHECK(contains(read(course.out() / "students" / "dan" / "junit.xml"), "failures="));
}

TEST_CASE("students whose names look alike as folders have a report each") {
  const Class course;
  const Folder list;
  const std::string long_id(400, 'x');
  const std::string file =
      list.write("s.csv", "folder,id\nann,k/m\nbob,k_m\ncid," + long_id + "\ndan,k:m\n").string();
  const Ended ended = course.run({"--format", "gradescope", "--students", file});
  CAPTURE(ended.err);
  CHECK(ended.exit_code == 0);
  std::vector<double> scores;
  for (const auto& entry : fs::directory_iterator(course.out() / "students"))
    scores.push_back(
        nlohmann::json::parse(read(entry.path() / "gradescope.json"))["score"].get<double>());
  std::ranges::sort(scores);
  CHECK(scores == std::vector<double>{0, 0.5, 1, 2});
  CHECK(fs::exists(course.out() / "students" / "k_m"));
}

TEST_CASE("one of anything is said in the singular") {
  const Folder class_of_one, results;
  class_of_one.copy(kHere / "solutions/01-doubled/solution.cu", "kim/doubled.cu");
  const Ended ended =
      grader({"course", "run", class_of_one.path().string(), "--exercises", kExercises.string(),
              "--backend", "sim", "--output", (results.path() / "out").string()});
  CAPTURE(ended.err);
  CHECK(contains(ended.out, "Read as one folder a student: 1 student, 2 exercises."));
  CHECK(contains(ended.out, "1 student: 1 answer graded, 1 missing."));
}

TEST_CASE("--list grades nothing and makes nothing") {
  const Class course;
  const Ended ended = course.run({"--list"});
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, "ann: 2 of 2 files"));
  CHECK_FALSE(fs::exists(course.out()));
}

TEST_CASE("what is graded is graded once; what changes is graded anew and the best counts") {
  Class course;
  REQUIRE(course.run().exit_code == 0);
  const Ended again = grader(course.command());
  CHECK(again.exit_code == 0);
  const auto first = marks_in(course.out());
  course.hand_in("bob", "doubled.cu", "01-doubled/solution.cu");
  course.hand_in("ann", "doubled.cu", "01-doubled/wrong-uncoalesced.cu");
  REQUIRE(course.run({"--format", "csv,html"}).exit_code == 0);
  const std::string page = read(course.out() / "class.html");
  CHECK(contains(page, "<h2>Attempts</h2>"));
  // Two students with two versions each; one came to a better one, one's last is not the best.
  CHECK(contains(page,
                 "<td class=\"n\">2<td class=\"n\">2.0<td class=\"n\">0 min"
                 "<td class=\"n\">1<td class=\"n\">1</tr>"));
  const auto second = marks_in(course.out());
  CHECK(first.at("bob") == ",,0.5,0,0.5,2,yes");
  CHECK(second.at("bob") == ",,1,0,1,2,yes");
  CHECK(second.at("ann") == ",,1,1,2,2,yes");  // the better one stays
}

TEST_CASE("killed at any moment, the same command ends with the same bytes") {
  const Class course;
  const std::vector<std::string> formats{"--format", "csv,csv-gates,json,html"};
  REQUIRE(course.run(formats, "whole").exit_code == 0);
  // The moments are spread over a run that was never killed; each run goes on where the last was.
  int killed = 0;
  for (int moment = 0; moment < 12; ++moment) {
    Running running(course.command(formats));
    std::this_thread::sleep_for(std::chrono::milliseconds(30 + 45 * moment));
    killed += ::kill(running.pid(), SIGKILL) == 0;
    (void)running.wait();
  }
  CHECK(killed > 0);
  const Ended ended = course.run(formats);
  CAPTURE(ended.err);
  REQUIRE(ended.exit_code == 0);
  for (const char* file : {"marks.csv", "gates.csv", "course.json", "class.html"}) {
    CAPTURE(file);
    CHECK(read(course.out() / file) == read(course.out("whole") / file));
  }
}

TEST_CASE("shards of several machines give together what one gives") {
  const Class course;
  const std::vector<std::string> format{"--format", "csv,json"};
  REQUIRE(course.run(format, "whole").exit_code == 0);
  for (const char* part : {"1/3", "2/3", "3/3"})
    REQUIRE(course.run({"--shard", part}, std::string("part") + part[0]).exit_code == 0);
  const Ended merged =
      grader({"course", "merge", course.out("all").string(), course.out("part3").string(),
              course.out("part1").string(), course.out("part2").string(), "--exercises",
              kExercises.string(), "--format", "csv,json"});
  CAPTURE(merged.err);
  REQUIRE(merged.exit_code == 0);
  for (const char* file : {"marks.csv", "course.json"})
    CHECK(read(course.out("all") / file) == read(course.out("whole") / file));
}

TEST_CASE("points, and a report without grading") {
  const Class course;
  REQUIRE(course.run().exit_code == 0);
  const Folder other;
  const auto file = other.write("course.toml",
                                "title = \"GPU\"\n[[exercise]]\nname = \"doubled\"\npoints = 10\n");
  const Ended ended = grader({"course", "report", course.out().string(), "--course", file.string(),
                              "--exercises", kExercises.string()});
  CHECK(ended.exit_code == 0);
  CHECK(marks_in(course.out()).at("bob") == ",,5,5,10,yes");
}

TEST_CASE("what cannot be done is one sentence, and nothing is lost") {
  const Class course;
  const auto sentence = [](const std::vector<std::string>& words) {
    const Ended ended = grader(words);
    CHECK(ended.exit_code == 2);
    return ended.err;
  };
  CHECK(contains(sentence({"course", "run", course.in()}), "say where the results go"));
  CHECK(contains(sentence({"course", "run", "/no/such/folder", "--output", course.out().string()}),
                 "There is no folder and no zip /no/such/folder."));
  CHECK(contains(sentence(course.command({"--shard", "4/3"})), "expected a part such as 2/4"));
  CHECK(contains(sentence(course.command({"--course", "/no/course.toml"})), "cannot be read"));
  CHECK(contains(sentence({"course", "report", course.out("none").string()}),
                 "journal.sqlite is missing"));
  CHECK(contains(sentence(course.command({"--again", "nothing"})), "nothing"));
  fs::create_directories(course.out("damaged"));
  warplab::test::write(course.out("damaged") / "journal.sqlite", std::string(9000, 'x'));
  CHECK(contains(sentence(course.command({}, "damaged")), "cannot be used"));
}
