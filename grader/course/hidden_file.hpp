#pragma once
// hidden.toml: an instructor's own checks, outside of what students get, and what may be shown of
// them. docs/COURSE-GRADING.md describes its keys.
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "exercise/exercise.hpp"

namespace warplab::course {

// What a report for students says of hidden checks.
enum class ShowHidden : uint8_t {
  never,       // one line that they are there, and what they are worth
  after_date,  // the same until a date; a system with a due date of its own waits for that
  always,      // as other gates
};

struct HiddenFile {
  ShowHidden show = ShowHidden::never;
  std::optional<int64_t> date;                       // of after_date: seconds since 1970
  std::map<std::string, exercise::Exercise> checks;  // by slug: exercise::with_hidden_checks()
  const exercise::Exercise* find(const std::string& slug) const;
  // What holds for a report that is written at `now`.
  ShowHidden show_at(int64_t now) const;
};

// The Error names file, line and key, and what was expected.
Result<HiddenFile> load_hidden(const std::filesystem::path& file,
                               const std::vector<exercise::Entry>& all);

}  // namespace warplab::course
