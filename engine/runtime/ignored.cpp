#include "runtime/ignored.hpp"

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace warplab::runtime {
namespace {

constexpr std::string_view kMark = "warplab: ignore";

std::vector<std::string> lines_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  return lines;
}

bool ignores(const std::string& line, std::string_view kind) {
  const size_t mark = line.find(kMark);
  if (mark == std::string::npos) return false;
  std::istringstream kinds(line.substr(mark + kMark.size()));
  std::string named;
  bool any = false;
  while (kinds >> named) {
    if (named == kind) return true;
    any = true;
  }
  return !any;
}

}  // namespace

size_t remove_ignored(ProgramReport& report) {
  std::map<std::string, std::vector<std::string>> files;
  return std::erase_if(report.findings, [&](const ProgramFinding& found) {
    if (found.at.line <= 0) return false;
    const auto [file, is_new] = files.try_emplace(found.at.file);
    if (is_new) file->second = lines_of(found.at.file);
    const auto line = static_cast<size_t>(found.at.line);
    return line <= file->second.size() &&
           ignores(file->second[line - 1], data::name_of(found.finding.kind));
  });
}

}  // namespace warplab::runtime
