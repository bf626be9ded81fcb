// Feeds the seeds of a fuzzer to it without libFuzzer, so that every machine runs them, and each of
// them cut off at many places: a file that ends too early is what careless parsers trip over first.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

constexpr size_t kCuts = 64;

void feed(const std::string& text, size_t size) {
  // A copy of exactly this size, for AddressSanitizer to see a read past its end.
  const std::vector<uint8_t> piece(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
  LLVMFuzzerTestOneInput(piece.data(), piece.size());
}

}  // namespace

int main(int argc, char** argv) {
  int seeds = 0;
  for (int i = 1; i < argc; ++i)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      for (size_t cut = 0; cut <= kCuts; ++cut) feed(text, text.size() * cut / kCuts);
      ++seeds;
    }
  std::printf("%d seeds, each at %zu lengths\n", seeds, kCuts + 1);
  return seeds > 0 ? 0 : 1;
}
