#pragma once
// students.csv, and the two things that it is made of: comma-separated values and times.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace warplab::course {

// students.csv: a first line with the names of columns, in any order: `folder` (a name in the
// submissions) or `id`, and any of `id`, `name`, `email`, `submitted` (2026-11-30T23:59:00Z).
struct KnownStudent {
  std::string folder, id, name, email;
  std::optional<int64_t> submitted;
  bool has_zone = true;  // false: `submitted` is that of a clock on a wall
};
// The Error names file and line.
Result<std::vector<KnownStudent>> read_students(std::string_view text, const std::string& file);

// Rows of comma-separated values (RFC 4180: quotes, doubled quotes, line breaks in quotes). A
// semicolon separates where the first line has one and no comma, a tab where it has neither, as
// some spreadsheets write them. `open_quote` becomes the row, from 1, of a quote that is never
// closed; 0: there is none.
std::vector<std::vector<std::string>> read_csv(std::string_view text, size_t* open_quote = nullptr);

// "2026-11-30T23:59:00Z", "2026-11-30 23:59:00 +0100", "2026-11-30": seconds since 1970. Without a
// zone it is UTC. None: it is no such text.
std::optional<int64_t> parse_time(std::string_view text);
bool says_zone(std::string_view time);
std::string time_text(int64_t seconds);  // "2026-11-30T23:59:00Z"

}  // namespace warplab::course
