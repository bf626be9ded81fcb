#include "course/students.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>

#include "base/utf8.hpp"
#include "base/words.hpp"
#include "exercise/spelling.hpp"

namespace warplab::course {
namespace {

constexpr std::array<std::string_view, 5> kColumns = {"folder", "id", "name", "email", "submitted"};

std::string without_spaces_around(const std::string& text) {
  constexpr const char* kSpaces = " \t\n\f\v";
  const size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

bool is_blank(const std::vector<std::string>& row) {
  return std::ranges::all_of(row, [](const std::string& cell) { return cell.empty(); });
}

}  // namespace

namespace {

char separator_in(std::string_view first_line) {
  for (const char separator : {',', ';', '\t'})
    if (first_line.find(separator) != std::string_view::npos) return separator;
  return ',';
}

// What a list's first line says.
struct Columns {
  std::array<size_t, kColumns.size()> at{};  // of each known column; SIZE_MAX: it is not there
  size_t count = 0;
};

Result<Columns> columns_of(const std::vector<std::string>& row, const std::string& file) {
  Columns columns;
  columns.count = row.size();
  columns.at.fill(SIZE_MAX);
  std::vector<std::string> others;
  for (size_t i = 0; i < row.size(); ++i) {
    const std::string name = in_small_letters(without_spaces_around(row[i]));
    const auto known = std::ranges::find(kColumns, name);
    if (known == kColumns.end()) {
      others.push_back(name);
      continue;
    }
    size_t& at = columns.at[static_cast<size_t>(known - kColumns.begin())];
    if (at != SIZE_MAX)
      return Error{
          fmt::format("{}, line 1: there are two columns \"{}\"; take one away.", file, name)};
    at = i;
  }
  // Columns of other names are nothing to us. One that looks like a slip of the keyboard would be
  // passed over without a word, and with it every time of handing in.
  std::vector<std::string_view> missing;
  for (size_t c = 0; c < kColumns.size(); ++c)
    if (columns.at[c] == SIZE_MAX) missing.push_back(kColumns[c]);
  for (const std::string& other : others)
    if (const std::string meant = exercise::did_you_mean(other, missing); !meant.empty())
      return Error{fmt::format("{}, line 1: there is no column \"{}\"{}", file, other, meant)};
  if (columns.at[0] == SIZE_MAX && columns.at[1] == SIZE_MAX)
    return Error{fmt::format("{}, line 1: expected a column \"folder\" or \"id\" among {}.", file,
                             exercise::quoted_list(kColumns))};
  return columns;
}

}  // namespace

std::vector<std::vector<std::string>> read_csv(std::string_view text, size_t* open_quote) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const char separator = separator_in(text.substr(0, text.find_first_of("\r\n")));
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string cell;
  bool quoted = false;
  const auto end_cell = [&] {
    row.push_back(std::move(cell));
    cell.clear();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') cell += c;
      else if (i + 1 < text.size() && text[i + 1] == '"') cell += text[++i];
      else quoted = false;
    } else if (c == '"' && cell.empty()) {
      quoted = true;
      if (open_quote) *open_quote = rows.size() + 1;
    } else if (c == separator) {
      end_cell();
    } else if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
      continue;
    } else if (c == '\n' || c == '\r') {  // a lone '\r' ends the lines of some spreadsheets
      end_cell();
      rows.push_back(std::move(row));
      row.clear();
    } else {
      cell += c;
    }
  }
  if (open_quote && !quoted) *open_quote = 0;
  if (!cell.empty() || !row.empty()) {
    end_cell();
    rows.push_back(std::move(row));
  }
  return rows;
}

