#pragma once
// profiles.toml: gates and fills of a course that have a name, so that an exercise says what it
// keeps (`keeps`) and does not spell out what protects it. Only this room includes this header.
#include <toml++/toml.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "data/element.hpp"

namespace warplab::exercise {

inline constexpr const char* kProfilesFile = "profiles.toml";

// What a profile has of its own; the tables are those of the file.
struct Profile {
  const toml::table* table = nullptr;
  std::string name;    // "through one tile of in"
  std::string buffer;  // "in", where the name in the file ends with $buffer
};

class Profiles {
 public:
  // Those of the exercise's folder, those of `common` beside it that have other names, and of those
  // that are built in the ones that neither has. The error names file and line.
  static Result<Profiles> for_exercise(const std::filesystem::path& folder);

  std::optional<Profile> profile(std::string_view name) const;
  // A fill with this name for such a buffer: a table with `fill` and `first_fills`. Null: none.
  const toml::table* fill(std::string_view name, data::ElementType type, size_t dimensions) const;
  std::vector<std::string_view> names() const;  // of the profiles, as the file has them
  std::vector<std::string_view> fill_names() const;

 private:
  std::vector<toml::table> files_;  // the nearest first
};

}  // namespace warplab::exercise
