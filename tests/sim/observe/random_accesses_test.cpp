// Small kernels of accesses by chance, of several widths, that store one value or many. Races that
// exact tracking finds must make the cheap check ask for it, and both must agree with a plain
// search over all pairs of accesses.
#include <doctest/doctest.h>

#include <algorithm>
#include <bitset>
#include <random>

#include <fmt/format.h>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;

namespace {

enum class Action { load, store, update, barrier, warp_barrier, count, arrive, wait };

// What a store writes: one value by all, another one by all, one of two, or each its own. No byte
// of the own values is in the others.
enum class Value { one, two, parity, own, count };

struct Step {
  Action action = Action::load;
  Value value = Value::own;
  int words = 1;  // 2: a vector, 0: the word's second byte
  bool shared = false;
  // Word ((thread >> shift) * multiply + add) & mask of the array.
  int shift = 0, multiply = 1, add = 0, mask = 63;
  int only = -1;      // thread of each block that does it, -1: all
  int object = 0;     // that all threads arrive at, or that who does it waits at
  int left_out = -1;  // a warp for which this barrier is not; -1: it is for all
};

struct Kernel {
  int blocks = 1, threads = 64;
  bool heap = false;  // what is not shared is what the first thread got of malloc()
  bool objects = false;
  bool counts = false;  // there are barriers for all warps but one
  std::vector<Step> steps;
};

// The array of global memory: where it lies for the only block.
constexpr const char* kFromHeap = R"(
	.shared .align 8 .b64 box;
	setp.ne.u32 %p1, %r1, 0;
	@%p1 bra $given;
	{ .param .b64 n; .param .b64 r; st.param.b64 [n], 2048; call (r), malloc, (n);
	ld.param.b64 %rd6, [r]; }
	st.shared.u64 [box], %rd6;
$given:
	bar.sync 0;
	ld.shared.u64 %rd1, [box];
)";

Kernel kernel_by_chance(std::mt19937& random, bool values_agree, bool widths) {
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
    if (values_agree && random() % 2) s.action = Action::store;
    s.value = values_agree ? static_cast<Value>(random() % static_cast<unsigned>(Value::count))
                           : Value::own;
    s.words = widths && s.action != Action::update ? pick({1, 1, 2, 0}) : 1;
    s.shared = random() % 2;
    s.shift = pick({0, 0, 0, 0, 2, 5});  // neighbours in one word, or a whole warp
    s.multiply = pick({0, 1, 1, 1, 2, -1});
    s.add = pick({0, 0, 0, 1, 32, 63});
    s.mask = pick({127, 127, 63});
    if (values_agree) s.mask = pick({127, 3, 0});
    s.only = pick({-1, -1, -1, 0, 31});
    k.steps.push_back(s);
  }
  return k;
}

// Arrivals at two barrier objects and waits for them in between. All arrive, and not again before
// all have waited; now and then a single thread waits, and it or one beside it goes on alone.
void add_objects(std::mt19937& random, Kernel& k) {
  bool is_open[2] = {false, false}, is_awaited[2] = {true, true}, is_alone = false;
  std::vector<Step> steps;
  for (const Step& step : k.steps) {
    Step s;
    s.object = static_cast<int>(random() % 2);
    if (random() % 4 != 0) {
      if (is_awaited[s.object]) {
        s.action = Action::arrive;
        is_open[s.object] = true;
        is_awaited[s.object] = false;
        steps.push_back(s);
      } else if (is_open[s.object]) {
        s.action = Action::wait;
        is_alone = random() % 3 == 0;
        if (is_alone) s.only = random() % 2 ? 0 : 31;
        else is_awaited[s.object] = true;
        steps.push_back(s);
      }
    }
    steps.push_back(step);
    steps.back().shared = true;
    if (is_alone) steps.back().only = random() % 2 ? 0 : 31;
  }
  k.steps = std::move(steps);
  k.objects = true;
}

