#include "compile/cubin.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace warplab::compile {
namespace {

constexpr uint16_t kMachineCuda = 190;  // EM_CUDA

// A record of .nv.info: format, attribute, and a 16-bit value or the size of what follows.
constexpr uint8_t kFormatSized = 0x04;
constexpr uint8_t kAttributeFrameSize = 0x11;     // symbol, bytes of the function's own frame
constexpr uint8_t kAttributeMinStackSize = 0x12;  // symbol, bytes with the calls it makes
constexpr uint8_t kAttributeRegisters = 0x2f;     // symbol, registers a thread

// From compute capability 9.0 on, .nv.shared.KERNEL starts with what the system keeps for itself in
// each block; its presence is told by a section of its own. ptxas -v does not count it.
constexpr std::string_view kReservedSection = ".nv.shared.reserved.";
constexpr uint64_t kReservedSharedBytes = 1024;

constexpr std::string_view kCodeSection = ".text.";
constexpr std::string_view kSharedSection = ".nv.shared.";

class Elf {
 public:
  explicit Elf(std::span<const uint8_t> file) : file_(file) {}

  // One sentence when the file is not what it should be.
  std::optional<std::string> open() {
    Elf64_Ehdr header;
    if (!copy(0, header)) return "it is shorter than an ELF header";
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return "it is not an ELF file";
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
      return "it is not a little-endian 64-bit file";
    if (header.e_machine != kMachineCuda) return "it is not for a GPU of NVIDIA's";
    if (header.e_shentsize != sizeof(Elf64_Shdr)) return "its section headers have an unknown size";
    sections_.resize(header.e_shnum);
    for (size_t i = 0; i < sections_.size(); ++i)
      if (header.e_shoff > file_.size() ||
          !copy(header.e_shoff + i * sizeof(Elf64_Shdr), sections_[i]))
        return "its section table leaves the file";
    if (header.e_shstrndx >= sections_.size()) return "its section names are missing";
    names_ = bytes_of(sections_[header.e_shstrndx]);
    return std::nullopt;
  }

  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  std::string_view name_of(const Elf64_Shdr& section) const {
    return text(names_, section.sh_name);
  }

  // Content of a section; empty when it has none in the file or leaves it.
  std::span<const uint8_t> bytes_of(const Elf64_Shdr& section) const {
    if (section.sh_type == SHT_NOBITS || section.sh_offset > file_.size() ||
        section.sh_size > file_.size() - section.sh_offset)
      return {};
    return file_.subspan(section.sh_offset, section.sh_size);
  }

  // The name of symbol `index` of the symbol table.
  std::string_view symbol_name(uint32_t index) const {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections_.size()) continue;
      const std::span<const uint8_t> table = bytes_of(section);
      if (index >= table.size() / sizeof(Elf64_Sym)) return {};
      Elf64_Sym symbol;
      std::memcpy(&symbol, table.data() + index * sizeof symbol, sizeof symbol);
      return text(bytes_of(sections_[section.sh_link]), symbol.st_name);
    }
    return {};
  }

 private:
  template <class T>
  bool copy(uint64_t offset, T& value) const {
    if (offset > file_.size() || sizeof value > file_.size() - offset) return false;
    std::memcpy(&value, file_.data() + offset, sizeof value);
    return true;
  }

  static std::string_view text(std::span<const uint8_t> table, uint64_t offset) {
    if (offset >= table.size()) return {};
    const uint8_t* const begin = table.data() + offset;
    const uint8_t* const end = std::find(begin, table.data() + table.size(), uint8_t{0});
    return {reinterpret_cast<const char*>(begin), static_cast<size_t>(end - begin)};
  }

  std::span<const uint8_t> file_;
  std::vector<Elf64_Shdr> sections_;
  std::span<const uint8_t> names_;
};

