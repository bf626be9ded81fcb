#include "course/course_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/file_text.hpp"
#include "course/students.hpp"
#include "exercise/spelling.hpp"
#include "exercise/toml_reader.hpp"

namespace warplab::course {
namespace {

using exercise::Problems;
using exercise::TomlTable;

}  // namespace

std::optional<int64_t> time_of(const TomlTable& table, std::string_view key, const TimeZone* zone) {
  const toml::node* const node = table.node(key);
  if (!node) return std::nullopt;
  std::ostringstream written;
  if (const auto* const text = node->as_string()) written << text->get();
  else if (const auto* const date_time = node->as_date_time()) written << date_time->get();
  else if (const auto* const date = node->as_date()) written << date->get();
  const std::optional<int64_t> time = parse_time(written.str());
  if (!time) table.problem(key, "expected a time such as 2026-11-30T23:59:00Z");
  return time && zone && !says_zone(written.str()) ? zone->utc_of(*time) : time;
}

namespace {

double number_within(const TomlTable& table, std::string_view key, double otherwise, double least,
                     double most) {
  if (!table.has(key)) return otherwise;
  const std::optional<double> number = table.number(key);
  if (!number) return otherwise;
  if (*number >= least && *number <= most) return *number;
  table.problem(key, fmt::format("is {}; expected a number from {} to {}", *number, least, most));
  return otherwise;
}

// A year is no deadline any more; a million points is a slip of the keyboard.
constexpr double kMostLateDays = 366, kMostPoints = 1e6;

Deadline deadline_of(const TomlTable& table, const Deadline& otherwise,
                     const std::optional<TimeZone>& zone) {
  Deadline deadline = otherwise;
  if (table.has("deadline")) deadline.at = time_of(table, "deadline", zone ? &*zone : nullptr);
  deadline.late_days = number_within(table, "late_days", otherwise.late_days, 0, kMostLateDays);
  deadline.deduction = number_within(table, "late_deduction", otherwise.deduction, 0, 1);
  return deadline;
}

void read_exercise(const TomlTable& table, const std::vector<exercise::Entry>& all,
                   const Deadline& deadline, CourseFile& course) {
  table.allow_only({"name", "points", "deadline", "late_days", "late_deduction"});
  CourseExercise exercise;
  const std::string name = table.required_text("name", "column-sums");
  exercise.points = number_within(table, "points", 1, 0, kMostPoints);
  exercise.deadline = deadline_of(table, deadline, course.time_zone);
  std::vector<std::string_view> names;
  for (const exercise::Entry& entry : all) {
    if (!entry.exercise) continue;
    names.push_back(entry.exercise->slug);
    if (entry.exercise->slug == name || entry.folder.filename() == name)
      exercise.slug = entry.exercise->slug;
  }
  if (!name.empty() && exercise.slug.empty())
    table.problem("name", fmt::format("there is no exercise \"{}\"{}", name,
                                      exercise::did_you_mean(name, names)));
  else if (course.find(exercise.slug))
    table.problem("name", fmt::format("\"{}\" is here twice", name));
  course.exercises.push_back(std::move(exercise));
}

}  // namespace

const CourseExercise* CourseFile::find(std::string_view slug) const {
  const auto found = std::ranges::find(exercises, slug, &CourseExercise::slug);
  return found == exercises.end() ? nullptr : &*found;
}

bool CourseFile::has_deadline() const {
  return std::ranges::any_of(exercises,
                             [](const CourseExercise& one) { return bool(one.deadline.at); });
}

std::string CourseFile::zone_name() const { return time_zone ? time_zone->name() : ""; }

CourseFile default_course(const std::vector<exercise::Entry>& all) {
  CourseFile course;
  for (const exercise::Entry& entry : all)
    if (entry.exercise) course.exercises.push_back({entry.exercise->slug, 1, {}});
  return course;
}

Result<CourseFile> load_course(const std::filesystem::path& file,
                               const std::vector<exercise::Entry>& all) {
  const Result<std::string> text = named_text(file);
  if (!text)
    return Error{fmt::format("The course {} cannot be read: {}.", file.string(), text.error())};
  const std::string name = file.filename().string();
  const Result<toml::table> parsed = exercise::parse_toml(*text, name);
  if (!parsed) return Error{parsed.error()};
  Problems problems(name);
  const TomlTable table(*parsed, "", problems);
  table.allow_only({"title", "attempts", "deadline", "late_days", "late_deduction", "time_zone",
                    "unreadable", "hidden", "exercise"});
  CourseFile course;
  course.title = table.text("title");
  if (table.has("hidden")) course.hidden = file.parent_path() / table.text("hidden");
  const std::string attempts = table.text("attempts", "best");
  if (attempts == "last") course.counts = Counts::last;
  else if (attempts != "best")
    table.problem("attempts", fmt::format("is \"{}\"; expected \"best\" or \"last\"", attempts));
  const std::string unreadable = table.text("unreadable", "zero");
  if (unreadable == "ungraded") course.unreadable = Unreadable::ungraded;
  else if (unreadable != "zero")
    table.problem("unreadable",
                  fmt::format("is \"{}\"; expected \"zero\" or \"ungraded\"", unreadable));
  if (table.has("time_zone")) {
    Result<TimeZone> zone = TimeZone::named(table.text("time_zone"));
    if (zone) course.time_zone = *zone;
    else table.problem("time_zone", zone.error());
  }
  const Deadline deadline = deadline_of(table, {}, course.time_zone);
  for (const TomlTable& entry : table.tables("exercise"))
    read_exercise(entry, all, deadline, course);
  if (course.exercises.empty()) {
    course.exercises = default_course(all).exercises;
    for (CourseExercise& exercise : course.exercises) exercise.deadline = deadline;
  }
  if (problems.any()) return problems.first();
  return course;
}

Lateness lateness(const Deadline& deadline, std::optional<int64_t> submitted, bool marked_late) {
  if (!deadline.at) return {};
  constexpr double kDay = 86400;
  const double seconds =
      submitted ? std::max(0.0, static_cast<double>(*submitted - *deadline.at)) : 0;
  Lateness late;
  late.days =
      std::max(static_cast<int>(std::min(std::ceil(seconds / kDay), 1e6)), int{marked_late});
  if (late.days == 0) return late;
  late.factor =
      late.days > deadline.late_days ? 0 : std::max(0.0, 1 - late.days * deadline.deduction);
  return late;
}

}  // namespace warplab::course
