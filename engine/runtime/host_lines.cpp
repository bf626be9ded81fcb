#include "runtime/host_lines.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include <elf.h>

#include <fmt/format.h>

#include "base/child_process.hpp"

namespace warplab::runtime {
namespace {

bool is_position_independent(const std::string& file) {
  Elf64_Ehdr header = {};
  std::ifstream in(file, std::ios::binary);
  char bytes[sizeof header];
  if (!in.read(bytes, sizeof bytes)) return true;
  std::memcpy(&header, bytes, sizeof header);
  return header.e_type != ET_EXEC;
}

// "/home/kim/a.cu:12 (discriminator 3)"
Place place_in(const std::string& line) {
  const size_t colon = line.rfind(':');
  if (colon == std::string::npos || line.starts_with("??")) return {};
  Place place{line.substr(0, colon), 0};
  std::from_chars(line.data() + colon + 1, line.data() + line.size(), place.line);
  return place;
}

}  // namespace

// One addr2line, which answers as long as it is asked.
class HostLines::Reader {
 public:
  Reader(std::vector<std::string> behind, const std::string& file)
      : is_relative_(is_position_independent(file)),
        child_(command(std::move(behind), file),
               {ChildStream::pipe, ChildStream::pipe, ChildStream::nowhere}) {
    if (child_.input() >= 0) to_ = fdopen(fcntl(child_.input(), F_DUPFD_CLOEXEC, 0), "w");
    if (child_.output() >= 0) from_ = fdopen(fcntl(child_.output(), F_DUPFD_CLOEXEC, 0), "r");
  }
  ~Reader() {
    if (to_) fclose(to_);
    if (from_) fclose(from_);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  bool is_relative() const { return is_relative_; }
  // The line of the address, and of the calls into which it was inlined.
  std::vector<Place> places(uint64_t address) {
    std::vector<Place> found;
    if (!to_ || !from_) return found;
    // How many lines an answer has is not told: that of address 0 marks the end of it.
    fmt::print(to_, "{:x}\n0\n", address);
    fflush(to_);
    bool has_begun = false;
    std::string line;
    while (read_line(line)) {
      const bool is_address = line.starts_with("0x");
      if (is_address && has_begun && line.find_first_not_of("0x") == std::string::npos) {
        read_line(line);
        break;
      }
      if (is_address) has_begun = true;
      else found.push_back(place_in(line));
    }
    return found;
  }

 private:
  static std::vector<std::string> command(std::vector<std::string> behind,
                                          const std::string& file) {
    behind.insert(behind.end(), {"addr2line", "-a", "-i", "-e", file});
    return behind;
  }
  bool read_line(std::string& line) {
    line.clear();
    for (int c = fgetc(from_); c != EOF; c = fgetc(from_)) {
      if (c == '\n') return true;
      line += static_cast<char>(c);
    }
    return false;
  }
  bool is_relative_ = true;
  ChildProcess child_;
  FILE *to_ = nullptr, *from_ = nullptr;
};

HostLines::HostLines(pid_t pid, std::vector<std::string> not_the_users,
                     std::vector<std::string> behind)
    : pid_(pid), not_the_users_(std::move(not_the_users)), behind_(std::move(behind)) {}
HostLines::~HostLines() = default;

void HostLines::read_mappings() {
  mappings_.clear();
  std::ifstream maps(fmt::format("/proc/{}/maps", pid_));
  std::string line;
  while (std::getline(maps, line)) {
    Mapping mapping;
    std::istringstream words(line);
    std::string range, rest;
    words >> range >> rest >> rest >> rest >> rest;
    std::getline(words >> std::ws, mapping.file);
    const size_t dash = range.find('-');
    if (dash == std::string::npos) continue;
    std::from_chars(range.data(), range.data() + dash, mapping.begin, 16);
    std::from_chars(range.data() + dash + 1, range.data() + range.size(), mapping.end, 16);
    mappings_.push_back(std::move(mapping));
  }
}

bool HostLines::is_mapped(uint64_t address) {
  read_mappings();
  return std::ranges::any_of(mappings_, [&](const Mapping& m) {
    return address >= m.begin && address < m.end && !m.file.starts_with("/memfd:device memory");
  });
}

const std::vector<Place>& HostLines::places_at(uint64_t address) {
  const auto [known, is_new] = known_.try_emplace(address);
  if (!is_new) return known->second;
  const auto mapping_of = [&] {
    return std::ranges::find_if(
        mappings_, [&](const Mapping& m) { return address >= m.begin && address < m.end; });
  };
  auto mapping = mapping_of();
  if (mapping == mappings_.end()) {
    read_mappings();
    mapping = mapping_of();
  }
  if (mapping == mappings_.end() || !mapping->file.starts_with('/')) return known->second;
  // Libraries of the system may know their own lines, by paths that do not look like it.
  if (std::ranges::any_of(not_the_users_, [&](const std::string& folder) {
        return mapping->file.starts_with(folder);
      }))
    return known->second;
  std::unique_ptr<Reader>& reader = readers_[mapping->file];
  if (!reader) reader = std::make_unique<Reader>(behind_, mapping->file);
  const auto first = std::ranges::find(mappings_, mapping->file, &Mapping::file);
  // The call stands before the address to which it returns.
  const uint64_t in_file = address - 1 - (reader->is_relative() ? first->begin : 0);
  known->second = reader->places(in_file);
  return known->second;
}

bool HostLines::is_users(const Place& place) const {
  if (place.line == 0 || place.file.find("/tmpxft_") != std::string::npos ||
      place.file.starts_with("tmpxft_"))
    return false;
  return std::ranges::none_of(
      not_the_users_, [&](const std::string& folder) { return place.file.starts_with(folder); });
}

Place HostLines::of(const Frames& frames, uint64_t* call) {
  for (uint32_t k = 0; k < std::min(frames.count, kMostFrames); ++k)
    for (const Place& place : places_at(frames.address[k])) {
      if (!is_users(place)) continue;
      if (call) *call = frames.address[k];
      return place;
    }
  return {};
}

}  // namespace warplab::runtime
