// Headers that an exercise's files share, and those that all exercises of a course share.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "base/file_text.hpp"
#include "exercise/load_parts.hpp"

namespace warplab::exercise {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".cuh";
constexpr const char* kCommonFolder = "common";
constexpr uintmax_t kLargestHeader = 1'000'000;  // as a student's file

// By name.
using Headers = std::map<std::string, Header>;

struct Include {
  std::string name;
  int line = 0;
};

std::string_view without_blanks(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view{} : text.substr(begin);
}

// Headers such as ours that `text` includes: a plain name with the ending. (cub/cub.cuh is the
// toolkit's.) Comments are not understood, but what stands behind // begins no directive.
std::vector<Include> includes_in(const std::string& text) {
  std::vector<Include> found;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::string_view rest = without_blanks(line);
    if (!rest.starts_with('#')) continue;
    rest = without_blanks(rest.substr(1));
    constexpr std::string_view kWord = "include";
    if (!rest.starts_with(kWord)) continue;
    rest = without_blanks(rest.substr(kWord.size()));
    if (!rest.starts_with('"') && !rest.starts_with('<')) continue;
    const std::string_view name = rest.substr(1, rest.find_first_of("\">", 1) - 1);
    if (name.ends_with(kEnding) && name.find('/') == std::string_view::npos)
      found.push_back({std::string(name), number});
  }
  return found;
}

bool is_plain_name(const std::string& name) {
  return name.front() != '-' && std::all_of(name.begin(), name.end(), [](char c) {
           return is_identifier(std::string(1, c)) || (c >= '0' && c <= '9') || c == '-' ||
                  c == '.';
         });
}

Result<Header> read_header(const fs::path& file) {
  const std::string name = file.filename().string();
  std::error_code error;
  if (!is_plain_name(name))
    return Error{
        fmt::format("{}: \"{}\" is not a header's name; expected letters, digits, _, - and "
                    "the ending \"{}\"",
                    file.string(), name, kEnding)};
  if (!fs::is_regular_file(file, error))
    return Error{fmt::format("{}: is no ordinary file; expected a header", file.string())};
  if (fs::canonical(file, error).parent_path() != fs::canonical(file.parent_path(), error))
    return Error{fmt::format("{}: is a link that leads out of its folder; expected the file itself",
                             file.string())};
  if (fs::file_size(file, error) > kLargestHeader)
    return Error{fmt::format("{}: is larger than a header may be, which is {:.0f} MB",
                             file.string(), static_cast<double>(kLargestHeader) / 1e6)};
  Header header{name, file, file_text(file).value_or("")};
  if (header.text.find('\0') != std::string::npos)
    return Error{fmt::format("{}: is a binary file; expected the text of a header", file.string())};
  return header;
}

// Those in one folder; none where there is no such folder.
Result<Headers> headers_in(const fs::path& folder) {
  Headers headers;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(kEnding) || name.front() == '.') continue;
    Result<Header> header = read_header(entry.path());
    if (!header) return Error{header.error()};
    headers.emplace(name, std::move(*header));
  }
  return headers;
}

// One exercise's headers as they are found by following #include.
class Search {
 public:
  Search(Headers own, Headers common) : found_(std::move(own)), common_(std::move(common)) {}

  // Everything that `text` includes, and what that includes, is found, or an error.
  Result<bool> follow(const fs::path& file, const std::string& text) {
    for (const Include& include : includes_in(text)) {
      if (found_.contains(include.name)) continue;
      const auto shared = common_.find(include.name);
      if (shared == common_.end())
        return Error{
            fmt::format("{}:{}: includes \"{}\", which is neither in the exercise's folder "
                        "nor in \"{}\" beside it",
                        file.string(), include.line, include.name, kCommonFolder)};
      const Header& header = found_.emplace(*shared).first->second;
      if (const Result<bool> done = follow(header.file, header.text); !done) return done;
    }
    return true;
  }
  const Headers& found() const { return found_; }

 private:
  Headers found_, common_;
};

}  // namespace

Result<std::vector<Header>> read_headers(const Exercise& exercise) {
  const fs::path folder =
      exercise.folder.has_filename() ? exercise.folder : exercise.folder.parent_path();
  Result<Headers> own = headers_in(folder),
                  common = headers_in(folder.parent_path() / kCommonFolder);
  if (!own) return Error{own.error()};
  if (!common) return Error{common.error()};
  for (const auto& [name, header] : *own)
    if (const auto twin = common->find(name); twin != common->end())
      return Error{
          fmt::format("{}: there is another \"{}\" in \"{}\"; expected one of them, or "
                      "another name",
                      header.file.string(), name, twin->second.file.parent_path().string())};
  const Headers roots = *own;
  Search search(std::move(*own), std::move(*common));
  for (const auto& [name, header] : roots)
    if (const Result<bool> done = search.follow(header.file, header.text); !done)
      return Error{done.error()};
  for (const std::string* name :
       {&exercise.student_file, &exercise.reference_file, &exercise.yardstick_file}) {
    if (name->empty()) continue;
    const Result<bool> done = search.follow(folder / *name, file_text(folder / *name).value_or(""));
    if (!done) return Error{done.error()};
  }
  if (search.found().size() > kMostHeaders)
    return Error{fmt::format("{}: has {} headers; an exercise may have {}", folder.string(),
                             search.found().size(), kMostHeaders)};
  std::vector<Header> headers;
  for (const auto& [name, header] : search.found()) headers.push_back(header);
  return headers;
}

}  // namespace warplab::exercise
