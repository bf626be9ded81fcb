#include "verdict/report/made_by.hpp"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <optional>

#include "base/file_text.hpp"
#include "exercise/sha256.hpp"
#include "worker/conversation.hpp"

namespace warplab::verdict {
namespace {

template <class Entry>
bool read(std::ifstream& file, uint64_t offset, Entry& entry) {
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(&entry), sizeof entry);
  return bool(file);
}

// The loaded segments of an ELF file (System V ABI, "Program Header"), one behind the other; none:
// it is no 64-bit ELF file, or a damaged one.
std::optional<std::string> loaded_segments(const std::filesystem::path& program) {
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr header{};
  if (!read(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr))
    return std::nullopt;
  std::error_code why;
  const uint64_t size = std::filesystem::file_size(program, why);
  std::string all;
  for (unsigned i = 0; !why && i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    if (!read(file, header.e_phoff + i * sizeof segment, segment)) return std::nullopt;
    if (segment.p_type != PT_LOAD) continue;
    if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset) return std::nullopt;
    const size_t before = all.size();
    all.resize(before + segment.p_filesz);
    file.seekg(static_cast<std::streamoff>(segment.p_offset));
    file.read(all.data() + before, static_cast<std::streamsize>(segment.p_filesz));
    if (!file) return std::nullopt;
  }
  return all.empty() ? std::nullopt : std::optional(std::move(all));
}

// With all that helps to debug it.
constexpr uint64_t kMostProgramBytes = uint64_t{4} << 30;

}  // namespace

std::string hash_of_program(const std::filesystem::path& file) {
  std::optional<std::string> bytes = loaded_segments(file);
  if (!bytes) bytes = file_text(file, kMostProgramBytes);
  return bytes ? exercise::hex_text(exercise::sha256(*bytes)) : std::string();
}

const std::string& program_hash() {
  static const std::string hash = [] {
    const std::string own = hash_of_program("/proc/self/exe");
    const std::string worker =
        hash_of_program(worker::worker_program("warplab-worker", "WARPLAB_WORKER"));
    if (own.empty() || worker.empty()) return std::string();
    // Of each its own hash, so that no two pairs of files read the same.
    return exercise::hex_text(exercise::sha256(own + worker));
  }();
  return hash;
}

}  // namespace warplab::verdict
