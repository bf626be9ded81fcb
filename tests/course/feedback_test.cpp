#include "feedback/feedback.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "contains.hpp"
#include "feedback/markdown.hpp"
#include "feedback/output_picture.hpp"
#include "feedback/png.hpp"

using namespace warplab;
using namespace warplab::grader;
using test::contains;

namespace {

ReportCard awkward_card() {
  ReportCard card{"kim<script>", "Kim [Lee](x)", "0.1.0", {}};
  CardExercise graded;
  graded.slug = "copy";
  graded.title = "Copy";
  graded.score = 0.5;
  graded.earned = 2;
  graded.possible = 4;
  CardExercise missing;
  missing.slug = "sums";
  missing.title = "Sums";
  missing.error = "sums.cu is <missing>.";
  missing.score = 0;
  missing.possible = 6;
  card.exercises = {graded, missing};
  return card;
}

std::string written(const std::string& name) {
  return feedback_format_named(name)->write(awkward_card(),
                                            {{"copy", {"<p>html of it</p>", "md of it\n"}}});
}

std::vector<std::byte> bytes_of(const std::vector<float>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// 300 x 300 floats, of which one is wrong.
struct Graded {
  exercise::Exercise exercise;
  verdict::ExerciseResult result;
  Graded() {
    exercise::Buffer buffer;
    buffer.name = "out";
    buffer.role = exercise::Buffer::Role::output;
    exercise.buffers = {buffer};
    exercise.views = {{"out", "The <sums>", "viridis", {}, {}}};
    std::vector<float> expected(300 * 300, 1.0f), actual = expected;
    actual[299 * 300 + 151] = 7;
    result.pictures = {
        {"out", data::ElementType::f32, {300, 300}, bytes_of(actual), bytes_of(expected)}};
  }
};

}  // namespace

TEST_CASE("a page has each exercise's points, its section or its one sentence") {
  const std::string html = written("feedback-html"), markdown = written("feedback-md");
  CHECK(contains(html, "2 of 10 points"));
  CHECK(contains(html, "<p>html of it</p>"));
  CHECK(contains(html, "sums.cu is &lt;missing&gt;."));
  CHECK(contains(markdown, "2 of 10 points"));
  CHECK(contains(markdown, "md of it"));
  CHECK(contains(markdown, "sums\\.cu is \\<missing\\>."));
}

TEST_CASE("names of students stay text") {
  CHECK(contains(written("feedback-html"), "kim&lt;script&gt;, Kim [Lee](x)"));
  CHECK(contains(written("feedback-md"), "# kim\\<script\\>, Kim \\[Lee\\]\\(x\\)"));
  CHECK_FALSE(contains(written("feedback-html"), "<script"));
}

TEST_CASE("a page loads nothing from elsewhere") {
  const std::string html = written("feedback-html");
  CHECK(contains(html, "default-src 'none'; img-src data:"));
  CHECK_FALSE(contains(html, "://"));
}

TEST_CASE("text of others begins nothing in Markdown") {
  CHECK(markdown_text("# 1. *a* _b_ `c` <i>\n![x](y) a|b") ==
        "\\# 1. \\*a\\* \\_b\\_ \\`c\\` \\<i\\>?\\!\\[x\\]\\(y\\) a\\|b");
  CHECK(markdown_text("www.x.org") == "www\\.x\\.org");
  CHECK(markdown_text("A sentence.") == "A sentence.");
  CHECK(code_block("a ```` b") == "`````\na ```` b\n`````\n\n");
  CHECK(code_block("plain\n") == "```\nplain\n```\n\n");
  CHECK(markdown_as_html("A `b<c` **d**\nand e.\n\n```\nx<y\n```") ==
        "<p>A <code>b&lt;c</code> <b>d</b>\nand e.</p><pre>x&lt;y\n</pre>");
  CHECK(markdown_as_html("2 * 3 ` 4") == "<p>2 * 3 ` 4</p>");
}

TEST_CASE("one wrong element among many is seen in the picture") {
  const Graded graded;
  const auto pictures = output_pictures(graded.exercise, graded.result, 32);
  REQUIRE(pictures.size() == 1);
  CHECK(pictures[0].wrong == 1);
  const std::string text = picture_text(pictures[0]);
  CHECK(contains(text, "1 of 90 000 elements are wrong"));
  CHECK(std::count(text.begin() + static_cast<std::ptrdiff_t>(text.find('\n')), text.end(), '#') ==
        1);
  const std::string html = picture_html(pictures[0]);
  CHECK(contains(html, "The &lt;sums&gt;"));
  CHECK(contains(html, "what is expected"));
  CHECK(contains(html, "where they differ"));
}

TEST_CASE("a right output has no mark, and what is only read has no picture") {
  Graded graded;
  graded.result.pictures[0].actual = graded.result.pictures[0].expected;
  const auto pictures = output_pictures(graded.exercise, graded.result, 32);
  const std::string text = picture_text(pictures.at(0));
  CHECK(contains(text, "all 90 000 elements are right"));
  CHECK_FALSE(contains(text.substr(text.find('\n')), "#"));
  CHECK_FALSE(contains(picture_html(pictures.at(0)), "where they differ"));
  graded.exercise.buffers[0].role = exercise::Buffer::Role::input;
  CHECK(output_pictures(graded.exercise, graded.result, 32).empty());
}

TEST_CASE("a picture is a PNG in the page") {
  const std::string uri = png_data_uri(2, 1, {{255, 0, 0}, {0, 0, 255}});
  CHECK(uri.starts_with("data:image/png;base64,iVBORw0KGgo"));
  CHECK((uri.size() - std::string("data:image/png;base64,").size()) % 4 == 0);
}

TEST_CASE("every shipped exercise has a next question") {
  const auto all = exercise::load_all(WARPLAB_SOURCE_DIR "/exercises");
  REQUIRE(all);
  for (const exercise::Entry& entry : *all) {
    CAPTURE(entry.folder.string());
    REQUIRE(entry.exercise);
    CHECK_FALSE(next_question(*entry.exercise).empty());
    CHECK_FALSE(contains(next_question(*entry.exercise), "## "));
  }
}

TEST_CASE("what decided the marks is named") {
  verdict::ExerciseResult result;
  result.compiler = "NVRTC 13.0";
  result.seed = 7;
  result.exercise_hash = std::string(64, 'a');
  result.file_hash = std::string(64, 'b');
  CHECK(contains(provenance(result),
                 "NVRTC 13.0, simulator, seed 7, exercise aaaaaaaaaaaa, file bbbbbbbbbbbb."));
  result.gpu = {"NVIDIA H200", "", 13000, 1, ""};
  verdict::Timing timing;
  timing.kernel.clock_mhz = 1980;
  timing.source = verdict::Source::measured;
  result.timings = {timing};
  CHECK(contains(provenance(result), "NVIDIA H200 with driver 13.0 at 1980 MHz"));
}

TEST_CASE("points have two digits for people, and six for programs") {
  CardExercise exercise;
  exercise.score = 0.433333;
  exercise.earned = 1.73913;
  exercise.possible = 4;
  CHECK(points_line(exercise) == "1.74 of 4 points");
  exercise.earned = 2;
  CHECK(points_line(exercise) == "2 of 4 points");
}
