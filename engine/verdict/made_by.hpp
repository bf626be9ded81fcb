#pragma once
#include <string>

namespace warplab::verdict {

// SHA-256 in hexadecimal of the running program's file, so that a report names the very program
// that made it; empty where the file cannot be read.
const std::string& program_hash();

}  // namespace warplab::verdict
