#include "verdict/program/printed.hpp"

#include <charconv>
#include <cmath>
#include <sstream>
#include <vector>

#include "base/lines.hpp"
#include "base/printable.hpp"

namespace warplab::verdict {
namespace {

// More of a line says no more.
constexpr size_t kMostShown = 80;

std::vector<std::string> lines_to_the_last_word(const std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  while (!lines.empty() && lines.back().find_first_not_of(" \t\r") == std::string::npos)
    lines.pop_back();
  return lines;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(std::move(word));
  return words;
}

std::optional<double> number_in(const std::string& word) {
  double number = 0;
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

bool are_alike(const std::string& actual, const std::string& expected,
               const data::Tolerance& tolerance) {
  if (actual == expected) return true;
  const auto is = number_in(actual), should = number_in(expected);
  return is && should &&
         std::abs(*is - *should) <= tolerance.absolute + tolerance.relative * std::abs(*should);
}

bool are_lines_alike(const std::string& actual, const std::string& expected,
                     const data::Tolerance& tolerance) {
  const std::vector<std::string> is = words_of(actual), should = words_of(expected);
  if (is.size() != should.size()) return false;
  for (size_t k = 0; k < is.size(); ++k)
    if (!are_alike(is[k], should[k], tolerance)) return false;
  return true;
}

std::optional<std::string> shown(const std::vector<std::string>& lines, size_t number) {
  if (number >= lines.size()) return std::nullopt;
  return printable(lines[number].substr(0, kMostShown));
}

}  // namespace

std::optional<PrintedOtherwise> printed_otherwise(const std::string& actual,
                                                  const std::string& expected,
                                                  const data::Tolerance& tolerance) {
  const std::vector<std::string> is = lines_to_the_last_word(actual),
                                 should = lines_to_the_last_word(expected);
  for (size_t k = 0; k < std::max(is.size(), should.size()); ++k)
    if (k >= is.size() || k >= should.size() || !are_lines_alike(is[k], should[k], tolerance))
      return PrintedOtherwise{static_cast<int>(k) + 1, shown(is, k), shown(should, k)};
  return std::nullopt;
}

}  // namespace warplab::verdict