std::optional<int64_t> parse_time(std::string_view text) {
  // A sign is no digit of a year, and what is said to be before 1970 is a slip of the keyboard:
  // with such a deadline everybody would be late.
  constexpr int kFirstYear = 1970, kFarthestZone = 14;
  const std::string copy(text);
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, read = 0;
  double second = 0;
  if (std::sscanf(copy.c_str(), "%4d-%2d-%2d%n", &year, &month, &day, &read) != 3)
    return std::nullopt;
  std::string_view rest = std::string_view(copy).substr(static_cast<size_t>(read));
  if (!rest.empty()) {
    if (rest[0] != 'T' && rest[0] != ' ') return std::nullopt;
    rest.remove_prefix(1);
    read = 0;
    if (std::sscanf(std::string(rest).c_str(), "%2d:%2d%n", &hour, &minute, &read) != 2)
      return std::nullopt;
    rest.remove_prefix(static_cast<size_t>(read));
    if (rest.starts_with(':')) {
      read = 0;
      if (std::sscanf(std::string(rest).c_str(), ":%lf%n", &second, &read) != 1)
        return std::nullopt;
      rest.remove_prefix(static_cast<size_t>(read));
    }
  }
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  int offset = 0;  // seconds east
  if (!rest.empty() && rest != "Z" && rest != "UTC") {
    int hours = 0, minutes = 0;
    const char sign = rest[0];
    const std::string zone(rest.substr(1));
    if ((sign != '+' && sign != '-') ||
        (std::sscanf(zone.c_str(), "%2d:%2d", &hours, &minutes) != 2 &&
         std::sscanf(zone.c_str(), "%2d%2d", &hours, &minutes) != 2) ||
        hours < 0 || hours > kFarthestZone || minutes < 0 || minutes >= 60)
      return std::nullopt;
    offset = (hours * 3600 + minutes * 60) * (sign == '-' ? -1 : 1);
  }
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  const bool is_time =
      hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 61;
  if (!date.ok() || !is_time || year < kFirstYear) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch().count();
  return int64_t{days} * 86400 + hour * 3600 + minute * 60 + static_cast<int64_t>(second) - offset;
}

bool says_zone(std::string_view time) {
  constexpr size_t kDate = 10;  // which has signs of its own
  return time.find_first_of("ZU+-", kDate) != std::string_view::npos;
}

std::string time_text(int64_t seconds) {
  const int64_t day = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400;
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  const int64_t rest = seconds - day * 86400;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", int(date.year()),
                     unsigned(date.month()), unsigned(date.day()), rest / 3600, rest / 60 % 60,
                     rest % 60);
}

Result<std::vector<KnownStudent>> read_students(std::string_view text, const std::string& file) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff") ||
      text.find('\0') != std::string_view::npos || !utf8::is_valid(text.begin(), text.end()))
    return Error{fmt::format("{} is no text in UTF-8; save it as \"CSV UTF-8\".", file)};
  size_t open_quote = 0;
  const std::vector<std::vector<std::string>> rows = read_csv(text, &open_quote);
  if (rows.empty()) return Error{fmt::format("{} is empty; expected a line with columns.", file)};
  if (open_quote != 0)
    return Error{
        fmt::format("{}, row {}: a quotation mark is opened and never closed, so that all "
                    "that follows would be one cell.",
                    file, open_quote)};
  const Result<Columns> columns = columns_of(rows[0], file);
  if (!columns) return Error{columns.error()};
  std::vector<KnownStudent> students;
  std::map<std::string, size_t> row_of_folder, row_of_id;  // of ids without a folder
  for (size_t r = 1; r < rows.size(); ++r) {
    if (is_blank(rows[r])) continue;
    const auto is_extra = [&](size_t i) { return i >= columns->count && !rows[r][i].empty(); };
    for (size_t i = 0; i < rows[r].size(); ++i)
      if (is_extra(i))
        return Error{
            fmt::format("{}, row {}: there are {} cells for {} columns; a cell that holds the sign "
                        "between cells needs quotation marks around it.",
                        file, r + 1, rows[r].size(), columns->count)};
    const auto cell = [&](size_t column) {
      const size_t at = columns->at[column];
      return at < rows[r].size() ? without_spaces_around(rows[r][at]) : std::string();
    };
    KnownStudent student{cell(0), cell(1), cell(2), cell(3), std::nullopt};
    if (student.folder.empty() && student.id.empty())
      return Error{fmt::format("{}, row {}: neither folder nor id is given.", file, r + 1)};
    const bool has_folder = !student.folder.empty();
    const std::string& key = has_folder ? student.folder : student.id;
    const auto [first, is_new] = (has_folder ? row_of_folder : row_of_id).emplace(key, r + 1);
    if (!is_new)
      return Error{fmt::format("{}, row {}: the {} \"{}\" is in row {} already.", file, r + 1,
                               has_folder ? "folder" : "id", key, first->second)};
    if (const std::string when = cell(4); !when.empty()) {
      student.submitted = parse_time(when);
      student.has_zone = says_zone(when);
      if (!student.submitted)
        return Error{
            fmt::format("{}, row {}: submitted is \"{}\"; expected a time such as "
                        "2026-11-30T23:59:00Z.",
                        file, r + 1, when)};
    }
    students.push_back(std::move(student));
  }
  if (students.empty())
    return Error{fmt::format("{} has a line with columns and no student.", file)};
  return students;
}

}  // namespace warplab::course
