#include "course/zip.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>

namespace warplab::course {
namespace fs = std::filesystem;
namespace {

zip_t* archive_in(void* opaque) { return static_cast<zip_t*>(opaque); }

std::string words_of(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string words = zip_error_strerror(&error);
  zip_error_fini(&error);
  return words;
}

// The longest name of a file or folder that common file systems have, in bytes: what is longer was
// zipped by no system, and could not be unpacked to look at it.
constexpr size_t kLongestName = 255;

// Why this name must not be used, or empty. `name` gets '/' for the other slash.
std::string trouble_with_name(std::string& name) {
  std::replace(name.begin(), name.end(), '\\', '/');
  if (name.empty() || name.find('\0') != std::string::npos) return "Its name is empty or damaged.";
  const fs::path path(name);
  if (path.is_absolute() || (name.size() > 1 && name[1] == ':'))
    return "Its path is absolute; it was not read.";
  for (const fs::path& step : path) {
    if (step == "..") return "Its path leads out of the zip; it was not read.";
    if (step.native().size() > kLongestName) {
      name.resize(kLongestName);
      return fmt::format("Its name is longer than {} bytes; it was not read.", kLongestName);
    }
  }
  name = path.lexically_normal().generic_string();
  return {};
}

bool is_link(zip_t* archive, zip_uint64_t index) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip_file_get_external_attributes(archive, index, 0, &system, &attributes) != 0) return false;
  return system == ZIP_OPSYS_UNIX && S_ISLNK(attributes >> 16);
}

// Why what is in the archive cannot be had, or empty. What can be unpacked is the same on every
// machine, whatever its libzip knows besides.
std::string trouble_with_content(const zip_stat_t& stat) {
  if ((stat.valid & ZIP_STAT_ENCRYPTION_METHOD) && stat.encryption_method != ZIP_EM_NONE)
    return "It is locked with a password.";
  if ((stat.valid & ZIP_STAT_COMP_METHOD) && stat.comp_method != ZIP_CM_STORE &&
      stat.comp_method != ZIP_CM_DEFLATE)
    return "It is packed in a way that many programs cannot unpack; make an ordinary zip of it.";
  return {};
}

// A zip has the time of a clock on a wall, which libzip takes for one in the zone of this machine.
// In UTC it stays what the clock showed.
void use_utc() {
  static const bool done = [] {
    ::setenv("TZ", "UTC0", 1);
    ::tzset();
    return true;
  }();
  (void)done;
}

// What Info-ZIP writes beside it (its field "UT"): seconds since 1970, little-endian behind a byte
// of flags.
std::optional<int64_t> time_with_zone(zip_t* archive, zip_uint64_t index) {
  constexpr zip_uint16_t kTimestamp = 0x5455;
  zip_uint16_t size = 0;
  const zip_uint8_t* const field =
      zip_file_extra_field_get_by_id(archive, index, kTimestamp, 0, &size, ZIP_FL_CENTRAL);
  if (!field || size < 5 || (field[0] & 1) == 0) return std::nullopt;
  uint32_t seconds = 0;
  for (int i = 4; i >= 1; --i) seconds = seconds << 8 | field[i];
  return seconds;
}

// A file that begins as a zip does is one, or was.
std::string not_opened(const std::string& name, std::string_view start, const std::string& why) {
  return fmt::format("{} is {}: {}.", name, start.starts_with("PK\3\4") ? "damaged" : "no zip",
                     why);
}

std::string start_of(const fs::path& file) {
  std::string start(4, ' ');
  std::ifstream(file, std::ios::binary).read(start.data(), 4);
  return start;
}

}  // namespace

void Zip::Close::operator()(void* archive) const { zip_discard(archive_in(archive)); }

Result<Zip> Zip::open(const fs::path& file, const ZipLimits& limits) {
  std::error_code why;
  const uint64_t bytes = fs::file_size(file, why);
  const std::string name = file.filename().string();
  if (why) return Error{fmt::format("{} cannot be read: {}.", name, why.message())};
  if (bytes > limits.bytes)
    return Error{
        fmt::format("{} has {} MiB; a zip may have {}.", name, bytes >> 20, limits.bytes >> 20)};
  use_utc();
  int code = 0;
  Zip zip;
  zip.archive_.reset(zip_open(file.c_str(), ZIP_RDONLY, &code));
  if (!zip.archive_) return Error{not_opened(name, start_of(file), words_of(code))};
  if (const Result<bool> listed = zip.list(name, limits); !listed) return Error{listed.error()};
  return zip;
}

