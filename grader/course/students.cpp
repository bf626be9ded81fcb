// students.csv, and the two things that it is made of: comma-separated values and times.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "base/words.hpp"
#include "course/submissions.hpp"
#include "exercise/spelling.hpp"

namespace warplab::course {
namespace {

constexpr std::array<std::string_view, 5> kColumns = {"folder", "id", "name", "email", "submitted"};

bool is_blank(const std::vector<std::string>& row) {
  return std::ranges::all_of(row, [](const std::string& cell) { return cell.empty(); });
}

}  // namespace

std::vector<std::vector<std::string>> read_csv(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::string_view first = text.substr(0, text.find('\n'));
  const char separator =
      first.find(',') == std::string_view::npos && first.find(';') != std::string_view::npos ? ';'
                                                                                             : ',';
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
    } else if (c == separator) {
      end_cell();
    } else if (c == '\n') {
      end_cell();
      rows.push_back(std::move(row));
      row.clear();
    } else if (c != '\r') {
      cell += c;
    }
  }
  if (!cell.empty() || !row.empty()) {
    end_cell();
    rows.push_back(std::move(row));
  }
  return rows;
}

std::optional<int64_t> parse_time(std::string_view text) {
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
         std::sscanf(zone.c_str(), "%2d%2d", &hours, &minutes) != 2))
      return std::nullopt;
    offset = (hours * 3600 + minutes * 60) * (sign == '-' ? -1 : 1);
  }
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  const bool is_time =
      hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 61;
  if (!date.ok() || !is_time) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch().count();
  return int64_t{days} * 86400 + hour * 3600 + minute * 60 + static_cast<int64_t>(second) - offset;
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
  const std::vector<std::vector<std::string>> rows = read_csv(text);
  if (rows.empty()) return Error{fmt::format("{} is empty; expected a line with columns.", file)};
  std::array<size_t, kColumns.size()> at{};
  at.fill(SIZE_MAX);
  for (size_t i = 0; i < rows[0].size(); ++i)
    for (size_t c = 0; c < kColumns.size(); ++c)
      if (in_small_letters(rows[0][i]) == kColumns[c]) at[c] = i;
  if (at[0] == SIZE_MAX && at[1] == SIZE_MAX)
    return Error{fmt::format("{}, line 1: expected a column \"folder\" or \"id\" among {}.", file,
                             exercise::quoted_list(kColumns))};
  std::vector<KnownStudent> students;
  for (size_t r = 1; r < rows.size(); ++r) {
    if (is_blank(rows[r])) continue;
    const auto cell = [&](size_t column) {
      return at[column] < rows[r].size() ? rows[r][at[column]] : std::string();
    };
    KnownStudent student{cell(0), cell(1), cell(2), cell(3), std::nullopt};
    if (student.folder.empty() && student.id.empty())
      return Error{fmt::format("{}, row {}: neither folder nor id is given.", file, r + 1)};
    if (const std::string when = cell(4); !when.empty()) {
      student.submitted = parse_time(when);
      if (!student.submitted)
        return Error{
            fmt::format("{}, row {}: submitted is \"{}\"; expected a time such as "
                        "2026-11-30T23:59:00Z.",
                        file, r + 1, when)};
    }
    students.push_back(std::move(student));
  }
  return students;
}

}  // namespace warplab::course
