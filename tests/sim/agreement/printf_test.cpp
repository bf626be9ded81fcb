#include <bit>
#include <cstring>

#include "corpus_run.hpp"
#include "sim/device/printf.hpp"

using namespace warplab;

namespace {

// Packs arguments as the compiler does for vprintf.
class Arguments {
 public:
  Arguments& operator<<(int value) { return append(&value, sizeof value); }
  Arguments& operator<<(int64_t value) { return append(&value, sizeof value); }
  Arguments& operator<<(double value) { return append(&value, sizeof value); }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  Arguments& append(const void* from, size_t size) {
    bytes_.resize((bytes_.size() + size - 1) / size * size);
    const auto* b = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), b, b + size);
    return *this;
  }
  std::vector<std::byte> bytes_;
};

sim::FormattedPrintf print(const std::string& format, const Arguments& arguments = {}) {
  return sim::format_device_printf(format, arguments.bytes(),
                                   [](uint64_t address, size_t) -> std::optional<std::string> {
                                     if (address == 1000) return "text";
                                     return std::nullopt;
                                   });
}

}  // namespace

TEST_CASE("printf prints in the order of blocks and threads and returns its number of arguments") {
  for (const CorpusRun& run : run_corpus("print")) {
    CHECK(run.report.output == run.entry.output);
    CHECK(difference(run.result<int>("out"), std::vector<int>(4, 8 + 9 + 5)) == "");
  }
}

TEST_CASE("whole numbers go by flags, width, precision and length") {
  CHECK(print("%d|%5d|%-5d|%05d|%+d|% d", Arguments() << 7 << 7 << 7 << 7 << 7 << 7).text ==
        "7|    7|7    |00007|+7| 7");
  CHECK(print("%u %x %#x %#o %X", Arguments() << -1 << 255 << 255 << 8 << 171).text ==
        "4294967295 ff 0xff 010 AB");
  CHECK(print("%.3d|%8.3d", Arguments() << 7 << 7).text == "007|     007");
  CHECK(print("%hd %hu", Arguments() << 70000 << -1).text == "4464 65535");
  CHECK(print("%d %lld %d", Arguments() << 1 << int64_t{-1} << 2).text == "1 -1 2");
  CHECK(print("%lu", Arguments() << int64_t{-1}).text == "18446744073709551615");
}

TEST_CASE("floats are doubles and print as on the host") {
  CHECK(print("%f %.1f %8.2f|%-8.2f|", Arguments() << 1.5 << 1.25 << 2.0 << 2.0).text ==
        "1.500000 1.2     2.00|2.00    |");
  CHECK(print("%e %G %g", Arguments() << 12345.678 << 1e-10 << 100000.0).text ==
        "1.234568e+04 1E-10 100000");
  CHECK(print("%d %f", Arguments() << 1 << 0.5).text == "1 0.500000");
}

TEST_CASE("strings, characters and pointers") {
  CHECK(print("%s|%6s|%-6s|%.2s",
              Arguments() << int64_t{1000} << int64_t{1000} << int64_t{1000} << int64_t{1000})
            .text == "text|  text|text  |te");
  CHECK(print("%s %p", Arguments() << int64_t{0} << int64_t{0}).text == "(null) (nil)");
  CHECK(print("%.2s|%020p", Arguments() << int64_t{0} << int64_t{0x1f}).text ==
        "|0x00000000000000001f");
  CHECK(print("%c%3c %p", Arguments() << int{'a'} << int{'b'} << int64_t{0x1f0}).text ==
        "a  b 0x1f0");
}

TEST_CASE("a star takes the width from the arguments, a negative one to the left") {
  CHECK(print("%*d|%-*d|%*.1f", Arguments() << 4 << 7 << 3 << 7 << 6 << 0.25).text ==
        "   7|7  |   0.2");
  CHECK(print("%*d|", Arguments() << -4 << 7).text == "7   |");
}

TEST_CASE("what a GPU's printf does not know stands as it is and takes no argument") {
  CHECK(print("%.*f %d", Arguments() << 1).text == "%.*f 1");
  CHECK(print("%zu %hhd %d", Arguments() << 1).text == "%zu %hhd 1");
  CHECK(print("%*.*d %zd", Arguments() << 1).arguments == 0);
}

TEST_CASE("the number of arguments counts what the format took") {
  CHECK(print("no arguments 100%%").arguments == 0);
  CHECK(print("no arguments 100%%").text == "no arguments 100%");
  CHECK(print("%d %*d", Arguments() << 1 << 2 << 3).arguments == 3);
}

TEST_CASE("what cannot be printed stands as it is") {
  CHECK(print("%d and %q", Arguments() << 1).text == "1 and %q");
  CHECK(print("%d %d", Arguments() << 1).text == "1 %d");
  CHECK(print("%s", Arguments() << int64_t{5}).text == "%s");
  CHECK(print("50%").text == "50%");
  CHECK(print("%-08.").text == "%-08.");
}

TEST_CASE("a monstrous width does not fill the memory") {
  CHECK(print("%999999999d", Arguments() << 1).text.size() == 4096);
  CHECK(print("%*d", Arguments() << INT32_MIN << 1).text.size() == 4096);
}

TEST_CASE("a text that printf cannot read to its end is told, and a precision ends it") {
  for (const CorpusRun& run : run_corpus("print_of_no_text"))
    CHECK(run.report.findings.size() == run.entry.findings.size());
  size_t asked = 0;
  const auto limited = [&](uint64_t, size_t most) -> std::optional<std::string> {
    asked = most;
    return "abcd";
  };
  const Arguments word = Arguments() << int64_t{1000};
  CHECK(sim::format_device_printf("%.4s", word.bytes(), limited).text == "abcd");
  CHECK(asked == 4);
  CHECK(sim::format_device_printf("%s", word.bytes(), limited).text == "abcd");
  CHECK(asked > 4096);
}
