// Matrices that a warp multiplies: fragments, layouts in memory, sums, and what is wrong with them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "contains.hpp"
#include "ptx/parser.hpp"
#include "sim/scalar/half.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::FindingKind;
using test::contains;

namespace {

using Bytes = std::vector<std::byte>;

struct MatrixRun {
  std::vector<Bytes> memory;
  std::vector<sim::Finding> findings;
  sim::Counters counters;
  std::string refused;
};

// A warp executes `body`: %rd0 to %rd3 are the addresses of the buffers, %r0 the lane, `tile` 4096
// bytes of shared memory.
MatrixRun run_matrices(const std::string& body, std::vector<Bytes> memory, uint32_t threads = 32) {
  std::string text =
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p0, .param "
      ".u64 p1, .param .u64 p2, .param .u64 p3)\n{\n.shared .align 32 .b8 tile[4096];\n.reg .pred "
      "%p<4>; .reg .b32 %r<64>; .reg .b32 %a<8>; .reg .b32 %b<8>; .reg .b32 %c<8>; .reg .b32 "
      "%d<8>; .reg .b64 %rd<16>; .reg .f64 %fa, %fb, %fc<2>, %fd<2>;\n";
  for (int k = 0; k < 4; ++k) text += fmt::format("ld.param.u64 %rd{}, [p{}];\n", k, k);
  text += "mov.u32 %r0, %laneid;\n" + body + "\nret;\n}\n";
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  memory.resize(4, Bytes(256));
  std::vector<sim::Buffer> buffers(4);
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {1, 1, 1};
  launch.block = {threads, 1, 1};
  for (int k = 0; k < 4; ++k) {
    buffers[k].name = std::string(1, static_cast<char>('a' + k));
    buffers[k].element = sim::ElementType::u8;
    buffers[k].shape = {memory[k].size()};
    buffers[k].bytes = memory[k];
    launch.arguments.push_back({k, {}});
  }
  MatrixRun ran;
  const auto report = sim::simulate(*module, buffers, std::span(&launch, 1), {});
  if (report) {
    ran.findings = report->findings;
    ran.counters = report->launches.at(0).total;
  } else {
    ran.refused = words::text_of(report.why().says);
  }
  ran.memory = std::move(memory);
  return ran;
}

// An element as memory has it.
void put(Bytes& bytes, const std::string& type, size_t index, int value) {
  const auto at = [&](auto number) {
    std::memcpy(bytes.data() + index * sizeof number, &number, sizeof number);
  };
  const auto f = static_cast<float>(value);
  if (type == "f16") at(sim::scalar::f32_to_f16(f));
  else if (type == "bf16") at(sim::scalar::f32_to_bf16(f));
  else if (type == "tf32" || type == "f32") at(f);
  else if (type == "f64") at(static_cast<double>(value));
  else if (type == "s32") at(static_cast<int32_t>(value));
  else if (type == "s8" || type == "u8") at(static_cast<uint8_t>(value));
  else if (type == "s4" || type == "u4")
    bytes[index / 2] |= static_cast<std::byte>((value & 15) << 4 * (index % 2));
  else bytes[index / 8] |= static_cast<std::byte>((value & 1) << index % 8);
}
double get(const Bytes& bytes, const std::string& type, size_t index) {
  const auto at = [&](auto number) {
    std::memcpy(&number, bytes.data() + index * sizeof number, sizeof number);
    return number;
  };
  if (type == "f16") return sim::scalar::f16_to_f32(at(uint16_t{}));
  if (type == "f32") return at(float{});
  if (type == "f64") return at(double{});
  return at(int32_t{});
}
unsigned bits_of(const std::string& type) {
  return type == "f64"                     ? 64
         : type == "f16" || type == "bf16" ? 16
         : type == "s8" || type == "u8"    ? 8
         : type == "s4" || type == "u4"    ? 4
         : type == "b1"                    ? 1
                                           : 32;
}

// Small whole numbers, so that every sum is exact; of each type what it has.
int sample(const std::string& type, size_t k) {
  const int value = static_cast<int>((k * 2654435761u >> 13) % 7);
  if (type == "b1") return value & 1;
  return type[0] == 'u' ? value : value - 3;
}

struct MatrixKind {
  std::string shape, a, b, sum;  // types
  unsigned m, n, k, a_registers, b_registers, sum_registers;
  std::string modifier = {};
};

// "{%a0,%a1}"; there is one %fa.
std::string list(const std::string& name, unsigned count) {
  if (count == 1 && name.size() == 3) return "{" + name + "}";
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i) text += (i ? "," : "") + name + std::to_string(i);
  return text + "}";
}

