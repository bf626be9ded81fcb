// Which programs made a report.
#include "verdict/report/made_by.hpp"

#include <doctest/doctest.h>

#include "temporary_folder.hpp"

using namespace warplab;
using test::TemporaryFolder;
using verdict::hash_of_program;

namespace {

const std::filesystem::path kThis = "/proc/self/exe";

}  // namespace

TEST_CASE("a program is what is loaded of its file: another byte there is another program") {
  const TemporaryFolder folder;
  std::string bytes = test::content_of(kThis);
  REQUIRE(bytes.size() > 4096);
  const std::string hash = hash_of_program(kThis);
  CHECK(hash.size() == 64);
  CHECK(hash_of_program(folder.write("same", bytes)) == hash);
  // Behind everything that is loaded, as debug information is.
  CHECK(hash_of_program(folder.write("longer", bytes + "more")) == hash);
  bytes[bytes.size() / 16] ^= 1;
  CHECK(hash_of_program(folder.write("patched", bytes)) != hash);
}

TEST_CASE("a file that is no program counts whole, and one that is not there has no hash") {
  const TemporaryFolder folder;
  const std::string script = "#!/bin/sh\nexec true\n";
  const std::string hash = hash_of_program(folder.write("script", script));
  CHECK(hash.size() == 64);
  CHECK(hash_of_program(folder.write("other", script + "#")) != hash);
  CHECK(hash_of_program(folder.path() / "none").empty());
  // Cut off in the middle of what is loaded.
  const std::string bytes = test::content_of(kThis);
  const std::string half = bytes.substr(0, bytes.size() / 32);
  CHECK(hash_of_program(folder.write("half", half)).size() == 64);
  CHECK(hash_of_program(folder.write("half", half)) !=
        hash_of_program(folder.write("half2", half + "x")));
}