// Many warps that touch few places, and barriers for all but one of them.
void add_counts(std::mt19937& random, Kernel& k) {
  k.counts = true;
  k.blocks = 1;
  k.threads = 32 * static_cast<int>(8 + random() % 17);
  const auto warps = static_cast<unsigned>(k.threads / 32);
  std::vector<Step> steps;
  for (Step step : k.steps) {
    step.shared = true;
    step.mask &= 3;
    if (step.action == Action::store && random() % 2)
      step.only = static_cast<int>(random() % static_cast<unsigned>(k.threads));
    Step barrier;
    barrier.action = Action::barrier;
    if (random() % 4) barrier.left_out = static_cast<int>(random() % warps);
    steps.push_back(step);
    if (step.action != Action::barrier) steps.push_back(barrier);
  }
  k.steps = std::move(steps);
}

int mask_of(const Step& s) {
  const int mask = s.shared ? s.mask : 4 * s.mask + 3;
  return s.words == 2 ? mask & ~1 : mask;
}

// Four bytes, each of them the same.
uint32_t stored_value(const Step& s, int thread_of_grid) {
  const auto thread = static_cast<uint32_t>(thread_of_grid);
  switch (s.value) {
    case Value::one: return 0x0101'0101;
    case Value::two: return 0x0202'0202;
    case Value::parity: return 0x0101'0101 * (1 + thread % 2);
    default: return 0x0101'0101 * (3 + thread % 250);
  }
}