// d = a b + c by wmma, in these layouts, against the same on the host.
void check_wmma(const MatrixKind& kind, bool a_columns, bool b_columns, bool c_columns,
                bool shared) {
  CAPTURE(kind.shape + " " + kind.a + " " + kind.b + " " + kind.sum);
  CAPTURE(a_columns);
  CAPTURE(b_columns);
  CAPTURE(c_columns);
  CAPTURE(shared);
  const bool f64 = kind.a == "f64";
  const auto stride = [&](unsigned along, unsigned bits) {
    const unsigned unit = 128 / bits;
    return (along + unit - 1) / unit * unit + (bits >= 8 ? unit : 0);
  };
  const unsigned lda = stride(a_columns ? kind.m : kind.k, bits_of(kind.a));
  const unsigned ldb = stride(b_columns ? kind.k : kind.n, bits_of(kind.b));
  const unsigned ldc = stride(c_columns ? kind.m : kind.n, bits_of(kind.sum));
  std::vector<Bytes> memory(4, Bytes(8192));
  std::vector<double> expected(size_t{kind.m} * kind.n);
  const auto a_at = [&](unsigned i, unsigned k) { return sample(kind.a, i * 31 + k * 7 + 1); };
  const auto b_at = [&](unsigned k, unsigned j) { return sample(kind.b, k * 13 + j * 5 + 2); };
  const auto c_at = [&](unsigned i, unsigned j) { return sample("s8", i * 3 + j * 11); };
  for (unsigned i = 0; i < kind.m; ++i)
    for (unsigned k = 0; k < kind.k; ++k)
      put(memory[0], kind.a, a_columns ? k * lda + i : i * lda + k, a_at(i, k));
  for (unsigned k = 0; k < kind.k; ++k)
    for (unsigned j = 0; j < kind.n; ++j)
      put(memory[1], kind.b, b_columns ? j * ldb + k : k * ldb + j, b_at(k, j));
  for (unsigned i = 0; i < kind.m; ++i)
    for (unsigned j = 0; j < kind.n; ++j) {
      put(memory[2], kind.sum, c_columns ? j * ldc + i : i * ldc + j, c_at(i, j));
      double& sum = expected[i * kind.n + j];
      sum = c_at(i, j);
      for (unsigned k = 0; k < kind.k; ++k)
        sum += kind.a == "b1" ? (kind.modifier == ".xor.popc" ? a_at(i, k) ^ b_at(k, j)
                                                              : a_at(i, k) & b_at(k, j))
                              : a_at(i, k) * b_at(k, j);
    }
  const std::string la = a_columns ? "col" : "row", lb = b_columns ? "col" : "row",
                    lc = c_columns ? "col" : "row";
  const std::string ra = list(f64 ? "%fa" : "%a", kind.a_registers),
                    rb = list(f64 ? "%fb" : "%b", kind.b_registers),
                    rc = list(f64 ? "%fc" : "%c", kind.sum_registers),
                    rd = list(f64 ? "%fd" : "%d", kind.sum_registers);
  std::string body;
  std::string from_a = "global." + kind.a + " " + ra + ", [%rd0]";
  if (shared) {  // by the lanes, 16 bytes at a time
    body +=
        "mov.u32 %r1, tile; mad.lo.u32 %r1, %r0, 16, %r1; mul.wide.u32 %rd4, %r0, 16;\n"
        "add.s64 %rd4, %rd4, %rd0;\n";
    for (unsigned k = 0; k < 8; ++k)
      body += fmt::format(
          "ld.global.v4.u32 {{%r2,%r3,%r4,%r5}}, [%rd4+{0}];\n"
          "st.shared.v4.u32 [%r1+{0}], {{%r2,%r3,%r4,%r5}};\n",
          k * 512);
    body += "bar.warp.sync 0xffffffff; mov.u32 %r1, tile;\n";
    from_a = "shared." + kind.a + " " + ra + ", [%r1]";
  }
  body += fmt::format("wmma.load.a.sync.aligned.{}.{}.{}, {};\n", la, kind.shape, from_a, lda);
  body += fmt::format("wmma.load.b.sync.aligned.{}.{}.{} {}, [%rd1], {};\n", lb, kind.shape, kind.b,
                      rb, ldb);
  body += fmt::format("wmma.load.c.sync.aligned.{}.{}.global.{} {}, [%rd2], {};\n", lc, kind.shape,
                      kind.sum, rc, ldc);
  const std::string types = kind.a == "f16"
                                ? kind.sum + "." + kind.sum
                                : kind.sum + "." + kind.a + "." + kind.b + "." + kind.sum;
  body += fmt::format("wmma.mma{}.sync.aligned.{}.{}.{}.{}{} {}, {}, {}, {};\n", kind.modifier, la,
                      lb, kind.shape, types, f64 ? ".rn" : "", rd, ra, rb, rc);
  body += fmt::format("wmma.store.d.sync.aligned.{}.{}.global.{} [%rd3], {}, {};\n", lc, kind.shape,
                      kind.sum, rd, ldc);
  const MatrixRun ran = run_matrices(body, memory);
  CHECK(ran.refused == "");
  for (const sim::Finding& f : ran.findings) FAIL_CHECK(words::text_of(f));
  CHECK(ran.counters[sim::Counter::matrix_products] == 1);
  unsigned wrong = 0;
  for (unsigned i = 0; i < kind.m; ++i)
    for (unsigned j = 0; j < kind.n; ++j)
      wrong += get(ran.memory[3], kind.sum, c_columns ? j * ldc + i : i * ldc + j) !=
               expected[i * kind.n + j];
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("wmma multiplies matrices of each type and shape, in each layout that there is") {
  const std::vector<MatrixKind> kinds = {{"m16n16k16", "f16", "f16", "f32", 16, 16, 16, 8, 8, 8},
                                         {"m16n16k16", "f16", "f16", "f16", 16, 16, 16, 8, 8, 4},
                                         {"m8n32k16", "f16", "f16", "f32", 8, 32, 16, 8, 8, 8},
                                         {"m32n8k16", "f16", "f16", "f16", 32, 8, 16, 8, 8, 4},
                                         {"m16n16k16", "bf16", "bf16", "f32", 16, 16, 16, 4, 4, 8},
                                         {"m8n32k16", "bf16", "bf16", "f32", 8, 32, 16, 2, 8, 8},
                                         {"m32n8k16", "bf16", "bf16", "f32", 32, 8, 16, 8, 2, 8},
                                         {"m16n16k8", "tf32", "tf32", "f32", 16, 16, 8, 4, 4, 8},
                                         {"m8n8k4", "f64", "f64", "f64", 8, 8, 4, 1, 1, 2},
                                         {"m16n16k16", "s8", "s8", "s32", 16, 16, 16, 2, 2, 8},
                                         {"m8n32k16", "u8", "u8", "s32", 8, 32, 16, 1, 4, 8},
                                         {"m32n8k16", "s8", "s8", "s32", 32, 8, 16, 4, 1, 8}};
  for (const MatrixKind& kind : kinds)
    for (unsigned layouts = 0; layouts < 8; ++layouts)
      check_wmma(kind, layouts & 1, layouts & 2, layouts & 4, layouts >= 6);
  check_wmma({"m8n8k32", "s4", "s4", "s32", 8, 8, 32, 1, 1, 2}, false, true, false, false);
  check_wmma({"m8n8k32", "u4", "u4", "s32", 8, 8, 32, 1, 1, 2}, false, true, true, true);
  check_wmma({"m8n8k128", "b1", "b1", "s32", 8, 8, 128, 1, 1, 2, ".xor.popc"}, false, true, false,
             false);
  check_wmma({"m8n8k128", "b1", "b1", "s32", 8, 8, 128, 1, 1, 2, ".and.popc"}, false, true, false,
             false);
}

namespace {

// One mma.m16n8k8 of f16: in row 0 and column 0 these factors (the others are 0), and this sum.
float sum_of(const std::vector<std::pair<float, float>>& factors, float c) {
  std::vector<Bytes> memory(4, Bytes(1024));
  const auto half = [&](size_t buffer, size_t at, float x) {
    const uint16_t h = sim::scalar::f32_to_f16(x);
    std::memcpy(memory[buffer].data() + 2 * at, &h, 2);
  };
  for (size_t k = 0; k < factors.size(); ++k) half(0, k, factors[k].first);
  for (size_t k = 0; k < factors.size(); ++k) half(1, k, factors[k].second);
  std::memcpy(memory[2].data(), &c, 4);
  // Lane t has elements 2 t and 2 t + 1 of row 0 and of column 0.
  const MatrixRun ran = run_matrices(
      "setp.lt.u32 %p0, %r0, 4; setp.eq.u32 %p1, %r0, 0; mul.wide.u32 %rd4, %r0, 4;\n"
      "add.s64 %rd5, %rd0, %rd4; add.s64 %rd6, %rd1, %rd4; add.s64 %rd7, %rd2, %rd4;\n"
      "mov.b32 %a0, 0; mov.b32 %a1, 0; mov.b32 %b0, 0; mov.b32 %c0, 0; mov.b32 %c1, 0;\n"
      "@%p0 ld.global.b32 %a0, [%rd5]; @%p0 ld.global.b32 %b0, [%rd6];\n"
      "@%p1 ld.global.b32 %c0, [%rd7];\n"
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%d0,%d1,%d2,%d3},{%a0,%a1},{%b0},"
      "{%c0,%c1,%c1,%c1};\n@%p1 st.global.b32 [%rd3], %d0;",
      memory);
  CHECK(ran.refused == "");
  for (const sim::Finding& f : ran.findings) FAIL_CHECK(words::text_of(f));
  float sum = 0;
  std::memcpy(&sum, ran.memory[3].data(), 4);
  return sum;
}

}  // namespace

