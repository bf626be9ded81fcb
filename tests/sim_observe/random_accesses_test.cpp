// Small kernels of accesses by chance. Races that exact tracking finds must make the cheap check
// ask for it, and both must agree with a plain search over all pairs of accesses.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"

using namespace warplab;

namespace {

enum class Action { load, store, update, barrier, count };

struct Step {
  Action action = Action::load;
  bool shared = false;
  int multiply = 1, add = 0, mask = 63;  // word (thread * multiply + add) & mask of the array
  int only = -1;                         // thread of each block that does it, -1: all
};

struct Kernel {
  int blocks = 1, threads = 64;
  std::vector<Step> steps;
};

Kernel kernel_by_chance(std::mt19937& random) {
  const auto pick = [&](std::initializer_list<int> values) {
    return values.begin()[random() % values.size()];
  };
  Kernel k;
  k.blocks = pick({1, 1, 2, 3});
  k.threads = pick({32, 64, 96});
  const int n = pick({2, 3, 4, 5});
  for (int i = 0; i < n; ++i) {
    Step s;
    s.action = static_cast<Action>(random() % static_cast<unsigned>(Action::count));
    s.shared = random() % 2;
    s.multiply = pick({0, 1, 1, 1, 2, -1});
    s.add = pick({0, 0, 0, 1, 32, 63});
    s.mask = pick({127, 127, 63});
    s.only = pick({-1, -1, -1, 0, 31});
    k.steps.push_back(s);
  }
  return k;
}

std::string ptx_of(const Kernel& k) {
  std::string body;
  int line = 1;
  for (const Step& s : k.steps) {
    body += fmt::format("\t.loc 1 {} 1\n", line++);
    if (s.action == Action::barrier) {
      body += "\tbar.sync 0;\n";
      continue;
    }
    const char* space = s.shared ? "shared" : "global";
    // Global words go by the thread's number in the grid, so that blocks may keep to themselves.
    body += fmt::format(
        "\tmad.lo.s32 %r2, %r{}, {}, {};\n\tand.b32 %r2, %r2, {};\n\tmul.wide.u32 %rd2, %r2, 4;\n"
        "\tadd.s64 %rd3, %rd{}, %rd2;\n",
        s.shared ? 1 : 5, s.multiply, s.add, s.shared ? s.mask : 4 * s.mask + 3, s.shared ? 4 : 1);
    if (s.only >= 0) body += fmt::format("\tsetp.eq.u32 %p2, %r1, {};\n", s.only);
    const char* guard = s.only >= 0 ? "@%p2 " : "";
    if (s.action == Action::load)
      body +=
          fmt::format("\t{1}ld.{0}.u32 %r3, [%rd3];\n\t{1}add.u32 %r4, %r4, %r3;\n", space, guard);
    else if (s.action == Action::store)
      body += fmt::format("\t{1}st.{0}.u32 [%rd3], %r6;\n", space, guard);
    else body += fmt::format("\t{1}red.{0}.add.u32 [%rd3], 1;\n", space, guard);
  }
  return fmt::format(
      ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"kernel.cu\"\n"
      ".visible .entry k(.param .u64 a, .param .u64 b)\n{{\n\t.shared .align 4 .b8 s[512];\n"
      "\t.reg .b32 %r<9>;\n\t.reg .b64 %rd<9>;\n"
      "\tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd5, [b];\n\tmov.u32 %r1, %tid.x;\n\tmov.u32 "
      "%r7, %ctaid.x;\n"
      "\tmov.u32 %r8, %ntid.x;\n\tmad.lo.s32 %r5, %r7, %r8, %r1;\n\tadd.s32 %r6, %r5, "
      "1000;\n\tmov.u32 %r4, 0;\n"
      "\tmov.u64 %rd4, s;\n\t.loc 1 100 1\n"
      // Shared memory starts with a value, so that only order is in question.
      "\tmul.wide.u32 %rd2, %r1, 4;\n\tadd.s64 %rd3, %rd4, %rd2;\n\tmov.u32 %r2, 0;\n{}"
      "\tbar.sync 0;\n{}\t.loc 1 101 1\n\tmul.wide.u32 %rd2, %r5, 4;\n\tadd.s64 %rd3, %rd5, %rd2;\n"
      "\tst.global.u32 [%rd3], %r4;\n\tret;\n}}\n",
      [&] {
        std::string fill;
        for (int offset = 0; offset < 128; offset += k.threads)
          fill += fmt::format("\tsetp.lt.u32 %p1, %r1, {};\n\t@%p1 st.shared.u32 [%rd3+{}], %r2;\n",
                              std::max(0, 128 - offset), 4 * offset);
        return "\t.reg .pred %p<3>;\n" + fill;
      }(),
      body);
}

// Every pair of accesses by different threads to one word, at least one writing and not both
// atomic, with no barrier of their block between them.
bool has_race(const Kernel& k) {
  struct Touched {
    int block, thread, epoch;
    size_t step;
    Action action;
    int word;
    bool shared;
  };
  std::vector<Touched> all;
  for (int b = 0; b < k.blocks; ++b)
    for (int t = 0; t < k.threads; ++t) {
      int epoch = 0;
      for (size_t s = 0; s < k.steps.size(); ++s) {
        const Step& step = k.steps[s];
        if (step.action == Action::barrier) {
          ++epoch;
          continue;
        }
        if (step.only >= 0 && step.only != t) continue;
        const int from = step.shared ? t : b * k.threads + t;
        all.push_back(
            {b, t, epoch, s, step.action,
             (from * step.multiply + step.add) & (step.shared ? step.mask : 4 * step.mask + 3),
             step.shared});
      }
    }
  std::ranges::sort(all, {}, [](const Touched& x) { return std::tuple(x.shared, x.word); });
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = i + 1;
         j < all.size() && all[j].word == all[i].word && all[j].shared == all[i].shared; ++j) {
      const Touched &x = all[i], &y = all[j];
      if (x.block == y.block && (x.thread == y.thread || x.epoch != y.epoch)) continue;
      if (x.shared && x.block != y.block) continue;
      if (x.action == Action::load && y.action == Action::load) continue;
      if (x.action == Action::update && y.action == Action::update) continue;
      return true;
    }
  return false;
}