std::string ptx_of(const Kernel& k) {
  std::string body;
  int line = 1;
  for (const Step& s : k.steps) {
    body += fmt::format("\t.loc 1 {} 1\n", line++);
    if (s.action == Action::barrier && s.left_out >= 0) {
      body += fmt::format("\tsetp.ne.u32 %p2, %r13, {};\n\t@%p2 bar.sync {}, {};\n", s.left_out,
                          line, k.threads - 32);
      continue;
    }
    if (s.action == Action::barrier) {
      body += "\tbar.sync 0;\n";
      continue;
    }
    if (s.action == Action::warp_barrier) {
      body += "\tbar.warp.sync 0xffffffff;\n";
      continue;
    }
    if (s.action == Action::arrive) {
      body += fmt::format("\tmbarrier.arrive.shared.b64 %rd{}, [bar+{}];\n", 7 + s.object,
                          8 * s.object);
      continue;
    }
    if (s.action == Action::wait) {
      if (s.only >= 0)
        body += fmt::format("\tsetp.ne.u32 %p2, %r1, {};\n\t@%p2 bra $past{};\n", s.only, line);
      body += fmt::format(
          "$again{1}:\n\tmbarrier.test_wait.shared.b64 %p3, [bar+{0}], %rd{2};\n\t@!%p3 bra "
          "$again{1};\n$past{1}:\n",
          8 * s.object, line, 7 + s.object);
      continue;
    }
    const char* space = s.shared ? "shared" : "global";
    // Global words go by the thread's number in the grid, so that blocks may keep to themselves.
    body += fmt::format(
        "\tshr.u32 %r2, %r{}, {};\n\tmad.lo.s32 %r2, %r2, {}, {};\n\tand.b32 %r2, %r2, "
        "{};\n\tmul.wide.u32 %rd2, %r2, 4;\n"
        "\tadd.s64 %rd3, %rd{}, %rd2;\n",
        s.shared ? 1 : 5, s.shift, s.multiply, s.add, mask_of(s), s.shared ? 4 : 1);
    if (s.only >= 0) body += fmt::format("\tsetp.eq.u32 %p2, %r1, {};\n", s.only);
    const char* guard = s.only >= 0 ? "@%p2 " : "";
    const char* value = s.value == Value::one   ? "%r10"
                        : s.value == Value::two ? "%r11"
                        : s.value == Value::own ? "%r6"
                                                : "%r12";
    const std::string load =
        fmt::format(fmt::runtime(s.words == 1   ? "\t{1}ld.{0}.u32 %r3, [%rd3];\n"
                                 : s.words == 0 ? "\t{1}ld.{0}.u8 %r3, [%rd3+1];\n"
                                                : "\t{1}ld.{0}.v2.u32 {{%r3, %r9}}, [%rd3];\n"),
                    space, guard);
    if (s.action == Action::load)
      body += load + fmt::format("\t{0}add.u32 %r4, %r4, %r3;\n", guard) +
              (s.words == 2 ? fmt::format("\t{0}add.u32 %r4, %r4, %r9;\n", guard) : "");
    else if (s.action == Action::store)
      body +=
          fmt::format(fmt::runtime(s.words == 1   ? "\t{1}st.{0}.u32 [%rd3], {2};\n"
                                   : s.words == 0 ? "\t{1}st.{0}.u8 [%rd3+1], {2};\n"
                                                  : "\t{1}st.{0}.v2.u32 [%rd3], {{{2}, {2}}};\n"),
                      space, guard, value);
    else body += fmt::format("\t{1}red.{0}.add.u32 [%rd3], 1;\n", space, guard);
  }
  return fmt::format(
      ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"kernel.cu\"\n{}"
      ".visible .entry k(.param .u64 a, .param .u64 b)\n{{\n\t.shared .align 8 .b8 s[512];\n"
      "\t.shared .align 8 .b8 bar[16];\n"
      "\t.reg .b32 %r<14>;\n\t.reg .b64 %rd<9>;\n"
      "\tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd5, [b];\n\tmov.u32 %r1, %tid.x;\n\tmov.u32 "
      "%r7, %ctaid.x;\n\tmov.u32 %r8, %ntid.x;\n\tmad.lo.s32 %r5, %r7, %r8, %r1;\n"
      "\trem.u32 %r6, %r5, 250;\n\tadd.s32 %r6, %r6, 3;\n\tmul.lo.s32 %r6, %r6, 0x01010101;\n"
      "\tmov.u32 %r10, 0x01010101;\n\tmov.u32 %r11, 0x02020202;\n\tand.b32 %r12, %r5, 1;\n"
      "\tadd.s32 %r12, %r12, 1;\n\tmul.lo.s32 %r12, %r12, 0x01010101;\n\tmov.u32 %r4, 0;\n"
      "\tmov.u64 %rd4, s;\n\tshr.u32 %r13, %r1, 5;\n\t.loc 1 100 1\n"
      // Shared memory starts with a value, so that only order is in question.
      "\tmul.wide.u32 %rd2, %r1, 4;\n\tadd.s64 %rd3, %rd4, %rd2;\n\tmov.u32 %r2, 0;\n{}"
      "\tbar.sync 0;\n{}\t.loc 1 101 1\n\tmul.wide.u32 %rd2, %r5, 4;\n\tadd.s64 %rd3, %rd5, %rd2;\n"
      "\tst.global.u32 [%rd3], %r4;\n\tret;\n}}\n",
      k.heap ? ".extern .func (.param .b64 r) malloc (.param .b64 n);\n" : "",
      [&] {
        std::string fill;
        for (int offset = 0; offset < 128; offset += k.threads)
          fill += fmt::format("\tsetp.lt.u32 %p1, %r1, {};\n\t@%p1 st.shared.u32 [%rd3+{}], %r2;\n",
                              std::max(0, 128 - offset), 4 * offset);
        if (k.objects)
          fill += fmt::format(
              "\tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra $made;\n"
              "\tmbarrier.init.shared.b64 [bar], {0};\n"
              "\tmbarrier.init.shared.b64 [bar+8], {0};\n$made:\n",
              k.threads);
        return "\t.reg .pred %p<4>;\n" + fill + (k.heap ? kFromHeap : "");
      }(),
      body);
}