TEST_CASE("terms of a sum are cut to 25 places behind the largest one's point") {
  CHECK(sum_of({{1, 1}, {2, 3}}, 0.5f) == 7.5f);
  // 2^-25 stays and meets its like; 2^-26 is cut off, however often it comes.
  CHECK(sum_of({{0x1p-12f, 0x1p-13f}, {0x1p-12f, 0x1p-13f}}, 1) == 1.0f);
  CHECK(
      sum_of(
          {{0x1p-12f, 0x1p-13f}, {0x1p-12f, 0x1p-13f}, {0x1p-12f, 0x1p-13f}, {0x1p-12f, 0x1p-13f}},
          1) == 1 + 0x1p-23f);
  CHECK(sum_of({{0x1p-13f, 0x1p-13f},
                {0x1p-13f, 0x1p-13f},
                {0x1p-13f, 0x1p-13f},
                {0x1p-13f, 0x1p-13f},
                {0x1p-13f, 0x1p-13f},
                {0x1p-13f, 0x1p-13f},
                {0x1p-13f, 0x1p-13f},
                {0x1p-13f, 0x1p-13f}},
               1) == 1.0f);
}

TEST_CASE("a sum is cut, not rounded, and knows infinity and no number") {
  CHECK(sum_of({{0x1p-12f, 0x1.8p-12f}}, 1) == 1.0f);
  CHECK(sum_of({{-0x1p-12f, 0x1.8p-12f}}, -1) == -1.0f);
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(sum_of({{infinity, 2}}, 1) == infinity);
  CHECK(sum_of({{infinity, -2}}, 1) == -infinity);
  CHECK(std::isnan(sum_of({{infinity, 0}}, 1)));
  CHECK(std::isnan(sum_of({{infinity, 1}, {-infinity, 1}}, 1)));
  CHECK(std::isnan(sum_of({{1, 1}}, std::nanf(""))));
  CHECK(sum_of({{1, 1}}, -infinity) == -infinity);
  CHECK(sum_of({{60000, 60000}}, std::numeric_limits<float>::max()) ==
        std::numeric_limits<float>::max());
}

