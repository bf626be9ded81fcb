#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "base/file_text.hpp"
#include "sample_exercise.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::exercise;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TEST_CASE("every good exercise file loads") {
  const auto files = files_in(kData / "good");
  REQUIRE(files.size() >= 6);
  for (const fs::path& file : files) {
    CAPTURE(file.string());
    const auto exercise = load_from_text(text_of(file), kData / "01-sample");
    CHECK_MESSAGE(exercise, (exercise ? "" : exercise.error()));
  }
}

TEST_CASE("every bad exercise file is refused with file, line, key and what was expected") {
  const auto files = files_in(kData / "bad");
  REQUIRE(files.size() >= 90);
  for (const fs::path& file : files) {
    CAPTURE(file.string());
    const std::string text = text_of(file);
    const std::string marker = "# expect: ";
    REQUIRE(text.starts_with(marker));
    const std::string expected = text.substr(marker.size(), text.find('\n') - marker.size());
    const auto exercise = load_from_text(text, kData / "01-sample");
    REQUIRE(!exercise);
    CAPTURE(exercise.error());
    CAPTURE(expected);
    CHECK(exercise.error().find(expected) != std::string::npos);
    CHECK(exercise.error().starts_with((kData / "01-sample/exercise.toml").string() + ":"));
    CHECK(exercise.error().find('\n') == std::string::npos);
  }
}

TEST_CASE("the mistake that comes first in the file is the one that is reported") {
  const auto exercise = edited("copy-of-doubles", "[sizes.gpu]\nn = 64000", "[sizes.gpu]\nn = 0");
  REQUIRE(!exercise);
  CHECK(exercise.error().find("exercise.toml:8: sizes.gpu.n: is 0") != std::string::npos);
}

TEST_CASE("sizes are for checks, for grading and for a GPU, and are labelled in the file's order") {
  const Exercise exercise = good("matrix-product");
  REQUIRE(exercise.sizes.size() == 4);
  CHECK(exercise.sizes[0].purpose == SizeSet::Purpose::check);
  CHECK(exercise.sizes[0].label == "256 x 123 times 123 x 45");
  CHECK(exercise.sizes[1].purpose == SizeSet::Purpose::graded);
  CHECK(exercise.sizes[1].label == "m 256, k 123, n 45");
  CHECK(exercise.sizes[2].purpose == SizeSet::Purpose::gpu);
  CHECK(exercise.sizes[2].values == Values{{"m", 1024}, {"k", 512}, {"n", 2048}});
}

TEST_CASE("sizes are drawn between those of the checks, in steps that all of them share") {
  const Exercise exercise = good("matrix-product");
  const SizeSet& drawn = size_for(exercise, SizeSet::Purpose::drawn);
  CHECK(drawn.ranges.at("m").from == 256);
  CHECK(drawn.ranges.at("m").to == 256);
  const auto wider = edited("matrix-product", "[tolerance]",
                            "[[sizes.check]]\nm = 64\nk = 1\nn = 90\n[tolerance]");
  REQUIRE_MESSAGE(wider, wider.error());
  const auto ranges = size_for(*wider, SizeSet::Purpose::drawn).ranges;
  CHECK(ranges.at("m").from == 64);
  CHECK(ranges.at("m").to == 256);
  CHECK(ranges.at("m").step == 64);
  CHECK(ranges.at("k").step == 1);
  CHECK(ranges.at("n").from == 45);
  CHECK(ranges.at("n").step == 45);
}

TEST_CASE("a size may be a range with the value that the statement speaks of") {
  const auto ranged =
      edited("matrix-product", "m = 256\nk = 123\nn = 45\n[[sizes.check]]",
             "m = { default = 256, from = 192, to = 320, step = 32 }\nk = 123\nn = 45\n"
             "[sizes.drawn]\nm = { from = 10, to = 20 }\nk = 5\nn = 45\n[[sizes.check]]");
  REQUIRE_MESSAGE(ranged, ranged.error());
  const SizeSet& graded = size_for(*ranged, SizeSet::Purpose::graded);
  CHECK(graded.values.at("m") == 256);
  CHECK(graded.label == "m 256, k 123, n 45");
  CHECK(graded.ranges.at("m").from == 192);
  CHECK(graded.ranges.at("m").step == 32);
  const SizeSet& drawn = size_for(*ranged, SizeSet::Purpose::drawn);
  CHECK(drawn.ranges.size() == 1);
  CHECK(drawn.values.at("k") == 5);
}