// Whether what all threads do at step `from` of a block comes before what `thread` does at step
// `to`: it has waited for an arrival between the two, or a thread of its warp has in front of a
// barrier of the warp.
bool is_ordered_by_object(const Kernel& k, size_t from, size_t to, int thread) {
  for (size_t wait = from; wait < to; ++wait) {
    const Step& w = k.steps[wait];
    if (w.action != Action::wait) continue;
    size_t arrival = wait;
    while (k.steps[arrival].action != Action::arrive || k.steps[arrival].object != w.object)
      --arrival;
    if (arrival < from) continue;
    if (w.only < 0 || w.only == thread) return true;
    if (w.only / 32 != thread / 32) continue;
    for (size_t barrier = wait; barrier < to; ++barrier)
      if (k.steps[barrier].action == Action::warp_barrier) return true;
  }
  return false;
}

// The same of barriers: who knows at step `to` what `first` has done at step `from`.
bool is_ordered_by_barriers(const Kernel& k, size_t from, size_t to, int first, int second) {
  std::bitset<32> warps;  // all of whose threads know it
  bool warp_knows = false;
  const auto warp = static_cast<size_t>(first / 32);
  for (size_t step = from; step < to; ++step) {
    const Step& s = k.steps[step];
    if (s.action == Action::warp_barrier) warp_knows = true;
    if (s.action != Action::barrier) continue;
    const auto left_out = static_cast<size_t>(s.left_out);
    std::bitset<32> those_who_know = warps;
    those_who_know.set(warp);  // the thread itself comes
    if (s.left_out >= 0) those_who_know.reset(left_out);
    if (those_who_know.none()) continue;
    const bool left_out_knows = s.left_out >= 0 && warps.test(left_out);
    warps.set();
    if (s.left_out >= 0) warps.set(left_out, left_out_knows);
  }
  if (warps.test(static_cast<size_t>(second / 32))) return true;
  return warp_knows && second / 32 == first / 32;
}

// Every pair of accesses by different threads to one byte, at least one writing and not both atomic
// or stores of the same value, with no barrier of their block, or of their warp, between them.
bool has_race(const Kernel& k) {
  struct Touched {
    int block, thread, epoch, warp_epoch;
    Action action;
    uint32_t value;
    int byte;
    bool shared;
    size_t step;
  };
  std::vector<Touched> all;
  for (int b = 0; b < k.blocks; ++b)
    for (int t = 0; t < k.threads; ++t) {
      int epoch = 0, warp_epoch = 0;
      for (const Step& step : k.steps) {
        if (step.action == Action::arrive || step.action == Action::wait) continue;
        if (step.action == Action::barrier) {
          epoch += step.left_out < 0;
          continue;
        }
        if (step.action == Action::warp_barrier) {
          ++warp_epoch;
          continue;
        }
        if (step.only >= 0 && step.only != t) continue;
        const int from = (step.shared ? t : b * k.threads + t) >> step.shift;
        const int word = (from * step.multiply + step.add) & mask_of(step);
        const int first = step.words == 0 ? 4 * word + 1 : 4 * word;
        const int bytes = step.words == 0 ? 1 : 4 * step.words;
        for (int byte = first; byte < first + bytes; ++byte)
          all.push_back({b, t, epoch, warp_epoch, step.action,
                         stored_value(step, b * k.threads + t) & 0xff, byte, step.shared,
                         static_cast<size_t>(&step - k.steps.data())});
      }
    }
  std::ranges::sort(all, {}, [](const Touched& x) { return std::tuple(x.shared, x.byte); });
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = i + 1;
         j < all.size() && all[j].byte == all[i].byte && all[j].shared == all[i].shared; ++j) {
      const Touched &x = all[i], &y = all[j];
      if (x.block == y.block && (x.thread == y.thread || x.epoch != y.epoch)) continue;
      if (x.block == y.block && x.thread / 32 == y.thread / 32 && x.warp_epoch != y.warp_epoch)
        continue;
      if (x.shared && x.block != y.block) continue;
      if (k.counts &&
          (x.step <= y.step ? is_ordered_by_barriers(k, x.step, y.step, x.thread, y.thread)
                            : is_ordered_by_barriers(k, y.step, x.step, y.thread, x.thread)))
        continue;
      if (k.objects && (is_ordered_by_object(k, x.step, y.step, y.thread) ||
                        is_ordered_by_object(k, y.step, x.step, x.thread)))
        continue;
      if (x.action == Action::load && y.action == Action::load) continue;
      if (x.action == Action::update && y.action == Action::update) continue;
      if (x.action == Action::store && y.action == Action::store && x.value == y.value) continue;
      return true;
    }
  return false;
}

