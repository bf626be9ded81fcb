#pragma once
// Reading a zip that a stranger made: no path leaves it, no link is followed, and what comes out of
// it is bounded by what is asked for, not by what it says of itself.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace warplab::course {

struct ZipLimits {
  uint64_t bytes = 512u << 20;  // of the zip itself
  size_t entries = 100'000;
  uint64_t ratio = 200;  // of an entry of more than a megabyte to its packed size
};

struct ZipEntry {
  std::string name;  // relative, without "." and "..", with '/'
  uint64_t index = 0;
  uint64_t bytes = 0;
  // Seconds since 1970, or, without a zone, of the clock on the wall where it was zipped; 0: not
  // known.
  int64_t modified = 0;
  bool has_zone = false;
  bool is_folder = false, is_link = false;
  std::string why_not;        // it is not to be read: one sentence; else empty
  bool is_handed_in = false;  // with `why_not`: it is a file nonetheless, which cannot be read
};

class Zip {
 public:
  // The Error is a sentence: no zip, damaged, encrypted, too large.
  static Result<Zip> open(const std::filesystem::path& file, const ZipLimits& limits);
  // `name` is for sentences.
  static Result<Zip> open_bytes(std::string bytes, const std::string& name,
                                const ZipLimits& limits);
  const std::vector<ZipEntry>& entries() const { return entries_; }
  // At most `most` bytes; more is an Error, whatever the zip said.
  Result<std::string> read(const ZipEntry& entry, uint64_t most);

 private:
  struct Close {
    void operator()(void* archive) const;
  };
  Result<bool> list(const std::string& name, const ZipLimits& limits);
  std::unique_ptr<std::string> bytes_;  // of open_bytes(); the archive reads from there
  std::unique_ptr<void, Close> archive_;
  std::vector<ZipEntry> entries_;
};

}  // namespace warplab::course
