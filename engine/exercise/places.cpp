#include "exercise/places.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <sstream>
#include <system_error>

#include "base/environment.hpp"
#include "base/file_text.hpp"
#include "exercise/sha256.hpp"

namespace warplab::exercise {
namespace {

namespace fs = std::filesystem;

// Of what was copied: a line "state TEXT" for the whole, then "DIGEST  PATH" for each file.
constexpr const char* kNotes = ".copied";

struct Notes {
  std::string state;
  std::map<std::string, std::string> digests;  // by path
};

Notes read_notes(const fs::path& file) {
  Notes notes;
  std::istringstream lines(file_text(file).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const size_t blank = line.find(' ');
    if (blank == std::string::npos) continue;
    if (line.starts_with("state ")) notes.state = line.substr(blank + 1);
    else notes.digests[line.substr(line.find_first_not_of(' ', blank))] = line.substr(0, blank);
  }
  return notes;
}

std::string text_of(const Notes& notes) {
  std::string text = "state " + notes.state + "\n";
  for (const auto& [path, digest] : notes.digests) text += digest + "  " + path + "\n";
  return text;
}

std::string digest_of(const std::string& text) { return hex_text(sha256(text)); }

// Under another name first: a full disk leaves no half of a file.
Result<bool> write_whole(const fs::path& file, const std::string& text) {
  const fs::path fresh = file.string() + fmt::format(".new{}", ::getpid());
  std::error_code why;
  fs::create_directories(file.parent_path(), why);
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (out) fs::rename(fresh, file, why);
  if (out && !why) return true;
  fs::remove(fresh, why);
  return Error{fmt::format("The course cannot be copied: {} cannot be written.", file.string())};
}

// The files of `shipped` by their paths in it.
Result<std::map<std::string, fs::path>> files_in(const fs::path& shipped) {
  std::map<std::string, fs::path> files;
  std::error_code why;
  for (fs::recursive_directory_iterator at(shipped, why), end; !why && at != end; at.increment(why))
    if (at->is_regular_file(why))
      files[at->path().lexically_relative(shipped).string()] = at->path();
  if (why) return Error{fmt::format("{} cannot be read: {}.", shipped.string(), why.message())};
  return files;
}

// Names, sizes and times: what changes when another version is installed.
std::string state_of(const std::map<std::string, fs::path>& files) {
  std::string text;
  std::error_code unknown;
  for (const auto& [path, file] : files)
    text += fmt::format("{} {} {}\n", path, fs::file_size(file, unknown),
                        fs::last_write_time(file, unknown).time_since_epoch().count());
  return digest_of(text);
}

// Whether `file` is there and no longer what was once copied to it.
bool is_somebodys(const fs::path& file, const Notes& notes, const std::string& path) {
  std::error_code unknown;
  if (!fs::exists(fs::symlink_status(file, unknown))) return false;
  const auto copied = notes.digests.find(path);
  const std::optional<std::string> text = file_text(file);
  return copied == notes.digests.end() || !text || digest_of(*text) != copied->second;
}

}  // namespace

fs::path shipped_folder(const fs::path& name) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& root : {program / "../..", program / "../../share/warplab"}) {
    fs::path folder = (root / name).lexically_normal();
    if (fs::is_directory(folder, error)) return folder;
  }
  return {};
}

Result<bool> copy_course(const fs::path& shipped, const fs::path& copy) {
  const Result<std::map<std::string, fs::path>> files = files_in(shipped);
  if (!files) return Error{files.error()};
  Notes notes = read_notes(copy / kNotes);
  const std::string state = state_of(*files);
  if (notes.state == state) return true;
  for (const auto& [path, file] : *files) {
    if (is_somebodys(copy / path, notes, path)) continue;
    const std::optional<std::string> text = file_text(file);
    if (!text) return Error{fmt::format("{} cannot be read.", file.string())};
    if (const Result<bool> done = write_whole(copy / path, *text); !done) return done;
    notes.digests[path] = digest_of(*text);
  }
  std::erase_if(notes.digests, [&](const auto& known) {
    std::error_code unknown;
    if (files->contains(known.first)) return false;
    if (!is_somebodys(copy / known.first, notes, known.first))
      fs::remove(copy / known.first, unknown);
    return true;
  });
  notes.state = state;
  return write_whole(copy / kNotes, text_of(notes));
}

Result<fs::path> own_exercises() {
  const fs::path shipped = shipped_folder("exercises");
  if (shipped.empty() || shipped.parent_path().filename() != "warplab" ||
      shipped.parent_path().parent_path().filename() != "share")
    return shipped;
  const std::optional<std::string> home = environment("HOME");
  if (!home || ::access(home->c_str(), W_OK) != 0) return shipped;
  const fs::path course = fs::path(*home) / "warp-lab";
  if (const Result<bool> done = copy_course(shipped, course / "exercises"); !done)
    return Error{done.error()};
  const fs::path tasks = shipped.parent_path() / "vscode";
  std::error_code unknown;
  if (fs::is_directory(tasks, unknown))
    if (const Result<bool> done = copy_course(tasks, course / ".vscode"); !done)
      return Error{done.error()};
  return course / "exercises";
}

}  // namespace warplab::exercise
