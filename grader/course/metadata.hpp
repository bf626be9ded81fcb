#pragma once
// Gradescope's submission_metadata.yml: who handed in what, and when.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace warplab::course {

struct Metadata {
  struct Submitter {
    std::string id, name, email;  // as far as they are known
  };
  std::vector<Submitter> submitters;  // a group hands in together
  std::optional<int64_t> submitted;
};

// By the names of the folders, "submission_123456". Nothing but these keys is looked at: the rest
// of a record holds what students' programs print. The Error says that it is no YAML, and where.
Result<std::map<std::string, Metadata>> read_metadata(std::string_view text);

}  // namespace warplab::course