struct Found {
  bool race = false;
  bool exact = false;  // it was tracked exactly

  friend bool operator==(const Found& f, bool expected) { return f.race == expected; }
};

Found finds_race(const ptx::Module& module, const Kernel& k, bool always_exact, uint64_t seed) {
  std::vector<std::byte> a(512 * 4), b(1024 * 4);
  sim::Buffer buffers[2];
  buffers[0].name = "a";
  buffers[0].element = buffers[1].element = sim::ElementType::u32;
  buffers[0].shape = {512};
  buffers[1].shape = {1024};
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
  options.schedule = sim::Schedule::numbered(seed);
  options.threads = 2;
  const auto report = sim::simulate(module, buffers, std::span(&launch, 1), options);
  REQUIRE_MESSAGE(bool(report), (report ? "" : words::text_of(report.why().says)));
  CHECK(report->completed);
  const bool race = std::ranges::any_of(report->findings, [](const sim::Finding& f) {
    return f.kind == sim::FindingKind::race || f.kind == sim::FindingKind::warp_synchronous;
  });
  return {race, report->tracking_work != 0};
}

enum class With { nothing, heap, objects, counts };

void compare_with_the_search(bool values_agree, bool widths, uint32_t seed,
                             With with = With::nothing) {
  std::mt19937 random(seed);
  int racy = 0, cheap = 0;
  const bool heap = with == With::heap;
  const int kernels = heap || with == With::counts ? 150 : 400;
  for (int n = 0; n < kernels; ++n) {
    Kernel k = kernel_by_chance(random, values_agree, widths);
    k.heap = heap;
    if (heap) k.blocks = 1;
    if (with == With::objects) add_objects(random, k);
    if (with == With::counts) add_counts(random, k);
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
    const Found asked = finds_race(*module, k, false, 0);
    CHECK(asked == expected);
    cheap += !asked.exact;
    CHECK(finds_race(*module, k, false, 1 + static_cast<uint64_t>(n)) == expected);
  }
  // Both answers are well represented.
  CHECK(racy > kernels / 8);
  CHECK(racy < kernels * 7 / 8);
  CHECK(cheap > kernels / 10);
}

}  // namespace

TEST_CASE("the cheap check, exact tracking and a search over all pairs agree about races") {
  compare_with_the_search(false, false, 20);
}

TEST_CASE("stores of the same value are no race, and hide none that is there") {
  compare_with_the_search(true, false, 21);
}

TEST_CASE("accesses of several widths that overlap race where their bytes differ") {
  compare_with_the_search(true, true, 22);
}

// Of the heap the cheap check knows no readers: its writers say enough.
TEST_CASE("threads that share what malloc() gave one of them race there as anywhere") {
  compare_with_the_search(false, false, 23, With::heap);
  compare_with_the_search(true, false, 24, With::heap);
  compare_with_the_search(true, true, 25, With::heap);
}

TEST_CASE("arrivals at barrier objects and waits for them order what they order, and no more") {
  compare_with_the_search(false, false, 26, With::objects);
  compare_with_the_search(true, false, 27, With::objects);
  compare_with_the_search(true, true, 28, With::objects);
}

TEST_CASE("a barrier for all warps but one orders those, however many touch a place") {
  compare_with_the_search(false, false, 29, With::counts);
  compare_with_the_search(true, false, 30, With::counts);
}
