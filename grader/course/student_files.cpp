#include "course/student_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/words.hpp"
#include "course/paths.hpp"
#include "verdict/plan/read_source.hpp"

namespace warplab::course {
namespace fs = std::filesystem;
namespace {

// What tools put beside a student's files. No answer is in there, and there may be a lot of it.
constexpr std::array<std::string_view, 9> kHoldsNoAnswers = {
    "__MACOSX",   "build",       "node_modules",  "venv",      "env",
    "virtualenv", "__pycache__", "site-packages", "CMakeFiles"};

bool is_passed_over(std::string_view name) {
  return name.starts_with('.') || std::ranges::find(kHoldsNoAnswers, name) != kHoldsNoAnswers.end();
}

bool is_kernel(std::string_view name) {
  return name.size() > 3 && name[name.size() - 3] == '.' && (name.end()[-2] | 0x20) == 'c' &&
         (name.end()[-1] | 0x20) == 'u';
}

bool may_be_renamed_kernel(std::string_view name) {
  const std::string small = in_small_letters(std::string(name));
  for (const char* end : {".cu.txt", ".txt", ".cpp", ".cc", ".c", ".cuda"})
    if (small.ends_with(end)) return true;
  return false;
}

// Course systems put a student's name in front of a file's, and an attempt's number behind it.
bool may_be_predictions(std::string_view name) {
  return name.ends_with(".json") && name.find("predictions") != std::string_view::npos;
}

constexpr const char* kOtherArchive =
    "This archive is not opened here; hand in a zip, or the files themselves.";

}  // namespace

StudentFiles::StudentFiles(const Handout& handout, const std::vector<std::string>& places,
                           const StudentLimits& limits)
    : handout_(handout), limits_(limits) {
  if (handout.zip_) opened_.push_back(handout.zip_);
  for (const std::string& place : places) take_place(place);
  for (size_t i = 0; i < folders_.size(); ++i) walk(Folder(folders_[i]));
  for (size_t i = 0; i < zips_.size(); ++i) open_zip(PackedZip(zips_[i]));
  std::ranges::sort(kernels_, {}, &File::path);
  std::ranges::sort(predictions_, {}, &File::path);
  std::ranges::sort(renamed_, {}, &File::path);
  std::ranges::stable_sort(troubles_, {}, &Trouble::path);
}

void StudentFiles::trouble(const std::string& path, std::string sentence, bool hides_files) {
  troubles_.push_back({path, std::move(sentence), hides_files});
}

// False: there is too much, which is said once.
bool StudentFiles::count_entry(const std::string& place) {
  if (++entries_ <= limits_.entries) return true;
  if (entries_ == limits_.entries + 1)
    trouble(
        place,
        fmt::format("There are more than {} files; the rest was not looked at.", limits_.entries),
        true);
  return false;
}

// Of no descriptors, no memory, a disk that fails: what is read without would not be the class. A
// file or folder that may not be read is one student's, and one that went away is gone.
void StudentFiles::note_refusal(int error, const std::string& sentence) {
  constexpr int kOfOneFile[] = {0, EACCES, EPERM, ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG};
  if (refused_.empty() && std::ranges::find(kOfOneFile, error) == std::end(kOfOneFile))
    refused_ = "The submissions cannot be read: " + sentence;
}

void StudentFiles::take_place(const std::string& place) {
  if (!handout_.zip_) {
    if (place.empty()) folders_.push_back({"", 0});
    else take_on_disk(place, 0);
    return;
  }
  const auto& entries = handout_.by_path_;
  std::vector<size_t> below;
  if (const auto own = entries.find(place); own != entries.end()) below.push_back(own->second);
  const std::string start = place.empty() ? "" : place + "/";
  for (auto at = entries.lower_bound(start); at != entries.end() && at->first.starts_with(start);
       ++at)
    below.push_back(at->second);
  take_entries({1, "", place, std::nullopt, 0}, below);
}

void StudentFiles::walk(const Folder& folder) {
  if (folder.depth > limits_.depth)
    return trouble(folder.path,
                   fmt::format("Folders are nested more than {} deep; nothing below was looked at.",
                               limits_.depth),
                   true);
  const fs::path path = handout_.root_ / folder.path;
  std::error_code why;
  std::vector<std::string> names;
  for (fs::directory_iterator at(path, why), end; !why && at != end; at.increment(why)) {
    const std::string name = at->path().filename().string();
    if (is_passed_over(name)) continue;
    if (!count_entry(folder.path)) break;
    names.push_back(name);
  }
  if (why) {
    trouble(folder.path, fmt::format("This folder cannot be read: {}.", why.message()), true);
    note_refusal(why.value(), fmt::format("{}: {}.", path.string(), why.message()));
  }
  std::ranges::sort(names);
  for (const std::string& name : names) take_on_disk(joined(folder.path, name), folder.depth + 1);
}

void StudentFiles::take_on_disk(const std::string& path, size_t depth) {
  struct stat status {};
  if (::lstat((handout_.root_ / path).c_str(), &status) != 0) return;  // it went away
  const FileDate date{status.st_mtime, true};
  if (S_ISDIR(status.st_mode)) {
    folders_.push_back({path, depth});
  } else if (S_ISLNK(status.st_mode) && !is_kernel(path) && !may_be_predictions(last_step(path))) {
    trouble(path, "This is a link, and links are not followed.", true);
  } else if (is_zip_name(path)) {
    zips_.push_back({{path, date, "", 0, 0}, 0});
  } else {
    take_file({path, date, "", 0, 0});
  }
}

void StudentFiles::take_file(File file) {
  const std::string_view name = last_step(file.path);
  if (is_kernel(name)) kernels_.push_back(std::move(file));
  else if (may_be_predictions(name)) predictions_.push_back(std::move(file));
  else if (may_be_renamed_kernel(name)) renamed_.push_back(std::move(file));
  else if (is_archive_name(name)) trouble(file.path, kOtherArchive, true);
}

void StudentFiles::open_zip(const PackedZip& packed) {
  constexpr size_t kMostNested = 1;  // a zip in a student's zip
  const File& file = packed.file;
  if (packed.nested > kMostNested)
    return trouble(file.path, "A zip in a zip in a zip is not opened.", true);
  ZipLimits limits;
  limits.bytes = limits_.zip_bytes;
  // What is left to be looked at is cut there, and not here: folders of tools count for nothing.
  limits.entries = 50 * limits_.entries;
  limits.ratio = limits_.zip_ratio;
  Result<Zip> opened = Error{""};
  if (file.zip == 0) {
    opened = Zip::open(handout_.root_ / file.path, limits);
  } else {
    Zip& around = *opened_[file.zip - 1];
    Result<std::string> bytes =
        around.read(around.entries()[file.entry], limits_.inner_bytes - inner_bytes_);
    if (!bytes) return trouble(file.path, bytes.error(), true);
    inner_bytes_ += bytes->size();
    opened = Zip::open_bytes(std::move(*bytes), std::string(last_step(file.path)), limits);
  }
  if (!opened) return trouble(file.path, opened.error(), true);
  opened_.push_back(std::make_shared<Zip>(std::move(*opened)));
  std::vector<size_t> all(opened_.back()->entries().size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  take_entries({opened_.size(), file.path, file.path, file.date, packed.nested + 1}, all);
}

// Those nearest to the top first, as on a disk.
void StudentFiles::take_entries(const Unpacked& from, std::vector<size_t> numbers) {
  const std::vector<ZipEntry>& entries = opened_[from.zip - 1]->entries();
  std::ranges::stable_sort(numbers, {}, [&](size_t i) {
    return std::pair(steps(entries[i].name), std::string_view(entries[i].name));
  });
  for (const size_t number : numbers) {
    const ZipEntry& entry = entries[number];
    const std::string path = joined(from.above, entry.name);
    // Below the student's own place, whose name is theirs.
    const std::string inside = path.size() > from.place.size()
                                   ? path.substr(from.place.empty() ? 0 : from.place.size() + 1)
                                   : "";
    const fs::path names(inside);
    if (std::ranges::any_of(names, [](const fs::path& step) {
          return step != "." && step != ".." && is_passed_over(step.string());
        }))
      continue;
    if (!count_entry(from.place)) return;
    if (steps(inside) > limits_.depth + 1) {
      trouble(path, "It is nested too deep and was not looked at.", true);
      continue;
    }
    const FileDate date = from.date.value_or(FileDate{entry.modified, entry.has_zone});
    if (!entry.why_not.empty() && !entry.is_folder) {
      trouble(path, entry.why_not, entry.is_handed_in);
      if (entry.is_handed_in && !is_zip_name(path))
        take_file(
            {path, date,
             fmt::format("{} cannot be taken out of its zip. {}", last_step(path), entry.why_not),
             from.zip, number});
    } else if (entry.why_not.empty() && is_zip_name(path) && !entry.is_folder) {
      zips_.push_back({{path, date, "", from.zip, number}, from.nested});
    } else if (!entry.is_folder) {
      take_file({path, date, "", from.zip, number});
    }
  }
}

Result<std::string> StudentFiles::text(const File& file) {
  if (!file.why_not.empty()) return Error{file.why_not};
  Result<std::string> text = Error{""};
  if (file.zip == 0) {
    verdict::Submitted read = verdict::read_submitted(handout_.root_, file.path);
    if (!read.text) note_refusal(read.refused, read.text.error());
    text = std::move(read.text);
  } else {
    const Result<std::string> bytes = opened_[file.zip - 1]->read(
        opened_[file.zip - 1]->entries()[file.entry], verdict::kMaxSourceBytes);
    text = bytes ? verdict::source_in(std::string(last_step(file.path)), *bytes)
                 : Error{bytes.error()};
  }
  if (text && (text_bytes_ += text->size()) > limits_.text_bytes)
    return Error{fmt::format("{} was not read, as the files together have more than {} MiB.",
                             last_step(file.path), limits_.text_bytes >> 20)};
  return text;
}

}  // namespace warplab::course
