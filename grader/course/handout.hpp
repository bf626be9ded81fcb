#pragma once
// What a course system hands out, a folder or a zip of it: which names are in it, read as names
// alone. What lies behind a name is a student's, and student_files.hpp reads it.
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "course/zip.hpp"

namespace warplab::course {

// Something that was not read, and why.
struct Trouble {
  std::string path;  // from the root
  std::string sentence;
  bool hides_files = false;  // an answer may lie behind it: a damaged zip, a folder without rights
};

// Of the whole. Where one is met nothing is graded, as half of a class would be taken for all of
// it.
struct ClassLimits {
  size_t names = 100'000;  // in one folder
  size_t zip_entries = 2'000'000;
  uint64_t zip_bytes = uint64_t{16} << 30;
  uint64_t list_bytes = 256u << 20;
};

// One name of a folder of the class.
struct Name {
  enum class Kind : uint8_t { folder, zip, archive, file, link };
  std::string name;
  Kind kind = Kind::file;  // archive: packed in a way that is not opened here (.rar, .tar.gz)
  bool may_hold_files() const { return kind != Kind::file; }
};

class Handout {
 public:
  // `root` is a folder or a zip. The Error says why it cannot be read at all.
  static Result<Handout> open(const std::filesystem::path& root, const ClassLimits& limits = {});
  const std::filesystem::path& root() const { return root_; }
  bool is_zip() const { return zip_ != nullptr; }
  // What is directly in `folder` ("" is the root), by name, without what systems leave behind.
  Result<std::vector<Name>> names(const std::string& folder) const;
  // The text of a small file of the system's or the teacher's; null: there is none of that path.
  // The Error says why nothing can be graded without it.
  Result<std::optional<std::string>> list(const std::string& path) const;
  // Entries of a zip that belong to no folder in it, as their names lead out of it.
  const std::vector<Trouble>& troubles() const { return troubles_; }

 private:
  friend class StudentFiles;
  Handout() = default;
  Result<bool> index_zip();
  std::filesystem::path root_;
  ClassLimits limits_;
  std::shared_ptr<Zip> zip_;  // null: a folder
  // Of a zip: the names in each folder, and the numbers of the entries below each name of it.
  std::map<std::string, std::map<std::string, Name>> folders_;
  std::map<std::string, size_t> by_path_;  // entries, by path; a path's own and all below it follow
  std::vector<Trouble> troubles_;
};

bool is_archive_name(std::string_view name);  // ".rar", ".7z", ".tar.gz" and the like; no zip
bool is_zip_name(std::string_view name);

}  // namespace warplab::course