TEST_CASE("an exercise's folder gives its number and its name") {
  const std::string text = text_of(kData / "good/copy-of-doubles.toml");
  CHECK(good("copy-of-doubles").slug == "sample");
  CHECK(good("copy-of-doubles").order == 1);
  for (const char* name : {"sample", "-sample", "1-", "01_sample", "01-Sample", "00001-sample"}) {
    CAPTURE(name);
    const auto exercise = load_from_text(text, kData / name);
    REQUIRE(!exercise);
    CHECK(exercise.error().find("expected a number and a short name in small letters") !=
          std::string::npos);
  }
}

TEST_CASE("what a file leaves out has the documented default") {
  const Exercise exercise = good("copy-of-doubles");
  CHECK(exercise.check_seeds == std::vector<uint64_t>{1, 2, 3});
  CHECK(exercise.statement_file == "statement.md");
  CHECK(exercise.reference_file == "reference.cu");
  CHECK(exercise.buffers.back().tolerance.absolute == 0);
  CHECK(exercise.buffers.back().tolerance.relative == 0);
  CHECK(!exercise.student_chooses_block);
  REQUIRE(exercise.variants.size() == 1);
  CHECK(exercise.variants[0].name == "default");
  CHECK(exercise.hints.empty());
  CHECK(exercise.views.empty());
  CHECK(exercise.launches[0].name == "copy");
  CHECK_FALSE(exercise.launches[0].given);
  CHECK(exercise.buffers[1].fill.is(kPoisonFill));
}

TEST_CASE("an exercise has a hash of what decides a mark, which any change of that changes") {
  const Exercise exercise = good("copy-of-doubles");
  CHECK(exercise.hash.size() == 64);
  CHECK(good("copy-of-doubles").hash == exercise.hash);
  CHECK(good("two-modes").hash != exercise.hash);
  const auto other = edited("copy-of-doubles", "[sizes.gpu]\nn = 64000", "[sizes.gpu]\nn = 64001");
  REQUIRE(other);
  CHECK(other->hash != exercise.hash);
}

TEST_CASE("an exercise whose outputs all have a closed form needs no reference") {
  CHECK(good("indices-closed-form").reference_file.empty());
  REQUIRE(good("indices-closed-form").buffers[0].expected);
  CHECK(!good("copy-of-doubles").buffers[1].expected);
}

TEST_CASE("a view names a buffer, a colour map and a range") {
  const Exercise exercise = good("sampling-with-groups");
  REQUIRE(exercise.views.size() == 1);
  CHECK(exercise.views[0].buffer == "state");
  CHECK(exercise.views[0].color_map == "gray");
  CHECK(*exercise.views[0].low == 0);
  CHECK(*exercise.views[0].high == 5);
}

TEST_CASE("hints keep their order") {
  CHECK(good("matrix-product").hints ==
        std::vector<std::string>{"One thread an element of c.", "The inner loop runs over k."});
}

TEST_CASE("a picture is decoded when the exercise is loaded") {
  const Exercise exercise = good("sampling-with-groups");
  const auto& picture = exercise.buffers[0].fill.picture;
  REQUIRE(picture);
  CHECK(picture->width == 4);
  CHECK(picture->height == 2);
  CHECK(picture->pixels == std::vector<uint8_t>{0, 85, 170, 255, 255, 170, 85, 0});
}

TEST_CASE("a folder without exercise.toml is an error that names the file") {
  const auto exercise = load(kData / "good");
  REQUIRE(!exercise);
  CHECK(exercise.error().find("good/exercise.toml") != std::string::npos);
}