TEST_CASE("of whole numbers a sum wraps around, or stays at the last number by .satfinite") {
  const auto sum = [](const std::string& saturates) {
    const MatrixRun ran = run_matrices(
        "mov.b32 %a0, 0x7f7f7f7f; mov.b32 %c0, 0x7fffffff;\n"
        "mma.sync.aligned.m8n8k16.row.col" +
            saturates +
            ".s32.s8.s8.s32 {%d0,%d1},{%a0},{%a0},{%c0,%c0};\nst.global.b32 [%rd3], %d0;",
        {});
    CHECK(ran.refused == "");
    int32_t value = 0;
    std::memcpy(&value, ran.memory[3].data(), 4);
    return value;
  };
  CHECK(sum("") == INT32_MIN + (16 * 127 * 127 - 1));
  CHECK(sum(".satfinite") == INT32_MAX);
}

namespace {

const std::string kLoadA =
    "wmma.load.a.sync.aligned.row.m16n16k16.global.bf16 {%a0,%a1,%a2,%a3}, [%rd4], ";

// One finding of this kind whose sentence holds `words`.
void check_matrix_finding(const std::string& body, FindingKind kind, const char* words,
                          uint32_t threads = 32) {
  CAPTURE(body);
  const MatrixRun ran = run_matrices(body, std::vector<Bytes>(4, Bytes(4096)), threads);
  CHECK(ran.refused == "");
  REQUIRE(ran.findings.size() == 1);
  CHECK(ran.findings[0].kind == kind);
  CHECK_MESSAGE(contains(words::text_of(ran.findings[0]), words), words::text_of(ran.findings[0]));
}

}  // namespace