bool finds_race(const ptx::Module& module, const Kernel& k, bool always_exact, uint64_t seed) {
  std::vector<std::byte> a(512 * 4), b(512 * 4);
  sim::Buffer buffers[2];
  buffers[0].name = "a";
  buffers[0].element = buffers[1].element = sim::ElementType::u32;
  buffers[0].shape = buffers[1].shape = {512};
  buffers[0].bytes = a;
  buffers[1].name = "b";
  buffers[1].bytes = b;
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid.x = static_cast<uint32_t>(k.blocks);
  launch.block.x = static_cast<uint32_t>(k.threads);
  launch.arguments = {{0, {}}, {1, {}}};
  sim::Options options;
  options.always_exact = always_exact;
  options.schedule_seed = seed;
  options.threads = 2;
  const auto report = sim::simulate(module, buffers, std::span(&launch, 1), options);
  REQUIRE_MESSAGE(bool(report), (report ? "" : report.error()));
  CHECK(report->completed);
  return std::ranges::any_of(report->findings, [](const sim::Finding& f) {
    return f.kind == sim::FindingKind::race || f.kind == sim::FindingKind::warp_synchronous;
  });
}

}  // namespace

TEST_CASE("the cheap check, exact tracking and a search over all pairs agree about races") {
  std::mt19937 random(20);
  int racy = 0;
  constexpr int kKernels = 400;
  for (int n = 0; n < kKernels; ++n) {
    const Kernel k = kernel_by_chance(random);
    const std::string text = ptx_of(k);
    CAPTURE(n);
    CAPTURE(k.blocks);
    CAPTURE(k.threads);
    CAPTURE(text);
    const auto module = ptx::parse(text);
    REQUIRE_MESSAGE(bool(module), (module ? "" : module.error()));
    const bool expected = has_race(k);
    racy += expected;
    CHECK(finds_race(*module, k, true, 0) == expected);
    CHECK(finds_race(*module, k, true, 1 + static_cast<uint64_t>(n)) == expected);
    CHECK(finds_race(*module, k, false, 0) == expected);
  }
  // Both answers are well represented.
  CHECK(racy > kKernels / 8);
  CHECK(racy < kKernels * 7 / 8);
}
