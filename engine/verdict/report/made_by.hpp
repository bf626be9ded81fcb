#pragma once
#include <filesystem>
#include <string>

namespace warplab::verdict {

// SHA-256 in hexadecimal over the running program and its worker, which compiles and simulates: so
// that a report names the very programs that made it. Empty where one of them cannot be read. Made
// when it is first asked for.
const std::string& program_hash();

// Of one program: over what of the file is loaded when it runs. Debug information, four fifths of a
// file, decides nothing and would be most of the time. Any other file is taken whole.
std::string hash_of_program(const std::filesystem::path& file);

}  // namespace warplab::verdict