TEST_CASE("a matrix needs all threads of a warp, one address, and rows at multiples of 16 bytes") {
  const std::string base = "mov.u64 %rd4, %rd0;\n";
  CHECK(run_matrices(base + kLoadA + "16;", std::vector<Bytes>(4, Bytes(4096))).findings.empty());
  check_matrix_finding(base + kLoadA + "16;", FindingKind::undefined_behavior,
                       "8 of the 32 threads of its warp are missing", 24);
  check_matrix_finding("setp.lt.u32 %p0, %r0, 5; @%p0 exit;\n" + base + kLoadA + "16;",
                       FindingKind::undefined_behavior, "5 of the 32 threads");
  check_matrix_finding("setp.lt.u32 %p0, %r0, 5;\n" + base + "@%p0 " + kLoadA + "16;",
                       FindingKind::undefined_behavior, "27 of the 32 threads");
  check_matrix_finding("add.s64 %rd4, %rd0, 16;\n" + kLoadA + "16;",
                       FindingKind::undefined_behavior, "no multiple of 32 bytes");
  check_matrix_finding(base + kLoadA + "20;", FindingKind::undefined_behavior,
                       "take a multiple of 8 elements");
  check_matrix_finding("mul.wide.u32 %rd4, %r0, 32; add.s64 %rd4, %rd4, %rd0;\n" + kLoadA + "16;",
                       FindingKind::undefined_behavior, "names another matrix");
}