Result<Zip> Zip::open_bytes(std::string bytes, const std::string& name, const ZipLimits& limits) {
  use_utc();
  Zip zip;
  zip.bytes_ = std::make_unique<std::string>(std::move(bytes));
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source =
      zip_source_buffer_create(zip.bytes_->data(), zip.bytes_->size(), 0, &error);
  zip_t* const archive = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr;
  const std::string words = archive ? "" : zip_error_strerror(&error);
  if (!archive && source) zip_source_free(source);
  zip_error_fini(&error);
  if (!archive) return Error{not_opened(name, *zip.bytes_, words)};
  zip.archive_.reset(archive);
  if (const Result<bool> listed = zip.list(name, limits); !listed) return Error{listed.error()};
  return zip;
}

Result<bool> Zip::list(const std::string& name, const ZipLimits& limits) {
  zip_t* const archive = archive_in(archive_.get());
  const auto count = static_cast<size_t>(std::max<zip_int64_t>(zip_get_num_entries(archive, 0), 0));
  if (count > limits.entries)
    return Error{
        fmt::format("{} has {} entries; at most {} are read.", name, count, limits.entries)};
  std::set<std::string> seen;
  for (size_t i = 0; i < count; ++i) {
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(archive, i, 0, &stat) != 0 || !stat.name) continue;
    ZipEntry entry;
    entry.name = stat.name;
    entry.index = i;
    entry.bytes = stat.valid & ZIP_STAT_SIZE ? stat.size : 0;
    entry.modified = stat.valid & ZIP_STAT_MTIME ? stat.mtime : 0;
    if (const std::optional<int64_t> zoned = time_with_zone(archive, i)) {
      entry.modified = *zoned;
      entry.has_zone = true;
    }
    entry.is_folder = entry.name.ends_with('/');
    entry.why_not = trouble_with_name(entry.name);
    const uint64_t packed = stat.valid & ZIP_STAT_COMP_SIZE ? stat.comp_size : 0;
    if (entry.is_folder && entry.name.ends_with('/')) entry.name.pop_back();
    if (!entry.why_not.empty()) {
    } else if (is_link(archive, i)) {
      entry.why_not = "This is a link, and links are not followed.";
      entry.is_link = true;
      entry.is_handed_in = true;
    } else if (!entry.is_folder && !trouble_with_content(stat).empty()) {
      entry.why_not = trouble_with_content(stat);
      entry.is_handed_in = true;
    } else if (entry.bytes > (1u << 20) && entry.bytes / limits.ratio > packed) {
      entry.why_not = "It unpacks to far more than it is; it was not read.";
      entry.is_handed_in = true;
    } else if (!entry.is_folder && !seen.insert(entry.name).second) {
      entry.why_not = "The zip has this name twice; the first one counts.";
    }
    entries_.push_back(std::move(entry));
  }
  return true;
}

Result<std::string> Zip::read(const ZipEntry& entry, uint64_t most) {
  const auto cannot = [&](const std::string& why) {
    return Error{fmt::format("{} cannot be taken out of its zip: {}.",
                             fs::path(entry.name).filename().string(), why)};
  };
  zip_t* const archive = archive_in(archive_.get());
  zip_file_t* const file = zip_fopen_index(archive, entry.index, 0);
  if (!file) return cannot(zip_strerror(archive));
  std::string bytes;
  char piece[65536];
  zip_int64_t n = 0;
  while (bytes.size() <= most && (n = zip_fread(file, piece, sizeof piece)) > 0)
    bytes.append(piece, static_cast<size_t>(n));
  const std::string why = n < 0 ? zip_file_strerror(file) : "";
  zip_fclose(file);  // its checksum was compared when the last byte was read
  if (n < 0) return cannot(why);
  if (bytes.size() > most) return cannot(fmt::format("it has more than {} bytes", most));
  return bytes;
}

}  // namespace warplab::course
