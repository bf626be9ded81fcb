#include "compile/cubin.hpp"

#include <doctest/doctest.h>
#include <elf.h>

#include <cstring>
#include <string>
#include <vector>

using namespace warplab::compile;

namespace {

// An ELF file of NVIDIA's kind, section by section.
class CubinWriter {
 public:
  CubinWriter() {
    add("", SHT_NULL, {});
    names_at_ = add(".shstrtab", SHT_STRTAB, {});
    strings_at_ = add(".strtab", SHT_STRTAB, {});
    symbols_at_ = add(".symtab", SHT_SYMTAB, {});
    sections_[symbols_at_].header.sh_link = static_cast<uint32_t>(strings_at_);
    add_symbol("");
  }

  uint32_t add_symbol(const std::string& name) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<uint32_t>(sections_[strings_at_].bytes.size());
    append(sections_[strings_at_].bytes, name.c_str(), name.size() + 1);
    append(sections_[symbols_at_].bytes, &symbol, sizeof symbol);
    return next_symbol_++;
  }

  size_t add(const std::string& name, uint32_t type, std::vector<uint8_t> bytes,
             uint64_t size = 0) {
    Section section{name, {}, std::move(bytes)};
    section.header.sh_type = type;
    section.header.sh_size = size;
    sections_.push_back(std::move(section));
    return sections_.size() - 1;
  }

  // A record of .nv.info that says `value` of `symbol`.
  static void attribute(std::vector<uint8_t>& info, uint8_t what, uint32_t symbol, uint32_t value) {
    const uint8_t head[4] = {4, what, 8, 0};
    append(info, head, sizeof head);
    append(info, &symbol, sizeof symbol);
    append(info, &value, sizeof value);
  }

  std::vector<uint8_t> file() {
    std::vector<uint8_t> file(sizeof(Elf64_Ehdr));
    for (Section& section : sections_) {
      section.header.sh_name = static_cast<uint32_t>(sections_[names_at_].bytes.size());
      append(sections_[names_at_].bytes, section.name.c_str(), section.name.size() + 1);
    }
    for (Section& section : sections_) {
      section.header.sh_offset = file.size();
      if (section.header.sh_type != SHT_NOBITS) section.header.sh_size = section.bytes.size();
      append(file, section.bytes.data(), section.bytes.size());
    }
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_machine = 190;
    header.e_shoff = file.size();
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<uint16_t>(sections_.size());
    header.e_shstrndx = static_cast<uint16_t>(names_at_);
    for (const Section& section : sections_) append(file, &section.header, sizeof section.header);
    std::memcpy(file.data(), &header, sizeof header);
    return file;
  }

 private:
  struct Section {
    std::string name;
    Elf64_Shdr header;
    std::vector<uint8_t> bytes;
  };
  static void append(std::vector<uint8_t>& bytes, const void* data, size_t size) {
    const auto* const begin = static_cast<const uint8_t*>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  }
  std::vector<Section> sections_;
  size_t names_at_ = 0, strings_at_ = 0, symbols_at_ = 0;
  uint32_t next_symbol_ = 0;
};

// Kernel "k" with 24 registers, a frame of 272 bytes and 132 bytes of shared memory.
std::vector<uint8_t> example(bool reserved) {
  CubinWriter writer;
  const uint32_t k = writer.add_symbol("k");
  std::vector<uint8_t> info = {3, 0x19, 12, 0};  // a record without content, to be stepped over
  CubinWriter::attribute(info, 0x2f, k, 24);
  CubinWriter::attribute(info, 0x11, k, 16);
  CubinWriter::attribute(info, 0x12, k, 272);
  writer.add(".text.k", SHT_PROGBITS, std::vector<uint8_t>(128));
  writer.add(".nv.info", 0x70000000, info);
  writer.add(".nv.shared.k", SHT_NOBITS, {}, 132 + (reserved ? 1024 : 0));
  if (reserved) writer.add(".nv.shared.reserved.0", SHT_NOBITS, {}, 0);
  return writer.file();
}

}  // namespace

TEST_CASE("registers, shared memory and the stack frame are read from the cubin") {
  const auto kernels = read_cubin(example(false));
  REQUIRE(kernels);
  REQUIRE(kernels->size() == 1);
  const KernelResources& k = kernels->at("k");
  CHECK(k.registers == 24);
  CHECK(k.static_shared_bytes == 132);
  CHECK(k.local_bytes == 272);
}

TEST_CASE("shared memory that the system keeps for itself is not the kernel's") {
  const auto kernels = read_cubin(example(true));
  REQUIRE(kernels);
  CHECK(kernels->at("k").static_shared_bytes == 132);
  CHECK(kernels->size() == 1);
}

TEST_CASE("a file that is no cubin is refused in a sentence that says why") {
  CHECK(read_cubin({}).error() == "The cubin cannot be read: it is shorter than an ELF header.");
  const std::vector<uint8_t> text(100, 'x');
  CHECK(read_cubin(text).error() == "The cubin cannot be read: it is not an ELF file.");
  std::vector<uint8_t> host = example(false);
  host[offsetof(Elf64_Ehdr, e_machine)] = EM_X86_64;
  CHECK(read_cubin(host).error() == "The cubin cannot be read: it is not for a GPU of NVIDIA's.");
}

TEST_CASE("a cubin cut off anywhere is refused or read as far as it goes, and never crashes") {
  const std::vector<uint8_t> whole = example(true);
  for (size_t size = 0; size < whole.size(); ++size)
    CHECK_FALSE(read_cubin(std::span(whole).first(size)));  // the section table is last
}

TEST_CASE("a cubin with any byte changed never crashes") {
  const std::vector<uint8_t> whole = example(true);
  size_t refused = 0;
  for (size_t i = 0; i < whole.size(); ++i)
    for (const uint8_t value : {0x00, 0x7f, 0x80, 0xff}) {
      std::vector<uint8_t> changed = whole;
      changed[i] = value;
      if (!read_cubin(changed)) ++refused;
    }
  CHECK(refused > 0);
}