TEST_CASE("a load of a matrix beyond its buffer is told as any load is") {
  const std::string body = "add.s64 %rd4, %rd0, 3968;\n" + kLoadA + "16;";
  check_matrix_finding(body, FindingKind::out_of_bounds, "a[");
}

TEST_CASE("tiles that another warp may still be filling are a race, with a barrier they are none") {
  const auto body = [](const std::string& between) {
    return "mov.u32 %r1, %tid.x; mov.u32 %r2, tile; mad.lo.u32 %r3, %r1, 8, %r2;\n"
           "mov.b32 %r4, 0; st.shared.v2.b32 [%r3], {%r4, %r4};\n" +
           between +
           "wmma.load.a.sync.aligned.row.m16n16k16.shared.bf16 {%a0,%a1,%a2,%a3}, [%r2], 16;\n"
           "mul.wide.u32 %rd4, %r1, 4; add.s64 %rd4, %rd4, %rd3; add.u32 %a0, %a0, %a1;\n"
           "add.u32 %a0, %a0, %a2; add.u32 %a0, %a0, %a3; st.global.b32 [%rd4], %a0;";
  };
  const std::vector<Bytes> memory(4, Bytes(4096));
  CHECK(run_matrices(body("bar.sync 0;\n"), memory, 64).findings.empty());
  const MatrixRun ran = run_matrices(body(""), memory, 64);
  REQUIRE_FALSE(ran.findings.empty());
  CHECK(ran.findings[0].kind == FindingKind::race);
}

TEST_CASE("a part of a tile that nobody has filled shows where the product decides something") {
  // Of 16 rows of 32 bytes `filled` bytes are stored; element (15, 15) of the product is looked at.
  const auto found = [](unsigned filled) {
    const MatrixRun ran = run_matrices(
        fmt::format("mov.u32 %r2, tile; mad.lo.u32 %r3, %r0, 16, %r2; mov.b32 %r4, 0;\n"
                    "setp.lt.u32 %p0, %r0, {}; @%p0 st.shared.v4.b32 [%r3], {{%r4,%r4,%r4,%r4}};\n",
                    filled / 16) +
            "bar.warp.sync 0xffffffff;\n"
            "wmma.load.a.sync.aligned.row.m16n16k16.shared.bf16 {%a0,%a1,%a2,%a3}, [%r2], 16;\n"
            "wmma.load.b.sync.aligned.row.m16n16k16.global.bf16 {%b0,%b1,%b2,%b3}, [%rd1], 16;\n"
            "wmma.mma.sync.aligned.row.row.m16n16k16.f32.bf16.bf16.f32 "
            "{%d0,%d1,%d2,%d3,%d4,%d5,%d6,%d7},{%a0,%a1,%a2,%a3},{%b0,%b1,%b2,%b3},"
            "{%r4,%r4,%r4,%r4,%r4,%r4,%r4,%r4};\n"
            "setp.ne.s32 %p1, %d7, 1; setp.eq.u32 %p2, %r0, 31; and.pred %p1, %p1, %p2;\n"
            "@%p1 st.global.b32 [%rd3], %r0;",
        std::vector<Bytes>(4, Bytes(4096)));
    CHECK(ran.refused == "");
    return ran.findings.empty() ? std::string() : words::text_of(ran.findings[0]);
  };
  CHECK(found(512) == "");
  CHECK(contains(found(496), "tile"));
}

TEST_CASE("what tensor cores have and the simulator has not is refused with what to take instead") {
  const auto refused = [](const std::string& instruction) {
    return run_matrices(instruction, {}).refused;
  };
  CHECK(contains(refused("wgmma.fence.sync.aligned;"), "Take wmma or mma.sync"));
  CHECK(contains(refused("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%d0,%d1,%d2,%d3},"
                         "{%a0,%a1},{%b0,%b1},{%c0,%c1,%c2,%c3};"),
                 "dense matrices"));
  CHECK(contains(refused("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%d0},{%a0,%a1},{%b0},"
                         "{%c0,%c1,%c2,%c3};"),
                 "vector"));
}