// Since Volta an instruction has 128 bits, of which the lowest 9 are its opcode whatever its
// operands are (Jia et al., arXiv 1804.06826, chapter 2; `cuobjdump -sass` prints the words).
constexpr size_t kInstructionBytes = 16;
constexpr uint64_t kOpcodeMask = 0x1ff;
constexpr uint64_t kGlobalLoad = 0x181;                       // LDG
constexpr uint64_t kF32Operations[] = {0x020, 0x021, 0x023};  // FMUL, FADD, FFMA
constexpr uint64_t kF64Operations[] = {0x028, 0x029, 0x02b};  // DMUL, DADD, DFMA

void count_instructions(std::span<const uint8_t> code, KernelResources& resources) {
  for (; code.size() >= kInstructionBytes; code = code.subspan(kInstructionBytes)) {
    uint64_t word = 0;
    std::memcpy(&word, code.data(), sizeof word);
    const uint64_t opcode = word & kOpcodeMask;
    resources.global_loads += opcode == kGlobalLoad;
    resources.f32_operations +=
        std::ranges::find(kF32Operations, opcode) != std::end(kF32Operations);
    resources.f64_operations +=
        std::ranges::find(kF64Operations, opcode) != std::end(kF64Operations);
  }
}

using Kernels = std::map<std::string, KernelResources>;

// `take(attribute, symbol, value)` for each record of .nv.info that says a number about a symbol.
template <class Take>
void for_each_attribute(std::span<const uint8_t> info, const Take& take) {
  while (info.size() >= 4) {
    const uint8_t format = info[0], attribute = info[1];
    uint16_t size = 0;
    std::memcpy(&size, info.data() + 2, sizeof size);
    info = info.subspan(4);
    if (format != kFormatSized) continue;
    if (size > info.size()) return;
    if (size >= 8) {
      uint32_t symbol = 0, value = 0;
      std::memcpy(&symbol, info.data(), sizeof symbol);
      std::memcpy(&value, info.data() + 4, sizeof value);
      take(attribute, symbol, value);
    }
    info = info.subspan(size);
  }
}

void read_attributes(const Elf& elf, const Elf64_Shdr& section, Kernels& kernels) {
  for_each_attribute(elf.bytes_of(section),
                     [&](uint8_t attribute, uint32_t symbol, uint32_t value) {
                       const auto kernel = kernels.find(std::string(elf.symbol_name(symbol)));
                       if (kernel == kernels.end()) return;
                       KernelResources& resources = kernel->second;
                       if (attribute == kAttributeRegisters) resources.registers = value;
                       if (attribute == kAttributeFrameSize || attribute == kAttributeMinStackSize)
                         resources.local_bytes = std::max(resources.local_bytes, value);
                     });
}

}  // namespace

Result<Kernels> read_cubin(std::span<const uint8_t> cubin) {
  Elf elf(cubin);
  if (const std::optional<std::string> fault = elf.open())
    return Error{fmt::format("The cubin cannot be read: {}.", *fault)};
  Kernels kernels;
  bool reserved = false;
  for (const Elf64_Shdr& section : elf.sections()) {
    const std::string_view name = elf.name_of(section);
    if (name.starts_with(kCodeSection))
      count_instructions(elf.bytes_of(section),
                         kernels[std::string(name.substr(kCodeSection.size()))]);
    reserved = reserved || name.starts_with(kReservedSection);
  }
  for (const Elf64_Shdr& section : elf.sections()) {
    const std::string_view name = elf.name_of(section);
    if (name == ".nv.info") read_attributes(elf, section, kernels);
    if (!name.starts_with(kSharedSection) || name.starts_with(kReservedSection)) continue;
    const auto kernel = kernels.find(std::string(name.substr(kSharedSection.size())));
    if (kernel == kernels.end()) continue;
    const uint64_t kept = reserved ? kReservedSharedBytes : 0;
    const uint64_t own = section.sh_size > kept ? section.sh_size - kept : 0;
    kernel->second.static_shared_bytes = static_cast<uint32_t>(std::min<uint64_t>(own, UINT32_MAX));
  }
  return kernels;
}

}  // namespace warplab::compile
