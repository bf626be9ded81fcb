#include "course/tree.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <optional>
#include <set>
#include <system_error>

#include "base/file_text.hpp"
#include "course/zip.hpp"
#include "verdict/plan/read_source.hpp"

namespace warplab::course {
namespace fs = std::filesystem;
namespace {

// What systems and editors leave behind, and what is not the student's answer.
constexpr std::array<std::string_view, 6> kPassedOver = {".git",  "__MACOSX",     ".DS_Store",
                                                         "build", "node_modules", ".vscode"};
constexpr std::array<std::string_view, 2> kLists = {"submission_metadata.yml", "students.csv"};
constexpr uint64_t kMostListBytes = 16u << 20;

bool is_passed_over(std::string_view name) {
  return name.starts_with("._") || std::ranges::find(kPassedOver, name) != kPassedOver.end();
}

bool ends_with_any_case(std::string_view name, std::string_view end) {
  return name.size() > end.size() &&
         std::equal(end.begin(), end.end(), name.end() - static_cast<std::ptrdiff_t>(end.size()),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

bool is_kernel(std::string_view name) { return ends_with_any_case(name, ".cu"); }
bool is_zip(std::string_view name) { return ends_with_any_case(name, ".zip"); }

// Course systems put a student's name in front of a file's, and an attempt's number behind it.
bool may_be_predictions(std::string_view name) {
  return name.ends_with(".json") && name.find("predictions") != std::string_view::npos;
}

std::string joined(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

class Reader {
 public:
  Reader(const fs::path& root, const TreeLimits& limits) : root_(root), limits_(limits) {}

  Result<Tree> read() {
    std::error_code why;
    const fs::file_status status = fs::status(root_, why);
    if (!fs::exists(status))
      return Error{fmt::format("There is no folder and no zip {}.", root_.string())};
    if (fs::is_directory(status)) {
      if (::access(root_.c_str(), R_OK | X_OK) != 0)
        return Error{fmt::format("{} cannot be read: {}.", root_.string(), std::strerror(errno))};
      walk("", 0);
    } else if (const Result<bool> opened = unpack(root_, ""); !opened) {
      return Error{opened.error()};
    }
    if (refused_) return *refused_;
    return finished();
  }

 private:
  // Of no descriptors, no memory, a disk that fails: what is read without would not be the class.
  // A file or folder that may not be read is one student's, and one that went away is gone.
  void note_refusal(int error, const std::string& sentence) {
    constexpr int kOfOneFile[] = {0, EACCES, EPERM, ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG};
    if (!refused_ && std::ranges::find(kOfOneFile, error) == std::end(kOfOneFile))
      refused_ = Error{"The submissions cannot be read: " + sentence};
  }

  void trouble(std::string path, std::string sentence) {
    tree_.troubles.push_back({std::move(path), std::move(sentence)});
  }

  // False: there is too much, which is said once.
  bool count_entry(const std::string& folder) {
    if (++entries_ <= limits_.entries) return true;
    if (entries_ == limits_.entries + 1)
      trouble(folder, fmt::format("There are more than {} files; the rest was not looked at.",
                                  limits_.entries));
    return false;
  }

  bool count_bytes(const std::string& path, uint64_t bytes) {
    bytes_ += bytes;
    if (bytes_ <= limits_.bytes) return true;
    trouble(path, fmt::format("The files together have more than {} MiB; this one was not read.",
                              limits_.bytes >> 20));
    return false;
  }

  void walk(const std::string& folder, size_t depth) {
    if (depth > limits_.depth) {
      trouble(folder, fmt::format("Folders are nested more than {} deep; nothing below was looked "
                                  "at.",
                                  limits_.depth));
      return;
    }
    std::error_code why;
    fs::directory_iterator at(root_ / folder, why);
    if (why) {
      trouble(folder, fmt::format("This folder cannot be read: {}.", why.message()));
      note_refusal(why.value(), fmt::format("{}: {}.", (root_ / folder).string(), why.message()));
      return;
    }
    std::vector<fs::directory_entry> entries;
    for (const fs::directory_iterator end; !why && at != end; at.increment(why)) {
      if (!count_entry(folder)) break;
      entries.push_back(*at);
    }
    if (why)
      note_refusal(why.value(), fmt::format("{}: {}.", (root_ / folder).string(), why.message()));
    std::ranges::sort(entries, {}, [](const fs::directory_entry& e) { return e.path(); });
    for (const fs::directory_entry& entry : entries) take(folder, entry, depth);
  }

  void take(const std::string& folder, const fs::directory_entry& entry, size_t depth) {
    const std::string name = entry.path().filename().string();
    if (is_passed_over(name)) return;
    const std::string path = joined(folder, name);
    std::error_code ignored;
    const fs::file_status status = entry.symlink_status(ignored);
    if (fs::is_symlink(status)) {
      if (std::vector<File>* const files = list_of(name))
        files->push_back(file_at(path));  // its sentence says that it is a link
      else trouble(path, "This is a link, and links are not followed.");
    } else if (fs::is_directory(status)) {
      tree_.folders.push_back(path);
      walk(path, depth + 1);
    } else if (std::vector<File>* const files = list_of(name)) {
      files->push_back(file_at(path));
    } else if (is_zip(name)) {
      if (const Result<bool> opened = unpack(root_ / path, path); !opened)
        trouble(path, opened.error());
    } else if (may_be_list(path, name)) {
      std::optional<std::string> text = file_text(root_ / path, kMostListBytes);
      if (text && count_bytes(path, text->size())) tree_.lists[path] = std::move(*text);
      else if (!text)
        trouble(path, fmt::format("What it says of students is not known: it is no ordinary file, "
                                  "cannot be read, or has more than {} MiB.",
                                  kMostListBytes >> 20));
    } else {
      tree_.others.push_back(path);
    }
  }

  // Of files that are read; null: it is none.
  std::vector<File>* list_of(std::string_view name) {
    if (is_kernel(name)) return &tree_.kernels;
    return may_be_predictions(name) ? &tree_.predictions : nullptr;
  }

  // As deep as there may be folders around everything.
  static bool may_be_list(std::string_view path, std::string_view name) {
    constexpr auto kMostFoldersAround = 3;
    return std::ranges::find(kLists, name) != kLists.end() &&
           std::ranges::count(path, '/') <= kMostFoldersAround;
  }

  File file_at(const std::string& path) {
    verdict::Submitted read = verdict::read_submitted(root_, path);
    if (!read.text) note_refusal(read.refused, read.text.error());
    File file{path, std::move(read.text)};
    struct stat status {};
    if (::lstat((root_ / path).c_str(), &status) == 0) file.modified = status.st_mtime;
    if (file.text && !count_bytes(path, file.text->size()))
      file.text = Error{"It was not read, because the submissions together are too large."};
    return file;
  }

  // A zip counts as a folder of its name; `path` is empty for the root.
  Result<bool> unpack(const fs::path& zip, const std::string& path) {
    ZipLimits limits;
    limits.bytes = limits_.zip_bytes;
    limits.entries = limits_.zip_entries;
    limits.ratio = limits_.zip_ratio;
    Result<Zip> opened = Zip::open(zip, limits);
    if (!opened) return Error{opened.error()};
    if (path.empty())
      if (const ZipEntry* const first = first_of_none_readable(*opened))
        return Error{fmt::format("Nothing in {} can be read. {}: {}", zip.filename().string(),
                                 first->name, first->why_not)};
    if (!path.empty()) tree_.folders.push_back(path);
    take_entries(*opened, path, false);
    return true;
  }

  // Null: some file can be read, or there is none.
  static const ZipEntry* first_of_none_readable(const Zip& zip) {
    const ZipEntry* first = nullptr;
    for (const ZipEntry& entry : zip.entries()) {
      if (entry.is_folder) continue;
      if (!entry.is_handed_in) return nullptr;
      if (!first) first = &entry;
    }
    return first;
  }

  void take_entries(Zip& zip, const std::string& path, bool nested) {
    for (const ZipEntry& entry : zip.entries()) {
      if (!count_entry(path)) return;
      const fs::path inside(entry.name);
      if (std::ranges::any_of(inside,
                              [](const fs::path& step) { return is_passed_over(step.string()); }))
        continue;
      const std::string where = joined(path, entry.name);
      const std::string name = inside.filename().string();
      if (!entry.why_not.empty()) trouble(where, entry.why_not);
      if (!entry.why_not.empty() && !entry.is_handed_in) continue;
      for (fs::path up = inside.parent_path(); !up.empty(); up = up.parent_path())
        unpacked_folders_.insert(joined(path, up.string()));
      if (!entry.why_not.empty()) {
        if (std::vector<File>* const files = list_of(name))
          files->push_back({where, Error{fmt::format("{} cannot be taken out of its zip. {}", name,
                                                     entry.why_not)}});
        continue;
      }
      if (entry.is_folder) continue;
      if (std::vector<File>* const files = list_of(name))
        files->push_back(file_in(zip, entry, where, name));
      else if (is_zip(name) && !nested) take_inner_zip(zip, entry, where);
      else if (is_zip(name)) trouble(where, "A zip in a zip in a zip is not opened.");
      else if (!path.empty() || !may_be_list(where, name)) tree_.others.push_back(where);
      else take_list(zip, entry, where);
    }
  }

  void take_list(Zip& zip, const ZipEntry& entry, const std::string& where) {
    Result<std::string> text = zip.read(entry, kMostListBytes);
    if (!text) trouble(where, "What it says of students is not known: " + text.error());
    else if (count_bytes(where, text->size())) tree_.lists[where] = std::move(*text);
  }

  File file_in(Zip& zip, const ZipEntry& entry, const std::string& where, const std::string& name) {
    const Result<std::string> bytes = zip.read(entry, verdict::kMaxSourceBytes);
    File file{where, bytes ? verdict::source_in(name, *bytes) : Error{bytes.error()},
              entry.modified};
    if (file.text && !count_bytes(where, file.text->size()))
      file.text = Error{"It was not read, because the submissions together are too large."};
    return file;
  }

  void take_inner_zip(Zip& zip, const ZipEntry& entry, const std::string& where) {
    constexpr uint64_t kMost = 64u << 20;
    const Result<std::string> bytes = zip.read(entry, kMost);
    if (!bytes) {
      trouble(where, bytes.error());
      return;
    }
    ZipLimits limits;
    limits.bytes = kMost;
    limits.ratio = limits_.zip_ratio;
    Result<Zip> inner = Zip::open_bytes(*bytes, entry.name, limits);
    if (!inner) {
      trouble(where, inner.error());
      return;
    }
    tree_.folders.push_back(where);
    take_entries(*inner, where, true);
  }

  Tree finished() {
    tree_.folders.insert(tree_.folders.end(), unpacked_folders_.begin(), unpacked_folders_.end());
    std::ranges::sort(tree_.folders);
    const auto repeated = std::unique(tree_.folders.begin(), tree_.folders.end());
    tree_.folders.erase(repeated, tree_.folders.end());
    std::ranges::sort(tree_.kernels, {}, &File::path);
    std::ranges::sort(tree_.predictions, {}, &File::path);
    std::ranges::sort(tree_.others);
    std::ranges::sort(tree_.troubles, {}, &Trouble::path);
    std::set<std::string> top;
    const auto add = [&](const std::string& path) { top.insert(path.substr(0, path.find('/'))); };
    for (const std::string& folder : tree_.folders) add(folder);
    for (const File& file : tree_.kernels) add(file.path);
    for (const File& file : tree_.predictions) add(file.path);
    for (const Trouble& trouble : tree_.troubles)
      if (!trouble.path.empty()) add(trouble.path);
    tree_.top.assign(top.begin(), top.end());
    return std::move(tree_);
  }

  const fs::path& root_;
  const TreeLimits& limits_;
  Tree tree_;
  std::set<std::string> unpacked_folders_;
  size_t entries_ = 0;
  uint64_t bytes_ = 0;
  std::optional<Error> refused_;
};

}  // namespace

Result<Tree> read_tree(const fs::path& root, const TreeLimits& limits) {
  return Reader(root, limits).read();
}

}  // namespace warplab::course
