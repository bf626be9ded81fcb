// Reports that are signed, and those that somebody changed.
#include <sys/stat.h>

#include "class.hpp"

using namespace program;

namespace {

class Signed {
 public:
  Signed() {
    REQUIRE(grader({"keygen", key()}).exit_code == 0);
    REQUIRE(
        grader({"doubled", "--backend", "sim", "--exercises", kExercises.string(), "--submission",
                kSolutions.string(), "--format", "json", "--output", report(), "--sign", key()})
            .exit_code == 0);
  }
  std::string key() const { return (folder_.path() / "course.key").string(); }
  std::string report() const { return (folder_.path() / "report.json").string(); }
  std::string signature() const { return report() + ".sig"; }
  Ended verified(const std::string& with) const {
    return grader({"verify", report(), "--key", with});
  }
  Ended verified() const { return verified(key() + ".pub"); }
  void change(const std::string& file, size_t at) const {
    std::string text = read(file);
    text.at(at) = static_cast<char>(text[at] == '1' ? '2' : '1');
    warplab::test::write(file, text);
  }
  const fs::path& folder() const { return folder_.path(); }

 private:
  Folder folder_;
};

}  // namespace

TEST_CASE("a report is as it was signed, and says what made it") {
  const Signed with;
  const Ended ended = with.verified();
  CAPTURE(ended.err);
  CHECK(ended.exit_code == 0);
  CHECK(contains(ended.out, "is as it was signed with this key"));
  const auto report = nlohmann::json::parse(read(with.report()));
  CHECK(report["made_by"]["program"].get<std::string>().starts_with("Warp Lab "));
  CHECK(report["made_by"]["program_hash"].get<std::string>().size() == 64);
  CHECK(report["exercises"][0]["exercise_hash"].get<std::string>().size() == 64);
  CHECK(report["exercises"][0]["compiler"].get<std::string>().starts_with("NVRTC"));
  CHECK(report["exercises"][0]["seed"] == 1);
}

TEST_CASE("a changed byte, another key and a missing signature are told apart") {
  const Signed with;
  const Ended another = [&] {
    const std::string other = (with.folder() / "other.key").string();
    REQUIRE(grader({"keygen", other}).exit_code == 0);
    return with.verified(other + ".pub");
  }();
  CHECK(another.exit_code == 4);
  CHECK(contains(another.err, "another key"));
  const std::string good = read(with.report());
  with.change(with.report(), good.size() / 2);
  CHECK(with.verified().exit_code == 3);
  CHECK(contains(with.verified().err, "was changed"));
  warplab::test::write(with.report(), good);
  CHECK(with.verified().exit_code == 0);
  with.change(with.signature(), read(with.signature()).size() - 5);
  CHECK(with.verified().exit_code == 3);
  warplab::test::write(with.signature(), "hello\n");
  CHECK(with.verified().exit_code == 5);
  fs::remove(with.signature());
  CHECK(with.verified().exit_code == 5);
  CHECK(contains(with.verified().err, "there is no report.json.sig"));
  fs::remove(with.report());
  CHECK(with.verified().exit_code == 2);
}

TEST_CASE("keygen keeps the secret key from others and never writes over one") {
  const Signed with;
  struct stat status {};
  REQUIRE(::stat(with.key().c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  const std::string before = read(with.key());
  const Ended again = grader({"keygen", with.key()});
  CHECK(again.exit_code == 2);
  CHECK(contains(again.err, "File exists"));
  CHECK(read(with.key()) == before);
}

TEST_CASE("a key that cannot be used ends the run before it grades") {
  const Signed with;
  const auto sentence = [&](const std::string& key) {
    const Ended ended = grader({"doubled", "--exercises", kExercises.string(), "--output",
                                (with.folder() / "new.json").string(), "--sign", key});
    CHECK(ended.exit_code == 2);
    CHECK_FALSE(fs::exists(with.folder() / "new.json"));
    return ended.err;
  };
  CHECK(contains(sentence(with.key() + ".pub"), "the public one"));
  CHECK(
      contains(sentence("/no/key"), "The key /no/key cannot be read: No such file or directory."));
  const Ended without = grader({"doubled", "--sign", with.key()});
  CHECK(without.exit_code == 2);
  CHECK(contains(without.err, "--sign needs --output"));
}

TEST_CASE("every report of a course is signed") {
  const Class course;
  const Signed with;
  REQUIRE(course.run({"--format", "csv,json,html,gradescope,feedback-html", "--sign", with.key()})
              .exit_code == 0);
  for (const char* file : {"marks.csv", "course.json", "class.html", "students/ann/gradescope.json",
                           "feedback/ann/feedback.html"}) {
    CAPTURE(file);
    const Ended ended =
        grader({"verify", (course.out() / file).string(), "--key", with.key() + ".pub"});
    CHECK(ended.exit_code == 0);
  }
}
