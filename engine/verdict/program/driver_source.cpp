#include "verdict/program/driver_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace warplab::verdict {
namespace {

using data::ElementType;

// Of the host's C++, as the function takes it by value. Pointers are alike, whatever they lead to.
std::string_view type_of(ElementType type) {
  switch (type) {
    case ElementType::u8: return "unsigned char";
    case ElementType::i8: return "signed char";
    case ElementType::u16: return "unsigned short";
    case ElementType::i16: return "short";
    case ElementType::u32: return "unsigned";
    case ElementType::i32: return "int";
    case ElementType::u64: return "unsigned long long";
    case ElementType::i64: return "long long";
    case ElementType::f16:
    case ElementType::bf16: return "unsigned short";
    case ElementType::f32: return "float";
    case ElementType::f64: return "double";
  }
  return "int";
}

constexpr const char* kDeviceBuffers = R"(
static void* buffer(const char* word) { return (void*)strtoull(word, nullptr, 16); }
static void give_back() {}
)";
// The function may do to its memory what it likes, pin it too: it has a copy of the file, and what
// can be written is copied back behind the call.
constexpr const char* kHostBuffers = R"(
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
static struct { void* memory; int file; size_t bytes; } lent[64];
static int lent_count;
static void* buffer(const char* word) {
  const int file = atoi(word);
  struct stat about;
  if (fstat(file, &about) != 0) abort();
  const size_t bytes = about.st_size, pages = (bytes + 4095) / 4096 * 4096;
  void* const content = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, 0);
  void* const memory = aligned_alloc(4096, pages);
  if (content == MAP_FAILED || !memory) abort();
  memcpy(memory, content, bytes);
  munmap(content, bytes);
  lent[lent_count++] = {memory, file, bytes};
  return memory;
}
static void give_back() {
  for (int k = 0; k < lent_count; ++k) {
    if ((fcntl(lent[k].file, F_GETFL) & O_ACCMODE) != O_RDWR) continue;
    void* const content = mmap(nullptr, lent[k].bytes, PROT_WRITE, MAP_SHARED, lent[k].file, 0);
    if (content == MAP_FAILED) abort();
    memcpy(content, lent[k].memory, lent[k].bytes);
  }
}
)";

}  // namespace

std::string driver_source(const exercise::Exercise& exercise) {
  const exercise::LaunchSpec& call = exercise.launches.front();
  std::map<std::string, size_t> words;  // of buffers
  for (const exercise::ArgumentSpec& argument : call.arguments)
    if (!argument.buffer.empty()) words.try_emplace(argument.buffer, words.size() + 1);
  size_t next = words.size() + 1;
  std::string buffers, parameters, arguments;
  for (const auto& [name, word] : words)
    buffers += fmt::format("  void* const buffer{0} = buffer(words[{0}]);\n", word);
  for (const exercise::ArgumentSpec& argument : call.arguments) {
    const char* const comma = parameters.empty() ? "" : ", ";
    if (!argument.buffer.empty()) {
      parameters += fmt::format("{}void*", comma);
      arguments += fmt::format("{}buffer{}", comma, words.at(argument.buffer));
      continue;
    }
    parameters += fmt::format("{}{}", comma, type_of(argument.scalar.type));
    arguments +=
        fmt::format("{}number<{}>(words[{}])", comma, type_of(argument.scalar.type), next++);
  }
  return fmt::format(
      "#include <cstdlib>\n#include <cstring>\n"
      "extern \"C\" int cudaDeviceSynchronize(void);\n"
      "extern \"C\" void {0}({1});\n{2}"
      "template <class T>\nstatic T number(const char* word) {{\n  T value;\n"
      "  unsigned char bytes[sizeof(T)];\n"
      "  for (size_t k = 0; k < sizeof(T); ++k) {{\n"
      "    const char digits[3] = {{word[2 * k], word[2 * k + 1], 0}};\n"
      "    bytes[k] = (unsigned char)strtoul(digits, nullptr, 16);\n  }}\n"
      "  memcpy(&value, bytes, sizeof value);\n  return value;\n}}\n"
      "int main(int, char** words) {{\n  (void)words;\n{3}  {0}({4});\n"
      "  cudaDeviceSynchronize();\n  give_back();\n}}\n",
      exercise.host->function, parameters,
      exercise.host->host_pointers ? kHostBuffers : kDeviceBuffers, buffers, arguments);
}

std::vector<size_t> call_buffers(const data::Launch& call) {
  std::vector<size_t> buffers;
  for (const data::Argument& argument : call.arguments) {
    const auto number = static_cast<size_t>(argument.buffer);
    if (argument.buffer >= 0 && std::ranges::find(buffers, number) == buffers.end())
      buffers.push_back(number);
  }
  return buffers;
}

std::vector<std::string> call_numbers(const data::Launch& call) {
  std::vector<std::string> numbers;
  for (const data::Argument& argument : call.arguments) {
    if (argument.buffer >= 0) continue;
    std::string& text = numbers.emplace_back();
    for (const std::byte byte : argument.value)
      text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  }
  return numbers;
}

}  // namespace warplab::verdict
