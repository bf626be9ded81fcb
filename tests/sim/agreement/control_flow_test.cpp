// Corpus kernels whose lanes part and meet: branches, loops, calls.
#include <array>

#include "corpus_run.hpp"

using namespace warplab;

TEST_CASE("both sides of nested branches run for their lanes only") {
  for (const CorpusRun& run : run_corpus("if_else")) {
    std::vector<int> expected;
    for (int i = 0; i < 96; ++i)
      expected.push_back(1 + (i % 3 != 0 ? 7 * i : i % 2 == 0 ? 10 * i : -10 * i));
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("each lane goes round a loop as often as its own condition says") {
  for (const CorpusRun& run : run_corpus("loop_trip_counts")) {
    std::vector<int> expected;
    for (unsigned i = 0; i < 128; ++i) {
      int steps = 0;
      for (unsigned n = i + 1; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      expected.push_back(steps);
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
    CHECK(run.total()[sim::Counter::branches_divergent] > 50);
  }
}

TEST_CASE("break and continue in nested loops leave the right loop") {
  for (const CorpusRun& run : run_corpus("nested_loops")) {
    std::vector<int> expected;
    for (int i = 0; i < 64; ++i) {
      int sum = 0;
      for (int n = 2 + i; n < 200; n += 1 + i % 5) {
        bool prime = n == 2 || n % 2 != 0;
        for (int d = 3; d * d <= n; d += 2) prime = prime && n % d != 0;
        if (prime) sum += n;
      }
      expected.push_back(sum);
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("a switch takes each lane to its case, through fall-through and return") {
  for (const CorpusRun& run : run_corpus("switch_cases")) {
    std::vector<int> expected(160, 0);
    for (int i = 0; i < 32; ++i) {
      int* o = expected.data() + 5 * i;
      const int k = i % 9;
      if (k == 0) o[0] = 1;
      if (k == 1) o[1] = i;
      if (k == 1 || k == 2) o[2] = i + 2;
      if (k == 3) o[3] = -i;
      if (k == 5 || k == 8) o[3] = 99;
      if (k == 6) o[0] = o[1] = i * i;
      if (k == 7) o[2] = -1;
      o[4] = k == 4 ? 40 : 1;
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

// Without the source nobody can tell an early return from a barrier inside of an `if`; here threads
// store something before.
static bool is_told_of_early_return(const sim::Report& report) {
  return report.findings.size() == 1 &&
         report.findings[0].kind == sim::FindingKind::barrier_divergence;
}

TEST_CASE("threads that return early count as arrived at a barrier") {
  for (const CorpusRun& run : run_corpus("early_return")) {
    std::vector<int> expected;
    for (int i = 0; i < 64; ++i) {
      const int from = i >= 60 ? 60 : i + (i % 4 == 2 ? 2 : 1);
      expected.push_back(i % 4 == 3 ? -1 : from * from);
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
    CHECK(run.report.completed);
    CHECK(is_told_of_early_return(run.report));
  }
}

TEST_CASE("an early return that stores does not hold up the barrier behind it") {
  for (const CorpusRun& run : run_corpus("store_after_return")) {
    const auto in = run.before<int>("in");
    std::vector<int> expected;
    for (size_t i = 0; i < 64; ++i)
      expected.push_back(in[i] == 4 ? -1 : in[i ^ 1] == 4 ? in[i] : in[i ^ 1]);
    CHECK(difference(run.result<int>("out"), expected) == "");
    CHECK(is_told_of_early_return(run.report));
  }
}

TEST_CASE("a jump into the middle of a loop keeps every lane's count") {
  for (const CorpusRun& run : run_corpus("irreducible")) {
    std::vector<int> expected(64, 0);
    for (int i = 0; i < 64; ++i) {
      int n = i, steps = 0, &out = expected[static_cast<size_t>(63 - i)];
      bool top = i % 2 == 0;
      do {
        if (top) {
          n += 3;
          out = ++steps;
        }
        top = true;
        n -= 5;
        ++steps;
        out += n;
      } while (n > 0);
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("a function that calls itself has a frame for each call") {
  for (const CorpusRun& run : run_corpus("recursion")) {
    std::vector<int> fibonacci{0, 1}, expected;
    for (size_t n = 2; n < 13; ++n) fibonacci.push_back(fibonacci[n - 1] + fibonacci[n - 2]);
    for (size_t i = 0; i < 64; ++i) expected.push_back(fibonacci[i % 13]);
    CHECK(difference(run.result<int>("out"), expected) == "");
    CHECK(run.total()[sim::Counter::local_store_requests] > 0);
  }
}

TEST_CASE("structs go into functions and come back, from divergent code") {
  for (const CorpusRun& run : run_corpus("device_calls")) {
    std::vector<float> expected;
    for (int i = 0; i < 64; ++i) {
      const int x = i % 2 ? -2 * i : i, y = i % 2 ? i : 2 * i;
      expected.push_back(static_cast<float>(std::min(20, std::max(-50, x))));
      expected.push_back(static_cast<float>(y));
    }
    CHECK(difference(run.result<float>("out"), expected) == "");
  }
}

TEST_CASE("lanes of a warp call different functions through a pointer") {
  for (const CorpusRun& run : run_corpus("function_pointers")) {
    std::vector<int> expected;
    for (int i = 0; i < 64; ++i)
      expected.push_back(i % 3 == 0   ? i + 5 + 1000 * (i + 4)
                         : i % 3 == 1 ? i - 5 + 1000 * (i - 4)
                                      : i * 5 + 1000 * (i * 4));
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("virtual functions go by the type of the object") {
  for (const CorpusRun& run : run_corpus("virtual_functions")) {
    std::vector<float> expected;
    for (int i = 0; i < 64; ++i) expected.push_back(static_cast<float>(i % 2 ? i * i : 6 * i * i));
    CHECK(difference(run.result<float>("out"), expected) == "");
  }
}

TEST_CASE("templates, lambdas and constant tables compute what they say") {
  for (const CorpusRun& run : run_corpus("templates_and_lambdas")) {
    const auto in = run.before<int>("in");
    std::vector<int> expected;
    for (const int x : in) expected.push_back(x + in[0] * 1111);
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("pixels that need different numbers of steps come out right") {
  for (const CorpusRun& run : run_corpus("mandelbrot")) {
    std::vector<uint8_t> expected;
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 32; ++x) {
        const double cr = -2.0 + 2.5 * x / 32, ci = -1.0 + 2.0 * y / 16;
        double r = 0, i = 0;
        int n = 0;
        while (n < 100 && r * r + i * i <= 4) {
          const double t = r * r - i * i + cr;
          i = 2 * r * i + ci;
          r = t;
          ++n;
        }
        expected.push_back(static_cast<uint8_t>(n));
      }
    CHECK(difference(run.result<uint8_t>("out"), expected) == "");
  }
}

TEST_CASE("a branch through a table takes lanes to several places, and those without it nowhere") {
  for (const CorpusRun& run : run_corpus("indexed_branch")) {
    const uint32_t cases[] = {100, 3200, 3000, 3200};
    std::vector<uint32_t> expected;
    for (uint32_t i = 0; i < 64; ++i) expected.push_back(i + (i < 48 ? cases[i % 4] : 5000));
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
    // One for each warp and table, and those that leave the cases.
    CHECK(run.total()[sim::Counter::branches_divergent] == 2);
  }
}

TEST_CASE("a guard keeps lanes out of any instruction") {
  for (const CorpusRun& run : run_corpus("guarded_instructions")) {
    uint32_t odd = 0;
    for (uint32_t i = 1; i < 64; i += 2) odd += i;
    const auto loaded = [](uint32_t i) { return i < 40 ? 10 + i : 1000; };
    std::vector<uint32_t> expected;
    for (uint32_t i = 0; i < 64; ++i) {
      const uint32_t from = i % 32 + 2 < 32 ? i + 2 : i;
      const uint32_t shuffled = i % 2 ? loaded(from) : 99;
      const uint32_t tripled = i % 2 ? 3 * i + (i > 40 ? 0 : 1) : 77;
      expected.push_back(i % 2 ? 7 : loaded(i));
      expected.push_back(shuffled + tripled);
      expected.push_back(i > 55 ? 7 : i < 40 ? odd : 0);
    }
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
    CHECK(run.report.completed);
  }
}

TEST_CASE("a struct that is taken by value is the function's own, also where it is indexed") {
  struct Row {
    std::array<float, 40> cells;
    std::array<int, 3> order;
    int mark;
  };
  const auto cell = [](Row row, int k) {
    row.cells[k] += 1;
    return row.cells[k] + 10 * row.cells[row.order[k % 3]] + static_cast<float>(row.mark);
  };
  const auto turned = [](const Row& row, int by) {
    Row result = row;
    for (int k = 0; k < 40; ++k) result.cells[(k + by) % 40] = row.cells[k];
    for (int k = 0; k < 3; ++k) result.order[k] = row.order[(k + by) % 3];
    result.mark = row.mark + 1;
    return result;
  };
  for (const CorpusRun& run : run_corpus("struct_by_value")) {
    const std::vector<float> in = run.before<float>("in");
    std::vector<float> expected(64);
    for (int t = 0; t < 64; ++t) {
      Row row{};
      for (int k = 0; k < 40; ++k) row.cells[k] = in[(t + k) % 64];
      for (int k = 0; k < 3; ++k) row.order[k] = (t + 2 * k) % 5;
      row.mark = t % 7;
      expected[t] =
          cell(row, t % 5) + 100 * cell(turned(row, t % 4), (t + 1) % 5) + row.cells[t % 5];
    }
    CHECK(difference(run.result<float>("out"), expected) == "");
  }
}
