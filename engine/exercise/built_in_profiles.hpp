#pragma once
// The text of exercises/common/profiles.toml, for courses that have none.
#include <span>
#include <string_view>

namespace warplab::exercise {

struct BuiltInProfiles {
  std::string_view name, text;
};
std::span<const BuiltInProfiles> built_in_profiles();

}  // namespace warplab::exercise
