// Whatever inline assembly asks for: the bytes choose instructions of every kind that reaches
// memory, and operands that are mostly reasonable and sometimes wild. What the parser and the
// decoder let through runs, under the sanitizers; where the specification says something and
// neither has a finding, the outputs and the counters are the same.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "specification/specification.hpp"

namespace {

using namespace warplab;

constexpr unsigned kMostInstructions = 24;
constexpr uint32_t kThreads = 40;  // a whole warp and a part of one
constexpr size_t kBufferBytes = 256;

// Chooses from the input; 0 where it has ended.
class Choices {
 public:
  Choices(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  bool done() const { return next_ >= size_; }
  uint8_t byte() { return done() ? uint8_t{0} : data_[next_++]; }
  bool one_in(unsigned n) { return byte() % n == n - 1; }
  template <size_t kCount>
  std::string of(const std::array<std::string_view, kCount>& words) {
    return std::string(words[byte() % kCount]);
  }
  uint64_t word() {
    uint64_t value = 0;
    for (int k = 0; k < 8; ++k) value = value << 8 | byte();
    return value;
  }

 private:
  const uint8_t* data_;
  size_t size_, next_ = 0;
};

// Where sums and products come round, and where something begins or ends.
constexpr std::array<std::string_view, 40> kNumbers = {"0",
                                                       "4",
                                                       "8",
                                                       "16",
                                                       "12",
                                                       "1",
                                                       "2",
                                                       "-4",
                                                       "-8",
                                                       "-1",
                                                       "-16",
                                                       "32",
                                                       "64",
                                                       "124",
                                                       "128",
                                                       "252",
                                                       "256",
                                                       "1024",
                                                       "1152",
                                                       "1020",
                                                       "1064",
                                                       "65536",
                                                       "2147483647",
                                                       "2147483648",
                                                       "-2147483648",
                                                       "4294967288",
                                                       "4294967292",
                                                       "4294967295",
                                                       "4294967296",
                                                       "-4294967296",
                                                       "9223372036854775807",
                                                       "9223372036854775808U",
                                                       "9223372036854775800",
                                                       "-9223372036854775808",
                                                       "18446744073709551612U",
                                                       "18446744073709551608U",
                                                       "0x710000000000",
                                                       "0x7200000003fc",
                                                       "0x730000000000",
                                                       "0x740000000000"};
constexpr std::array<std::string_view, 8> kSmallNumbers = {"0",  "4",  "8",  "16",
                                                           "32", "12", "48", "64"};

// A module with one kernel k(out, count, struct), a function, and variables in every space.
class Writer {
 public:
  explicit Writer(Choices choices) : in_(choices) {}

  std::string module() {
    std::string text =
        ".version 9.0\n.target sm_90\n.address_size 64\n"
        ".extern .func (.param .b32 n) vprintf(.param .b64 f, .param .b64 v);\n"
        ".global .align 16 .b8 g[64] = {1, 2, 3, 4, 5, 6, 7, 8};\n"
        ".global .align 1 .b8 words[20] = {37, 100, 32, 37, 115, 32, 37, 42, 100, 37, 112, 10};\n"
        ".const .align 16 .b8 c[32] = {9, 8, 7};\n"
        ".shared .align 16 .b8 s[160];\n";
    const uint8_t first = in_.byte();
    const unsigned in_function = first % 4;
    is_specified_ = (first & 0x80) != 0;
    text += ".func (.param .align 4 .b8 r[12]) f(.param .b64 a, .param .align 8 .b8 b[24]) {\n" +
            registers() +
            ".local .align 8 .b8 l[24];\nld.param.b64 %rd0, [a];\nmov.u32 %r0, %tid.x;\n"
            "mov.b64 %rd1, l;\ncvta.local.u64 %rd2, %rd1;\n";
    parameters_ = {"a", "b", "r"};
    is_kernel_ = false;
    for (unsigned k = 0; k < in_function; ++k) text += instruction();
    text += "ret;\n}\n";
    text += fmt::format(
        ".visible .entry k(.param .u64 p, .param .u32 q, .param .align 16 .b8 t[{}]) {{\n",
        kStructBytes);
    text += registers() +
            ".local .align 16 .b8 l[40];\n"
            "ld.param.b64 %rd0, [p];\nmov.u32 %r0, %tid.x;\nmov.u32 %r1, %laneid;\n"
            "mov.b64 %rd1, l;\ncvta.local.u64 %rd2, %rd1;\nmov.b64 %rd3, s;\n"
            "cvta.shared.u64 %rd4, %rd3;\nmov.b64 %rd5, g;\n"
            "cvt.u64.u32 %rd6, %r0;\nmul.lo.u64 %rd6, %rd6, " +
            number() + ";\nadd.u64 %rd7, %rd0, %rd6;\nsetp.lt.u32 %p0, %r1, " +
            in_.of(kSmallNumbers) +
            ";\nmov.u32 %r2, s;\nshl.b32 %r3, %r0, 2;\nadd.u32 %r3, %r3, %r2;\n";
    parameters_ = {"p", "q", "t"};
    is_kernel_ = true;
    for (unsigned k = 0; k < kMostInstructions && !in_.done(); ++k) text += instruction();
    return text + "ret;\n}\n";
  }

