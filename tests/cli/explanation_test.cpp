// The views of an explanation, without a run.
#include "explain/explanation.hpp"

#include <doctest/doctest.h>

#include "html_text.hpp"
#include "lens/sentence.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace warplab::grader;
using warplab::test::contains;

namespace {

// A failed gate and a finding; the student's text, and the exercise's, would be markup.
struct Made {
  exercise::Exercise exercise;
  verdict::ExerciseResult result;
  Explained explained;
  Made() {
    exercise.folder = "exercises/01-x";
    result.slug = "x";
    result.title = "a < b & c";
    result.verdict = verdict::Status::fail;
    explained.exercise = &exercise;
    explained.result = &result;
    explained.source = {"  <b>bold</b>  ", "second"};
    explained.points = {{"Gate g, line 1", "1 < 2 \x1b[31m",
                         &lens::explanation_of(sim::FindingKind::race), 1, false}};
  }
};

}  // namespace

TEST_CASE("lanes are told by ranges") {
  CHECK(lens::lanes_text(~0u) == "all");
  CHECK(lens::lanes_text(0xFF | 1u << 9 | 3u << 30) == "0-7, 9, 30-31");
  CHECK(lens::lanes_text(1u << 31) == "31");
}

TEST_CASE("a text has what happened, why, and where to look, and no escape sequences") {
  const Made made;
  const std::string text = explanation_text(made.explained);
  CAPTURE(text);
  CHECK(contains(text, "    1 | <b>bold</b>\n"));
  CHECK(contains(text, "What happened: 1 < 2 ?[31m"));
  CHECK(contains(text, "Why: Threads run in an order"));
  CHECK(contains(text, "Where to look: Look at both lines"));
  CHECK(contains(text, "See: the statement, exercises/01-x/statement.md"));
  CHECK_FALSE(contains(text, "Every gate passes"));
}

TEST_CASE("a page escapes what others wrote") {
  const Made made;
  const std::string page = explanation_html(made.explained);
  CHECK(contains(page, "a &lt; b &amp; c"));
  CHECK(contains(page, "&lt;b&gt;bold&lt;/b&gt;"));
  CHECK(contains(page, "1 &lt; 2 ?[31m"));
  CHECK_FALSE(contains(page, "<b>bold"));
  CHECK(html_text("<>&\"'") == "&lt;&gt;&amp;&quot;&#39;");
}

TEST_CASE("what the compiler says beside its gate is a point of its own, without a why") {
  Made made;
  const auto explained = [&] {
    return explain_without_looking(made.exercise, made.result, "first\nsecond\n", "No.");
  };
  using Severity = warplab::compile::Diagnostic::Severity;
  made.result.diagnostics = {{Severity::warning, "x.cu", 2, 1, "expression has no effect"}};
  const std::string warned = explanation_text(explained());
  CHECK(contains(warned, "Compiler warning, line 2\n"));
  CHECK(contains(warned, "What happened: expression has no effect."));
  made.result.diagnostics = {{Severity::error, "x.cu", 1, 1, "the gate tells this"},
                             {Severity::error, "x.cu", 2, 1, "did you mean y?"}};
  const std::string failed = explanation_text(explained());
  CHECK(contains(failed, "Compiler error, line 2\n"));
  CHECK(contains(failed, "What happened: did you mean y?\n"));
  CHECK_FALSE(contains(failed, "the gate tells this"));
  made.result.verdict = verdict::Status::pass;
  CHECK_FALSE(contains(explanation_text(explained()), "Compiler "));
}

TEST_CASE("a line that is not in the file is empty") {
  const Made made;
  CHECK(source_line(made.explained, 1) == "<b>bold</b>");
  CHECK(source_line(made.explained, 0) == "");
  CHECK(source_line(made.explained, 3) == "");
}
