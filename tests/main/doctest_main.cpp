// doctest and the main() of all test programs, once: compiling them takes longer than most tests
// do.
//
// Beside what doctest does, a case in which nothing was asserted fails: most often a loop went over
// a list that was empty. And a program all of whose cases were skipped exits with kSkipped.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

#include "skip.hpp"

namespace {

constexpr int kSkipped = 77;  // SKIP_RETURN_CODE in cmake/ListTestCases.cmake

bool this_is_skipped = false;
int cases = 0, skipped = 0, without_assertion = 0;

class Watch : public doctest::IReporter {
 public:
  explicit Watch(const doctest::ContextOptions&) {}

  void test_case_start(const doctest::TestCaseData& data) override {
    name_ = data.m_name;
    this_is_skipped = false;
    ++cases;
  }
  void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
    if (this_is_skipped) ++skipped;
    else if (stats.numAssertsCurrentTest == 0) {
      ++without_assertion;
      std::printf("FAILED: nothing was asserted in \"%s\"\n", name_);
    }
  }

  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  const char* name_ = "";
};

REGISTER_LISTENER("watch", 1, Watch);

}  // namespace

void warplab_test::skip(const std::string& why) {
  this_is_skipped = true;
  std::printf("skipped: %s\n", why.c_str());
}

int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  const int failed = context.run();
  if (context.shouldExit() || failed != 0) return failed;
  if (without_assertion > 0) return 1;
  return skipped > 0 && skipped == cases ? kSkipped : 0;
}
