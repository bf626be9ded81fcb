// The text is compiled while nobody runs it.
#include "editor/typing_check.hpp"

#include <doctest/doctest.h>

#include <atomic>

#include "results/result_card.hpp"
#include "sample_lab.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

// Complains about the line that has the word "wrong".
class FakeChecker final : public TypingChecker {
 public:
  explicit FakeChecker(std::atomic<int>& asked) : asked_(asked) {}
  Result<bool> answer(const CheckQuestion& question, const Talk& talk) override {
    ++asked_;
    CheckAnswer answer{question.exercise.slug, question.version, {}};
    const TextBuffer text(question.source);
    for (int i = 0; i < text.line_count(); ++i)
      if (const size_t at = text.line(i).find("wrong"); at != std::string::npos)
        answer.diagnostics.push_back({compile::Diagnostic::Severity::error, "copy.cu", i + 1,
                                      static_cast<int>(at) + 1, "This is wrong."});
    talk.publish(std::move(answer));
    return true;
  }

 private:
  std::atomic<int>& asked_;
};

struct Checked {
  SampleLab sample;
  std::atomic<int> asked = 0;
  std::unique_ptr<Lab> lab;
  Checked() : lab(sample.open()) {
    lab->use_checker([this] { return std::make_unique<FakeChecker>(asked); });
  }
  CodeText& code() { return lab->work()->document.code(); }
  void check() {
    lab->check_typing();
    REQUIRE(tick_until(*lab, [&] { return !lab->is_checking(); }));
    lab->tick();
  }
  const std::vector<Message>& messages() { return lab->work()->marks.messages; }
};

}  // namespace

TEST_CASE("an error stands at its place without a run, and goes when it is mended") {
  Checked checked;
  checked.code().replace_all("int a;\n  wrong b;\n");
  checked.check();
  REQUIRE(checked.messages().size() == 1);
  CHECK(checked.messages()[0].line == 2);
  CHECK(checked.messages()[0].column == 3);
  CHECK(checked.messages()[0].severity == Severity::error);
  checked.code().replace_all("int a;\n  right b;\n");
  checked.check();
  CHECK(checked.messages().empty());
  CHECK(checked.lab->runs_ended() == 0);
}

TEST_CASE("what was opened is not compiled, nor what was compiled before") {
  Checked checked;
  checked.check();
  CHECK(checked.asked == 0);
  checked.code().insert("x");
  checked.check();
  checked.check();
  CHECK(checked.asked == 1);
}

TEST_CASE("what a run found stays beside what the compiler says since") {
  Checked checked;
  run_to_the_end(*checked.lab);
  REQUIRE(checked.messages().size() == 1);
  checked.code().replace_all("wrong\n");
  checked.check();
  CHECK(checked.messages().size() == 2);
  checked.lab->show_variant(0);
  CHECK(checked.messages().size() == 2);
  checked.code().replace_all("right\n");
  checked.check();
  REQUIRE(checked.messages().size() == 1);
  CHECK(checked.messages()[0].from == "gate");
}

TEST_CASE("a run's own text needs no check, and its errors take the place of a check's") {
  Checked checked;
  checked.code().replace_all("wrong\n");
  checked.check();
  CHECK(checked.messages().size() == 1);
  run_to_the_end(*checked.lab);
  checked.check();
  CHECK(checked.asked == 1);
  for (const Message& message : checked.messages()) CHECK(message.from != kFromCompiler);
}

TEST_CASE("an answer about a text that has changed since is nobody's") {
  Checked checked;
  checked.code().replace_all("wrong\n");
  checked.lab->check_typing();
  checked.code().replace_all("right\n");
  REQUIRE(tick_until(*checked.lab, [&] { return !checked.lab->is_checking(); }));
  checked.lab->tick();
  CHECK(checked.messages().empty());
}

TEST_CASE("the marks of a check move with their lines") {
  Checked checked;
  checked.code().replace_all("wrong\n");
  checked.check();
  checked.code().place({0, 0});
  checked.code().new_line();
  checked.lab->tick();
  CHECK(checked.messages()[0].line == 2);
}

TEST_CASE("once an error is mended the verdict of the run that had it goes") {
  Checked checked;
  checked.sample.grade = [](const exercise::Exercise&, const std::string&,
                            const verdict::GradeOptions&) {
    verdict::ExerciseResult result;
    result.verdict = verdict::Status::fail;
    result.diagnostics = {
        {compile::Diagnostic::Severity::error, "copy.cu", 2, 3, "This is wrong."}};
    result.gates = {gate(std::string("compiles"), verdict::Status::fail, 2)};
    return result;
  };
  checked.lab = checked.sample.open();
  checked.lab->use_checker([&] { return std::make_unique<FakeChecker>(checked.asked); });
  const auto card = [&] {
    const Work& work = *checked.lab->work();
    const bool is_run = work.marks.of_version == work.document.code().buffer().version();
    return card_of(*work.outcome, work.marks.messages,
                   is_run                      ? TextNow::as_run
                   : work.marks.compiled_since ? TextNow::compiled_since
                                               : TextNow::changed);
  };
  checked.code().replace_all("int a;\n  wrong b;\n");
  run_to_the_end(*checked.lab);
  CHECK(card().verdict == "Does not compile");

  checked.code().place({0, 0});
  checked.code().new_line();
  checked.check();
  CHECK(card().verdict == "Does not compile");
  CHECK(checked.messages()[0].line == 3);
  checked.code().replace_all("int a;\n  right b;\n");
  checked.check();
  CHECK(card().verdict == "Not run yet");
  CHECK(card().sentence.find("F5") != std::string::npos);
  checked.code().type("x");  // not compiled yet; what was mended stays so
  CHECK(card().verdict == "Not run yet");
}

TEST_CASE("the locked worker's compiler says where an error is, and of a right text nothing") {
  const auto machine = make_typing_checker(&worker::Worker::start);
  TemporaryFolder folder;
  std::atomic<bool> cancel = false;
  CheckAnswer got;
  TypingChecker::Talk talk;
  talk.cancel = &cancel;
  talk.publish = [&](CheckAnswer answer) { return got = std::move(answer), true; };
  CheckQuestion question;
  question.exercise = sample_exercise(folder.path(), 1, "copy");
  question.version = 7;
  question.source = "__global__ void f(float* a) {\n  a[0] = b;\n}\n";
  REQUIRE(machine->answer(question, talk));
  CHECK(got.version == 7);
  REQUIRE(got.diagnostics.size() == 1);
  CHECK(got.diagnostics[0].line == 2);
  CHECK(got.diagnostics[0].column == 10);
  question.source = "__global__ void f(float* a) {\n  a[0] = 1;\n}\n";
  REQUIRE(machine->answer(question, talk));
  CHECK(got.diagnostics.empty());
  cancel = true;
  question.source = "__global__ void f(float* a) {\n  a[0] = 2;\n}\n";
  CHECK_FALSE(machine->answer(question, talk));
}