  static constexpr unsigned kStructBytes = 40;

 private:
  static std::string registers() {
    return ".reg .pred %p<3>;\n.reg .b16 %h<4>;\n.reg .b32 %r<6>;\n.reg .b64 %rd<8>;\n"
           ".reg .b128 %q<2>;\n";
  }
  std::string number() {
    const uint8_t kind = in_.byte();
    if (kind % 16 == 15) return fmt::format("{}", static_cast<int64_t>(in_.word() >> 1));
    return std::string(kNumbers[kind % kNumbers.size()]);
  }
  std::string narrow() { return fmt::format("%r{}", in_.byte() % 6); }
  std::string wide() { return fmt::format("%rd{}", in_.byte() % 8); }
  std::string predicate() { return fmt::format("%p{}", in_.byte() % 3); }
  // A register of a type's size; now and then of another's.
  std::string fitting(unsigned bytes) {
    if (in_.one_in(64)) bytes = 16;
    if (bytes <= 2) return fmt::format("%h{}", in_.byte() % 4);
    if (bytes == 4) return narrow();
    if (bytes == 8) return wide();
    return fmt::format("%q{}", in_.byte() % 2);
  }
  std::string vector(unsigned width, unsigned bytes) {
    if (in_.one_in(64)) width = 1 + in_.byte() % 4;
    if (width == 1) return fitting(bytes);
    std::string text = "{";
    for (unsigned k = 0; k < width; ++k)
      text += (k ? ", " : "") + (in_.one_in(32) ? "_" : fitting(bytes));
    return text + "}";
  }

  struct Type {
    std::string_view name;
    unsigned bytes;
  };
  Type type() {
    constexpr std::array<Type, 10> kTypes = {{{"b32", 4},
                                              {"b64", 8},
                                              {"f32", 4},
                                              {"u8", 1},
                                              {"s8", 1},
                                              {"b16", 2},
                                              {"s16", 2},
                                              {"s32", 4},
                                              {"f64", 8},
                                              {"u32", 4}}};
    return kTypes[in_.byte() % kTypes.size()];
  }

  // "[base+offset]" that may lie in `space`.
  std::string address(std::string_view space) {
    std::string base;
    const uint8_t kind = in_.byte();
    if (kind % 8 == 7) return fmt::format("[{}]", number());
    if (kind % 8 < 3 && space != "") {
      base = space == "shared" ? "s" : space == "local" ? "l" : space == "const" ? "c" : "g";
    } else if (space == "global") {
      base = kind & 8 ? "%rd7" : "%rd0";
    } else if (space == "shared") {
      base = kind & 8 ? "%r3" : "%rd3";
    } else if (space == "local") {
      base = "%rd1";
    } else {
      base = kind & 8 ? "%rd4" : kind & 16 ? "%rd2" : "%rd0";
    }
    if (kind % 8 == 6) base = wide();
    const std::string offset = kind & 32 ? number() : in_.of(kSmallNumbers);
    return fmt::format("[{}+{}]", base, offset);
  }
  std::string guard() {
    return in_.one_in(6) ? fmt::format("@{}{} ", in_.byte() & 1 ? "!" : "", predicate()) : "";
  }

  std::string access() {
    constexpr std::array<std::string_view, 7> kSpaces = {"global", "shared", "local", "",
                                                         "param",  "const",  "global"};
    const Type type = this->type();
    const bool loads = in_.byte() & 1;
    std::string space = in_.of(kSpaces);
    if (space == "const" && !loads) space = "global";
    unsigned width = 1u << in_.byte() % 3;
    if (width * type.bytes > 16) width = 1;
    const std::string name =
        fmt::format("{}{}{}{}{}.{}", loads ? "ld" : "st", in_.one_in(16) ? ".volatile" : "",
                    space.empty() ? "" : "." + space, "",
                    width > 1 ? fmt::format(".v{}", width) : "", type.name);
    std::string where;
    if (space == "param")
      where = is_kernel_ && in_.one_in(4)
                  ? fmt::format("[{}+{}]", wide(), number())
                  : fmt::format("[{}+{}]", parameters_[in_.byte() % parameters_.size()],
                                in_.one_in(4) ? number() : in_.of(kSmallNumbers));
    else where = address(space);
    const std::string data = vector(width, type.bytes);
    return guard() + (loads ? fmt::format("{} {}, {};\n", name, data, where)
                            : fmt::format("{} {}, {};\n", name, where, data));
  }