TEST_CASE("a file that nests tables without end is refused, and does not exhaust the stack") {
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  for (const std::string& text : {deep + " = 1", "x = { " + deep + " = 1 }", "[" + deep + "]"}) {
    const auto exercise = load_from_text(text, kData / "01-sample");
    REQUIRE(!exercise);
    CHECK(exercise.error().find("dots outside strings") != std::string::npos);
  }
  const auto brackets = load_from_text("x = " + std::string(100'000, '['), kData / "01-sample");
  REQUIRE(!brackets);
  CHECK(brackets.error().find("not valid TOML") != std::string::npos);
}

TEST_CASE("dots in comments and strings are no nesting") {
  const std::string dots(3000, '.');
  const auto exercise = edited("copy-of-doubles", "title = \"Copy a vector\"",
                               "# " + dots + "\ntitle = \"" + dots + "\\\" " + dots + "\"");
  CHECK_MESSAGE(exercise, (exercise ? "" : exercise.error()));
}

TEST_CASE("an error is one line, whatever the file has in its strings") {
  const auto name = edited("copy-of-doubles", "type = \"f64\"", "type = \"f\\n6\\u00014\"");
  REQUIRE(!name);
  CHECK(name.error().find("\"f\\n6\\x014\" is no element type") != std::string::npos);
  const auto boolean = load_from_text("type = f\n2", kData / "01-sample");
  REQUIRE(!boolean);
  CHECK(boolean.error().find('\n') == std::string::npos);
}

TEST_CASE("a whole number that is too large to be exact is told so") {
  std::string text = text_of(kData / "good/copy-of-doubles.toml");
  text += "\n[[gate]]\nname = \"huge\"\nmetric = \"correct\"\npoints = ";
  for (const char* points : {"9223372036854775807", "-9223372036854775807"}) {
    const auto exercise = load_from_text(text + points + "\n", kData / "01-sample");
    REQUIRE(!exercise);
    CAPTURE(exercise.error());
    CHECK(exercise.error().find(fmt::format("gate.points: is {}; expected a number of at most",
                                            points)) != std::string::npos);
  }
}

TEST_CASE("a file of the instructor's is read where it is one, and no terabyte of nothing") {
  const test::TemporaryFolder folder;
  CHECK(file_text(folder.write("empty", "")) == "");
  CHECK(file_text(folder.write("text", std::string("a\0b", 3))) == std::string("a\0b", 3));
  CHECK(file_text(folder.path() / "text", 3).has_value());
  CHECK_FALSE(file_text(folder.path() / "text", 2));
  CHECK_FALSE(named_text(folder.path() / "text", 2));
  CHECK_FALSE(file_text(folder.path() / "none"));
  CHECK_FALSE(file_text(folder.path()));
  CHECK_FALSE(file_text("/dev/zero"));
  // Why is in the sentence of whoever asks.
  CHECK(named_text("/dev/zero", 1u << 20).error() == "File too large");
  CHECK(named_text(folder.path() / "none").error() == "No such file or directory");
  CHECK(named_text(folder.path()).error() == "Is a directory");
  fs::resize_file(folder.path() / "text", uintmax_t{1} << 40);
  CHECK_FALSE(file_text(folder.path() / "text"));
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_FALSE(file_text(pipe));
  // What a shell's <(...) is.
  std::thread writer([&] { std::ofstream(pipe) << "from a pipe"; });
  CHECK(*named_text(pipe) == "from a pipe");
  writer.join();
}

TEST_CASE("a file too large to be an exercise is refused") {
  const auto exercise = load_from_text(std::string(300 * 1024, '#'), kData / "01-sample");
  REQUIRE(!exercise);
  CHECK(exercise.error().find("the file has 307200 bytes") != std::string::npos);
}

TEST_CASE("bytes that are no text are refused") {
  const std::string bytes(
      "\x7f"
      "ELF\0\0\xff\xfe = 1",
      12);
  const auto exercise = load_from_text(bytes, kData / "01-sample");
  REQUIRE(!exercise);
  CHECK(exercise.error().find("not valid TOML") != std::string::npos);
}

TEST_CASE("a text that is no UTF-8 is told as what it is") {
  using namespace std::string_view_literals;
  for (const std::string_view wide : {"\xff\xfet\0i\0"sv, "t\0i\0t\0l\0e\0 \0=\0 \0"sv}) {
    const auto exercise = load_from_text(std::string(wide), kData / "01-sample");
    REQUIRE(!exercise);
    CHECK(exercise.error().find("the file is saved as UTF-16; save it as UTF-8") !=
          std::string::npos);
  }
  const auto latin = load_from_text("a = 1\ntitle = \"\xe4\"\n", kData / "01-sample");
  REQUIRE(!latin);
  CHECK(latin.error().find(":2: a character is none of UTF-8; save the file as UTF-8") !=
        std::string::npos);
}

TEST_CASE("an answer has a tolerance of its own, or the exercise's") {
  const auto both =
      edited("copy-of-doubles", "[sizes.gpu]", "tolerance = { absolute = 0.5 }\n[sizes.gpu]");
  REQUIRE_MESSAGE(both, both.error());
  CHECK(both->buffers[1].tolerance.absolute == 0.5);
  auto text = text_of(kData / "good/copy-of-doubles.toml");
  text.replace(text.find("[sizes.gpu]"), 0, "tolerance = { absolute = 0.5 }\n");
  text.replace(text.find("role = \"output\""), 0, "tolerance = { relative = 1e-6 }\n");
  const auto own = load_from_text(text, kData / "01-sample");
  REQUIRE_MESSAGE(own, own.error());
  CHECK(own->buffers[1].tolerance.absolute == 0);
  CHECK(own->buffers[1].tolerance.relative == 1e-6);
}

TEST_CASE("an exercise may say what its reference is, if it has one") {
  const auto titled = [](const std::string& name) {
    std::string text = text_of(kData / "good" / (name + ".toml"));
    text.replace(text.find("starter_fails"), 0, "reference_title = \"the plain one\"\n");
    return load_from_text(text, kData / "01-sample");
  };
  const auto with_reference = titled("copy-of-doubles");
  REQUIRE_MESSAGE(with_reference, with_reference.error());
  CHECK(with_reference->reference_title == "the plain one");
  const auto without = titled("indices-closed-form");
  REQUIRE_FALSE(without);
  CHECK(without.error().find("names a reference, and the exercise has none") != std::string::npos);
  const auto shipped = load(WARPLAB_SOURCE_DIR "/exercises/52-matmul-tiled");
  REQUIRE_MESSAGE(shipped, shipped.error());
  CHECK(shipped->reference_title == "a thread an element, without tiles");
}

TEST_CASE("a launch may name a library's routine, which takes the launch's own arguments") {
  const fs::path tiled = WARPLAB_SOURCE_DIR "/exercises/52-matmul-tiled";
  const auto shipped = load(tiled);
  REQUIRE_MESSAGE(shipped, shipped.error());
  CHECK(shipped->launches[0].library == "cublas.sgemm");
  CHECK(shipped->launches[1].library == "cublas.dgemm");
  CHECK(good("copy-of-doubles").launches[0].library.empty());
  const auto sentence = [&](const std::string& from, const std::string& to) {
    std::string text = text_of(tiled / "exercise.toml");
    REQUIRE(text.find(from) != std::string::npos);
    const auto wrong = load_from_text(text.replace(text.find(from), from.size(), to), tiled);
    REQUIRE_FALSE(wrong);
    return wrong.error();
  };
  CHECK(sentence("\"cublas.sgemm\"", "\"cublas.gemm\"")
            .find("launch.library: \"cublas.gemm\" is no routine of a library; there are "
                  "\"cublas.sgemm\" and \"cublas.dgemm\"") != std::string::npos);
  // Matrices of another element, and another number of sides.
  CHECK(sentence("\"cublas.sgemm\"", "\"cublas.dgemm\"")
            .find("does not fit the arguments of the launch; expected three matrices of f64") !=
        std::string::npos);
  CHECK(sentence("\"cols\"] }", "{ i64 = \"cols\" }] }").find("does not fit the arguments") !=
        std::string::npos);
}
