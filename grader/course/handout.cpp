#include "course/handout.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/file_text.hpp"
#include "base/words.hpp"

namespace warplab::course {
namespace fs = std::filesystem;
namespace {

// What systems leave beside the students. A folder "build" may be somebody's here.
constexpr std::array<std::string_view, 4> kNobodys = {".git", "__MACOSX", ".DS_Store", ".vscode"};

bool is_nobodys(std::string_view name) {
  return name.starts_with("._") || std::ranges::find(kNobodys, name) != kNobodys.end();
}

bool ends_with_any_case(std::string_view name, std::string_view end) {
  return name.size() > end.size() && in_small_letters(std::string(name)).ends_with(end);
}

Name::Kind kind_of_file(std::string_view name) {
  if (is_zip_name(name)) return Name::Kind::zip;
  return is_archive_name(name) ? Name::Kind::archive : Name::Kind::file;
}

// Null: some file can be read, or there is none.
const ZipEntry* first_of_none_readable(const Zip& zip) {
  const ZipEntry* first = nullptr;
  for (const ZipEntry& entry : zip.entries()) {
    if (entry.is_folder) continue;
    if (!entry.is_handed_in) return nullptr;
    if (!first) first = &entry;
  }
  return first;
}

}  // namespace

bool is_zip_name(std::string_view name) { return ends_with_any_case(name, ".zip"); }

bool is_archive_name(std::string_view name) {
  constexpr std::array<std::string_view, 10> kEndings = {".rar", ".7z",  ".tar", ".tgz", ".gz",
                                                         ".xz",  ".bz2", ".zst", ".txz", ".tbz2"};
  return std::ranges::any_of(kEndings,
                             [&](std::string_view end) { return ends_with_any_case(name, end); });
}

Result<Handout> Handout::open(const fs::path& root, const ClassLimits& limits) {
  Handout handout;
  handout.root_ = root;
  handout.limits_ = limits;
  std::error_code why;
  const fs::file_status status = fs::status(root, why);
  if (!fs::exists(status))
    return Error{fmt::format("There is no folder and no zip {}.", root.string())};
  if (fs::is_directory(status)) {
    if (::access(root.c_str(), R_OK | X_OK) != 0)
      return Error{fmt::format("{} cannot be read: {}.", root.string(), std::strerror(errno))};
    return handout;
  }
  if (const Result<bool> indexed = handout.index_zip(); !indexed) return Error{indexed.error()};
  return handout;
}

Result<bool> Handout::index_zip() {
  ZipLimits limits;
  limits.bytes = limits_.zip_bytes;
  limits.entries = limits_.zip_entries;
  Result<Zip> opened = Zip::open(root_, limits);
  if (!opened) return Error{opened.error()};
  if (const ZipEntry* const first = first_of_none_readable(*opened))
    return Error{fmt::format("Nothing in {} can be read. {}: {}", root_.filename().string(),
                             first->name, first->why_not)};
  zip_ = std::make_shared<Zip>(std::move(*opened));
  for (size_t i = 0; i < zip_->entries().size(); ++i) {
    const ZipEntry& entry = zip_->entries()[i];
    const size_t slash = entry.name.find('/');
    const std::string first = entry.name.substr(0, slash);
    if (first.empty() || first == "." || first == ".." || (first.size() == 2 && first[1] == ':')) {
      troubles_.push_back({entry.name, entry.why_not});
      continue;
    }
    if (is_nobodys(first)) continue;
    if (!by_path_.emplace(entry.name, i).second) {
      if (!entry.is_folder) troubles_.push_back({entry.name, entry.why_not});
      continue;
    }
    // A folder has no entry of its own in many a zip.
    std::string folder;
    for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = entry.name.find('/', begin);
      const std::string name = entry.name.substr(begin, end - begin);
      if (name == ".." || name == "." || name.empty()) break;
      const bool is_last = end == std::string::npos;
      Name& known = folders_[folder].try_emplace(name, Name{name, Name::Kind::file}).first->second;
      if (!is_last || entry.is_folder) known.kind = Name::Kind::folder;
      else if (known.kind == Name::Kind::file) known.kind = kind_of_file(name);
      if (is_last && entry.is_link) known.kind = Name::Kind::link;
      folder += (folder.empty() ? "" : "/") + name;
    }
  }
  return true;
}

Result<std::vector<Name>> Handout::names(const std::string& folder) const {
  std::vector<Name> names;
  if (zip_) {
    if (const auto found = folders_.find(folder); found != folders_.end())
      for (const auto& [name, known] : found->second) names.push_back(known);
  } else {
    std::error_code why;
    for (fs::directory_iterator at(root_ / folder, why), end; !why && at != end;
         at.increment(why)) {
      const std::string name = at->path().filename().string();
      if (is_nobodys(name)) continue;
      std::error_code ignored;
      const fs::file_status status = at->symlink_status(ignored);
      const bool is_link = fs::is_symlink(status);
      names.push_back({name, is_link                    ? Name::Kind::link
                             : fs::is_directory(status) ? Name::Kind::folder
                                                        : kind_of_file(name)});
      if (names.size() > limits_.names) break;
    }
    if (why)
      return Error{fmt::format("The submissions cannot be read: {}: {}.", (root_ / folder).string(),
                               why.message())};
    std::ranges::sort(names, {}, &Name::name);
  }
  if (names.size() > limits_.names)
    return Error{fmt::format("There are more than {} names in {}, which is no class.",
                             limits_.names, (root_ / folder).string())};
  return names;
}

Result<std::optional<std::string>> Handout::list(const std::string& path) const {
  const auto cannot = [&](const std::string& why) {
    return Error{fmt::format("{} cannot be read, and it says who is who: {}", path, why)};
  };
  if (zip_) {
    const auto found = by_path_.find(path);
    if (found == by_path_.end()) return std::optional<std::string>();
    const ZipEntry& entry = zip_->entries()[found->second];
    if (!entry.why_not.empty()) return cannot(entry.why_not);
    Result<std::string> text = zip_->read(entry, limits_.list_bytes);
    if (!text) return cannot(text.error());
    return std::optional(std::move(*text));
  }
  struct stat status {};
  if (::lstat((root_ / path).c_str(), &status) != 0) return std::optional<std::string>();
  std::optional<std::string> text = file_text(root_ / path, limits_.list_bytes);
  if (!text)
    return cannot(
        fmt::format("it is no ordinary file, it may not be read, or it has more than {} "
                    "MiB.",
                    limits_.list_bytes >> 20));
  return text;
}

}  // namespace warplab::course