  std::string atomic() {
    constexpr std::array<std::string_view, 3> kSpaces = {"global", "shared", ""};
    struct Operation {
      std::string_view name;
      unsigned bytes, width;
    };
    constexpr std::array<Operation, 9> kOperations = {{{"add.u32", 4, 1},
                                                       {"add.u64", 8, 1},
                                                       {"exch.b32", 4, 1},
                                                       {"cas.b64", 8, 1},
                                                       {"cas.b16", 2, 1},
                                                       {"min.s32", 4, 1},
                                                       {"exch.b128", 16, 1},
                                                       {"cas.b128", 16, 1},
                                                       {"add.v2.f32", 4, 2}}};
    const Operation o = kOperations[in_.byte() % kOperations.size()];
    const bool returns = in_.byte() & 1 || o.bytes != 4;
    const std::string space = o.width > 1 ? "global" : in_.of(kSpaces);
    std::string text = guard() + (returns ? "atom" : "red") + (space.empty() ? "" : "." + space) +
                       "." + std::string(o.name) + " ";
    if (returns) text += vector(o.width, o.bytes) + ", ";
    text += address(space) + ", " + vector(o.width, o.bytes);
    if (o.name.starts_with("cas")) text += ", " + vector(o.width, o.bytes);
    return text + ";\n";
  }

  std::string call() {
    if (!is_kernel_) return "";
    const std::string bytes = in_.one_in(16) ? number() : "24";
    const std::string offset = in_.one_in(4) ? number() : "0";
    return fmt::format(
        "{{\n.param .b64 a;\n.param .align 8 .b8 b[{}];\n.param .align 4 .b8 r[12];\n"
        "st.param.b64 [a], {};\nst.param.b32 [b+{}], {};\ncall (r), f, ({});\n"
        "ld.param.b32 {}, [r+{}];\n}}\n",
        bytes, wide(), offset, narrow(), in_.one_in(32) ? "b, a" : "a, b", narrow(),
        in_.of(kSmallNumbers));
  }

  std::string call_by_pointer() {
    return fmt::format(
        "{{\n.param .b64 a;\n.param .align 8 .b8 b[24];\n.param .align 4 .b8 r[12];\n"
        "mov.b64 %rd6, f+{};\nst.param.b64 [a], {};\n"
        "type: .callprototype (.param .align 4 .b8 _[12]) _ (.param .b64 _, .param .align 8 .b8 "
        "_[24]);\ncall (r), %rd6, (a, b), type;\nld.param.b32 {}, [r];\n}}\n",
        in_.one_in(4) ? number() : "0", wide(), narrow());
  }

  std::string print() {
    return fmt::format(
        "{{\n.param .b64 f;\n.param .b64 v;\n.param .b32 n;\n"
        "mov.b64 %rd6, {};\nst.param.b64 [f], %rd6;\nst.param.b64 [v], {};\n"
        "call (n), vprintf, (f, v);\nld.param.b32 {}, [n];\n}}\n",
        in_.one_in(8) ? number() : "words", in_.one_in(4) ? wide() : "%rd2", narrow());
  }

  std::string arithmetic() {
    switch (in_.byte() % 6) {
      case 0: return fmt::format("mov.b64 {}, {};\n", wide(), number());
      case 1: return fmt::format("add.u64 {}, {}, {};\n", wide(), wide(), number());
      case 2: return fmt::format("mad.lo.u64 {}, {}, {}, {};\n", wide(), wide(), number(), wide());
      case 3: return fmt::format("cvt.u32.u64 {}, {};\n", narrow(), wide());
      case 4: return fmt::format("setp.ne.u32 {}, {}, {};\n", predicate(), narrow(), narrow());
      default:
        return fmt::format("add.u32 {}, {}, {};\n", narrow(), narrow(), in_.of(kSmallNumbers));
    }
  }

