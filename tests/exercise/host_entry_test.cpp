// Exercises whose files have host code: `entry` and what belongs to it.
#include "sample_exercise.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::exercise;

namespace {

const std::string kBegin =
    "title = \"Twice\"\nmodule = \"Programs\"\nentry = \"solve\"\nstarter_fails = [\"correct\"]\n";
const std::string kRest =
    "sizes = { graded = { n = 64 }, check = [{ n = 7 }] }\n"
    "[buffers]\nin = { type = \"f32\", shape = [\"n\"], fill = { kind = \"ramp\" } }\n"
    "out = { type = \"f32\", shape = [\"n\"], expected = \"2 * i0\" }\n";

Result<Exercise> loaded(const std::string& text) {
  const test::TemporaryFolder folder;
  folder.write("01-twice/twice.cu",
               "extern \"C\" void solve(const float* in, float* out, int n) {}\n");
  folder.write("01-twice/statement.md", "# Twice\n");
  folder.write("01-twice/reference.cu", "int main() {}\n");
  return load_from_text(text, folder.path() / "01-twice");
}
std::string error_of(const std::string& text) {
  const Result<Exercise> exercise = loaded(text);
  return exercise ? std::string() : exercise.error();
}

}  // namespace

TEST_CASE("an entry's arguments follow from the starter's declaration, and its buffers lie there") {
  const Result<Exercise> device = loaded(kBegin + kRest);
  REQUIRE_MESSAGE(device, (device ? "" : device.error()));
  REQUIRE(device->host);
  CHECK(device->host->function == "solve");
  CHECK_FALSE(device->host->host_pointers);
  REQUIRE(device->launches.size() == 1);
  REQUIRE(device->launches[0].arguments.size() == 3);
  CHECK(device->launches[0].arguments[1].buffer == "out");
  CHECK(device->launches[0].arguments[2].scalar.value.text() == "n");
  const Result<Exercise> host = loaded(kBegin + "pointers = \"host\"\n" + kRest);
  REQUIRE(host);
  CHECK(host->host->host_pointers);
}

TEST_CASE("gates of a program may name a kernel, host code, and what the program did") {
  const Result<Exercise> exercise =
      loaded(kBegin + kRest +
             "[[gate]]\nmetric = \"program.launches\"\nmax = 1\n"
             "[[gate]]\nmetric = \"global.sectors\"\nmax = 99\nkernel = \"twice\"\n"
             "[[gate]]\nmetric = \"host_code\"\n");
  REQUIRE_MESSAGE(exercise, (exercise ? "" : exercise.error()));
  const auto& gates = exercise->gates;
  REQUIRE(gates.size() >= 3);
  CHECK(gates[gates.size() - 2].kernel == "twice");
  CHECK(gates.back().name == "host code");
}

TEST_CASE("a whole program has arguments and files, and no buffers") {
  const std::string begin =
      "title = \"Main\"\nmodule = \"Programs\"\nfile = \"twice.cu\"\nentry = \"main\"\n"
      "starter_fails = [\"correct\"]\nsizes = { graded = { n = 64 }, check = [{ n = 7 }] }\n";
  const Result<Exercise> exercise =
      loaded(begin + "[program]\narguments = [\"{n}\"]\nwrites = [\"out.pgm\"]\n");
  REQUIRE_MESSAGE(exercise, (exercise ? "" : exercise.error()));
  CHECK(exercise->buffers.empty());
  CHECK(exercise->reference_file == "reference.cu");
  CHECK(exercise->host->arguments == std::vector<std::string>{"{n}"});
  CHECK(error_of(begin + "[program]\ninput = \"there.txt\"\n").find("there is no file") !=
        std::string::npos);
  CHECK(error_of(begin + "[program]\nwrites = [\"../x\"]\n").find("not a file's name") !=
        std::string::npos);
}

TEST_CASE("what does not go with an entry is told by its key") {
  const auto contains = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(contains(error_of(kBegin + "block = [32]\n" + kRest), "does not go with \"entry\""));
  CHECK(contains(error_of(kBegin + "pointers = \"managed\"\n" + kRest), "\"device\" or \"host\""));
  CHECK(
      contains(error_of(kBegin + kRest + "[program]\narguments = [\"1\"]\n"), "entry = \"main\""));
  CHECK(contains(error_of(kBegin + kRest +
                          "[[gate]]\nmetric = \"global.sectors\"\nmax = 1\n"
                          "launch = \"solve\"\n"),
                 "expected \"kernel\""));
  CHECK(contains(error_of("title = \"T\"\nmodule = \"M\"\nkernel = \"solve\"\ngrid = [1]\n"
                          "block = [1]\npointers = \"host\"\nstarter_fails = [\"correct\"]\n" +
                          kRest),
                 "belongs to exercises with \"entry\""));
}
