#pragma once
// course.toml: which exercises a course has, what each is worth, and by when.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/time_zone.hpp"
#include "exercise/exercise.hpp"

namespace warplab::exercise {
class TomlTable;
}

namespace warplab::course {

// A date-time of TOML or its text; what is none is noted as a problem. One without a zone is in
// `zone`; null: in UTC.
std::optional<int64_t> time_of(const exercise::TomlTable& table, std::string_view key,
                               const TimeZone* zone = nullptr);

enum class Counts : uint8_t { best, last };  // of a student's attempts at an exercise
// What was handed in and cannot be read: a truncated zip, a binary file.
enum class Unreadable : uint8_t { zero, ungraded };

struct Deadline {
  std::optional<int64_t> at;  // seconds since 1970; none: there is none
  double late_days = 0;       // that are allowed; later than that earns nothing
  double deduction = 0;       // part of the points that each day begun costs, 0 ... 1
};

struct CourseExercise {
  std::string slug;
  double points = 1;
  Deadline deadline;
};

struct CourseFile {
  std::string title;
  Counts counts = Counts::best;
  Unreadable unreadable = Unreadable::zero;
  std::optional<TimeZone> time_zone;      // of dates in zips, which have none
  std::filesystem::path hidden;           // hidden.toml; empty: there is none
  std::vector<CourseExercise> exercises;  // in course order
  const CourseExercise* find(std::string_view slug) const;
  bool has_deadline() const;
  std::string zone_name() const;  // "": none
};

// Without a file: every exercise, a point each, no deadline.
CourseFile default_course(const std::vector<exercise::Entry>& all);

// The Error names file, line and key, and what was expected.
Result<CourseFile> load_course(const std::filesystem::path& file,
                               const std::vector<exercise::Entry>& all);

// What is left of the points, 0 ... 1, of what was handed in at `submitted`. A day begins with its
// first second. A time that is not known is in time. `marked_late`: the course system says so,
// which is a day at least.
struct Lateness {
  int days = 0;
  double factor = 1;
};
Lateness lateness(const Deadline& deadline, std::optional<int64_t> submitted,
                  bool marked_late = false);

}  // namespace warplab::course
