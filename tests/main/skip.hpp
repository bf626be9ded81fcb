#pragma once
// What a test says that cannot be made on this machine.
#include <string>

namespace warplab_test {

// The case that runs is skipped, for the reason `why`, if nothing in it fails: ctest then counts it
// as skipped and not as passed. `why` names what is missing: "no GPU (there is no driver)".
void skip(const std::string& why);

}  // namespace warplab_test
