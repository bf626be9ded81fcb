#pragma once
#include <string>

namespace warplab::verdict {

// SHA-256 in hexadecimal over the files of the running program and of its worker, which compiles
// and simulates: so that a report names the very programs that made it. Empty where one of them
// cannot be read.
const std::string& program_hash();

}  // namespace warplab::verdict
