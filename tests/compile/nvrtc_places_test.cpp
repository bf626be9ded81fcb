#include "compile/nvrtc_places.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "compile/nvrtc.hpp"
#include "temporary_folder.hpp"

using namespace warplab::compile;
using warplab::test::TemporaryFolder;

namespace {

// A search that finds nothing outside `folder`.
NvrtcSearch search_in(const TemporaryFolder& folder) {
  NvrtcSearch search;
  search.toolkit = folder.path() / "no-toolkit";
  search.program_folder = folder.path() / "clone/build/bin";
  return search;
}

// Of the candidates, those that are files.
std::vector<std::string> found(const NvrtcSearch& search) {
  std::vector<std::string> files;
  for (const std::string& library : nvrtc_candidates(search).libraries)
    if (library.find('/') != std::string::npos) files.push_back(library);
  return files;
}

}  // namespace

TEST_CASE("$CUDA_HOME comes before the usual toolkit, and both before the Python package") {
  TemporaryFolder folder;
  folder.write("home/lib64/libnvrtc.so.13");
  folder.write("toolkit/lib64/libnvrtc.so.13");
  folder.write("clone/build/nvrtc/nvidia/cu13/lib/libnvrtc.so.13");
  NvrtcSearch search = search_in(folder);
  search.cuda_home = (folder.path() / "home").string();
  search.toolkit = folder.path() / "toolkit";
  const std::vector<std::string> files = found(search);
  REQUIRE(files.size() == 3);
  CHECK(files[0] == (folder.path() / "home/lib64/libnvrtc.so.13").string());
  CHECK(files[1] == (folder.path() / "toolkit/lib64/libnvrtc.so.13").string());
  CHECK(files[2] == (folder.path() / "clone/build/nvrtc/nvidia/cu13/lib/libnvrtc.so.13").string());
}

TEST_CASE("the loader's paths are asked after the toolkits and before the package") {
  TemporaryFolder folder;
  folder.write("clone/build/nvrtc/nvidia/cu13/lib/libnvrtc.so.13");
  const std::vector<std::string> libraries = nvrtc_candidates(search_in(folder)).libraries;
  REQUIRE(libraries.size() >= 2);
  CHECK(libraries.front() == "libnvrtc.so.13");
  CHECK(libraries.back().ends_with("nvidia/cu13/lib/libnvrtc.so.13"));
}

TEST_CASE("the package of CUDA 12 lies in a folder of another name") {
  TemporaryFolder folder;
  folder.write("clone/build/nvrtc/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
  const std::vector<std::string> files = found(search_in(folder));
  REQUIRE(files.size() == 1);
  CHECK(files[0].ends_with("nvidia/cuda_nvrtc/lib/libnvrtc.so.12"));
}

TEST_CASE("the package is found from a build folder inside the build folder") {
  TemporaryFolder folder;
  folder.write("clone/build/nvrtc/nvidia/cu13/lib/libnvrtc.so.13");
  NvrtcSearch search = search_in(folder);
  search.program_folder = folder.path() / "clone/build/test/bin";
  CHECK(found(search).size() == 1);
}

TEST_CASE("an installed program finds the package in the cache, behind one that lies beside it") {
  TemporaryFolder folder;
  folder.write("cache/warplab/nvrtc/nvidia/cu13/lib/libnvrtc.so.13");
  NvrtcSearch search = search_in(folder);
  CHECK(found(search).empty());
  search.cache_folder = folder.path() / "cache";
  REQUIRE(found(search).size() == 1);
  CHECK(found(search)[0].starts_with(search.cache_folder.string()));
  folder.write("clone/build/nvrtc/nvidia/cu13/lib/libnvrtc.so.13");
  REQUIRE(found(search).size() == 1);
  CHECK(found(search)[0].starts_with((folder.path() / "clone").string()));
}

TEST_CASE("of several versions in a folder the newest is taken, and no neighbour of another kind") {
  TemporaryFolder folder;
  for (const char* name : {"libnvrtc.so", "libnvrtc.so.12", "libnvrtc.so.13", "libnvrtc.so.9",
                           "libnvrtc-builtins.so.13.0", "libnvrtc.alt.so.13", "libnvrtc_static.a"})
    folder.write(std::filesystem::path("home/lib64") / name);
  NvrtcSearch search = search_in(folder);
  search.cuda_home = (folder.path() / "home").string();
  const std::vector<std::string> files = found(search);
  REQUIRE(files.size() == 1);
  CHECK(files[0].ends_with("/libnvrtc.so.13"));
}

TEST_CASE("a toolkit for another machine keeps its libraries under targets") {
  TemporaryFolder folder;
  folder.write("home/targets/sbsa-linux/lib/libnvrtc.so.13");
  NvrtcSearch search = search_in(folder);
  search.cuda_home = (folder.path() / "home").string();
  CHECK(found(search).size() == 1);
}

TEST_CASE("$WARPLAB_NVRTC is used alone: a library, a folder or a toolkit") {
  TemporaryFolder folder;
  folder.write("mine/libnvrtc.so.13");
  folder.write("toolkit/lib64/libnvrtc.so.13");
  folder.write("clone/build/nvrtc/nvidia/cu13/lib/libnvrtc.so.13");
  NvrtcSearch search = search_in(folder);
  search.toolkit = folder.path() / "toolkit";
  const std::string library = (folder.path() / "mine/libnvrtc.so.13").string();
  SUBCASE("library") {
    search.override_place = library;
    CHECK(nvrtc_candidates(search).libraries == std::vector<std::string>{library});
  }
  SUBCASE("folder") {
    search.override_place = (folder.path() / "mine").string();
    CHECK(nvrtc_candidates(search).libraries == std::vector<std::string>{library});
  }
  SUBCASE("toolkit") {
    search.override_place = (folder.path() / "toolkit").string();
    CHECK(nvrtc_candidates(search).libraries ==
          std::vector<std::string>{(folder.path() / "toolkit/lib64/libnvrtc.so.13").string()});
  }
  SUBCASE("the word package") {
    search.override_place = "package";
    const std::vector<std::string> libraries = nvrtc_candidates(search).libraries;
    REQUIRE(libraries.size() == 1);
    CHECK(libraries[0].ends_with("nvidia/cu13/lib/libnvrtc.so.13"));
  }
}

TEST_CASE("without NVRTC the error is one sentence that lists where it was looked for") {
  TemporaryFolder folder;
  NvrtcSearch search = search_in(folder);
  search.override_place = "package";
  const auto nvrtc = load_nvrtc(search);
  REQUIRE(!nvrtc);
  CHECK(nvrtc.error().find("was not found") != std::string::npos);
  CHECK(nvrtc.error().find(search.program_folder.string()) != std::string::npos);
  CHECK(nvrtc.error().find('\n') == std::string::npos);
}

TEST_CASE("a file that is no library is named with the loader's reason") {
  TemporaryFolder folder;
  folder.write("libnvrtc.so.13", "not a library");
  NvrtcSearch search = search_in(folder);
  search.override_place = folder.path().string();
  const auto nvrtc = load_nvrtc(search);
  REQUIRE(!nvrtc);
  CHECK(nvrtc.error().find("libnvrtc.so.13 cannot be loaded") != std::string::npos);
}

TEST_CASE("a library that is not NVRTC is refused by name") {
  TemporaryFolder folder;
  NvrtcSearch search = search_in(folder);
  search.override_place = "libm.so.6";
  const auto nvrtc = load_nvrtc(search);
  REQUIRE(!nvrtc);
  CHECK(nvrtc.error().find("libm.so.6 lacks functions") != std::string::npos);
}