  std::string move() {
    constexpr std::array<std::string_view, 4> kSpaces = {"shared", "local", "global", "param"};
    switch (in_.byte() % 7) {
      case 0: return fmt::format("mov.b64 {}, {{{}, {}}};\n", fitting(8), fitting(4), fitting(4));
      case 1: return fmt::format("mov.b64 {{{}, {}}}, {};\n", fitting(4), fitting(4), fitting(8));
      case 2: return fmt::format("mov.b128 {}, {{{}, {}}};\n", fitting(16), wide(), wide());
      case 3: return fmt::format("mov.b128 {{{}, {}}}, {};\n", wide(), fitting(8), fitting(16));
      case 4:
        return fmt::format("cvta{}.{}.u64 {}, {};\n", in_.byte() & 1 ? ".to" : "", in_.of(kSpaces),
                           wide(), wide());
      case 5:
        return fmt::format("isspacep.{} {}, {};\n", in_.of(kSpaces),
                           in_.one_in(8) ? "_" : predicate(), wide());
      default:
        return fmt::format("mov.b64 {}, {}+{};\n", wide(), in_.byte() & 1 ? "g" : "l", number());
    }
  }

  std::string async_copy() {
    constexpr std::array<std::string_view, 5> kBytes = {"4", "8", "16", "12", "4294967300"};
    return fmt::format("{}cp.async.ca.shared.global {}, {}, {};\ncp.async.wait_all;\n", guard(),
                       address("shared"), address("global"), in_.of(kBytes));
  }

  std::string instruction() {
    unsigned kind = in_.byte() % 16;
    if (is_specified_ && (kind <= 1 || kind == 5)) kind = 9;  // an access
    switch (kind) {
      case 0: return call();
      case 1: return call_by_pointer_or_print();
      case 2: return move();
      case 3:
      case 4: return arithmetic();
      case 5: return async_copy();
      case 6:
      case 7: return atomic();
      case 8: return is_kernel_ ? "bar.sync 0;\n" : "";
      default: return access();
    }
  }
  std::string call_by_pointer_or_print() {
    if (!is_kernel_) return "";
    return in_.byte() & 1 ? print() : call_by_pointer();
  }

  Choices in_;
  std::vector<std::string> parameters_;
  bool is_kernel_ = true;
  bool is_specified_ = false;  // half of the modules: nothing of which the specification is silent
};

struct Outcome {
  Result<sim::Report, sim::Refusal> report;
  std::vector<std::byte> bytes;
};

// By the specification, or by the simulator.
Outcome run(bool specified, const ptx::Module& module) {
  Outcome outcome{sim::Refusal{}, std::vector<std::byte>(kBufferBytes, std::byte{0x55})};
  sim::Buffer buffer;
  buffer.name = "out";
  buffer.element = sim::ElementType::u32;
  buffer.shape = {kBufferBytes / 4};
  buffer.bytes = outcome.bytes;
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {2, 1, 1};
  launch.block = {kThreads, 1, 1};
  launch.arguments.push_back({0, {}});
  launch.arguments.push_back({-1, std::vector<std::byte>(4, std::byte{3})});
  launch.arguments.push_back({-1, std::vector<std::byte>(Writer::kStructBytes, std::byte{5})});
  sim::Options options;
  options.max_work_per_warp = 5000;
  options.max_output_bytes = 512;
  if (specified) outcome.report = specification::run(module, {&buffer, 1}, {&launch, 1}, options);
  else outcome.report = sim::simulate(module, {&buffer, 1}, {&launch, 1}, options);
  return outcome;
}

void fail(const std::string& text, std::string_view words) {
  std::fprintf(stderr, "%s\nsimulator and specification differ in %.*s\n", text.c_str(),
               static_cast<int>(words.size()), words.data());
  std::abort();
}

void agree(const std::string& text, const ptx::Module& module) {
  const Outcome simulated = run(false, module);
  if (!simulated.report || !specification::left_out(module).empty()) return;
  const Outcome specified = run(true, module);
  // A race or a value that nobody wrote is not specified, and leaves the order open.
  if (!simulated.report->findings.empty() || !specified.report->findings.empty()) return;
  if (simulated.bytes != specified.bytes) fail(text, "what is written");
  if (simulated.report->launches[0].total.values != specified.report->launches[0].total.values)
    fail(text, "what is counted");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text = Writer(Choices(data, size)).module();
  if (std::getenv("WARPLAB_SHOW_PTX")) std::fputs(text.c_str(), stderr);
  const auto module = ptx::parse(text);
  if (!module) return 0;
  agree(text, *module);
  return 0;
}
