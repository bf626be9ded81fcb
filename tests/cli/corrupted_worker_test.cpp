// Whatever a worker says, the grader ends with an answer, and a wrong kernel gets no mark.
#include "program.hpp"

using nlohmann::json;
using program::Ended;
using program::Folder;

namespace {

// With one byte of all that each worker says changed.
class Corrupted {
 public:
  Corrupted() {
    program::fs::create_symlink(WARPLAB_BINARY_DIR "/bin/flipping_worker",
                                folder_.path() / "worker");
  }
  Ended grade(const std::string& submission, uint64_t position, unsigned mask,
              const std::string& timeout = "20") const {
    folder_.write("flip", WARPLAB_BINARY_DIR "/bin/warplab-worker " + std::to_string(position) +
                              " " + std::to_string(mask) + "\n");
    return program::Running({"doubled", "--exercises", program::kExercises.string(), "--submission",
                             submission, "--format", "json", "--timeout", timeout},
                            {{"WARPLAB_WORKER", (folder_.path() / "worker").string()}})
        .wait();
  }

 private:
  Folder folder_;
};

const std::string kWrong = (program::kExercises / "01-doubled").string();
const std::string kRightClass = (program::kHere / "solutions").string();

// Beyond all that is said.
constexpr uint64_t kNowhere = 1u << 30;

}  // namespace

TEST_CASE("a worker whose words all arrive is a worker") {
  const Corrupted corrupted;
  CHECK(corrupted.grade(kRightClass, kNowhere, 1).exit_code == 0);
  CHECK(corrupted.grade(kWrong, kNowhere, 1).exit_code == 1);
}

TEST_CASE("one changed byte in what a worker says gives no mark and ends no grader") {
  const Corrupted corrupted;
  size_t not_graded = 0;
  // Headers, lists of fields, machine code and counters, each far into what is said.
  for (uint64_t position = 0; position < 40'000; position = position + 1 + position * 2 / 5) {
    // A first message that is said to be longer is waited for, until the time to start is over.
    if (position >= 8 && position < 24) continue;
    const unsigned mask = 1u << position % 8;
    CAPTURE(position);
    // Where the byte is one of a later length, the rest of that message is waited for to the end.
    const Ended ended = corrupted.grade(kWrong, position, mask, "3");
    CAPTURE(ended.err);
    CAPTURE(ended.out);
    REQUIRE(ended.exit_code >= 1);
    REQUIRE(ended.exit_code <= 2);
    const json exercise = ended.json()["exercises"].at(0);
    if (ended.exit_code == 1) CHECK(exercise["score"] == 0);
    else ++not_graded;
  }
  CHECK(not_graded > 3);
}
