#include "launch_list.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "compile/compile.hpp"
#include "ptx/parser.hpp"
#include "temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace warplab;
using bench::Fill;

namespace {

const fs::path kBench = fs::path(WARPLAB_SOURCE_DIR) / "bench";

std::vector<bench::ListedLaunch> shipped() {
  const auto list = bench::read_launch_list((kBench / "launches" / "launches.json").string());
  REQUIRE_MESSAGE(list, (list ? "" : list.error()));
  return *list;
}

compile::Compiled compiled(const fs::path& path) {
  const auto compiler = compile::load_compiler();
  REQUIRE_MESSAGE(compiler, (compiler ? "" : compiler.error()));
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const compile::Source source{path.filename().string(), text.str(), 90};
  return compile::compile(**compiler, source);
}

Result<std::vector<bench::ListedLaunch>> read(const std::string& text) {
  const test::TemporaryFolder folder;  // tests run side by side
  return bench::read_launch_list(folder.write("launches.json", text).string());
}

}  // namespace

TEST_CASE("each listed launch has a kernel that compiles and takes its arguments") {
  const auto list = shipped();
  CHECK(list.size() >= 40);
  std::map<std::string, ptx::Module> modules;
  std::set<std::string> names;
  for (const bench::ListedLaunch& listed : list) {
    INFO(listed.name);
    CHECK(names.insert(listed.name).second);
    if (!modules.contains(listed.file)) {
      const compile::Compiled file = compiled(kBench / "launches" / listed.file);
      REQUIRE_MESSAGE(file.ok, file.log);
      const auto module = ptx::parse(file.ptx);
      REQUIRE(module);
      modules.emplace(listed.file, *module);
    }
    const ptx::Function* kernel = modules.at(listed.file).find_function(listed.launch.kernel);
    REQUIRE(kernel != nullptr);
    REQUIRE(kernel->parameters.size() == listed.launch.arguments.size());
    for (size_t i = 0; i < kernel->parameters.size(); ++i) {
      const data::Argument& argument = listed.launch.arguments[i];
      CHECK(kernel->parameters[i].bytes == (argument.buffer >= 0 ? 8 : argument.value.size()));
    }
    CHECK(listed.launch.block.volume() <= 1024);
    CHECK(listed.launch.grid.volume() >= 1);
  }
}

TEST_CASE("the kernels of the microbenchmarks compile") {
  for (const char* file : {"arithmetic.cu", "near_memory.cu", "far_memory.cu"}) {
    const compile::Compiled kernels = compiled(kBench / "microbench" / file);
    CHECK_MESSAGE(kernels.ok, kernels.log);
  }
}

TEST_CASE("an entry with several values of n is as many launches") {
  const auto list = read(R"({"launches": [{"name": "copy", "file": "copy.cu", "kernel": "copy",
    "n": [8, 16], "grid": ["n / 8"], "block": [8], "buffers": [["in", "i32", "n", "below 3"]],
    "arguments": ["in", {"i32": "n * 2"}]}]})");
  REQUIRE(list);
  REQUIRE(list->size() == 2);
  const bench::ListedLaunch& last = list->back();
  CHECK(last.name == "copy, n 16");
  CHECK(last.launch.grid.x == 2);
  CHECK(last.buffers[0].fill == Fill::below);
  CHECK(last.launch.arguments[1].value == std::vector{std::byte{32}, {}, {}, {}});
  const std::vector<std::byte> content = bench::content_of(last.buffers[0]);
  REQUIRE(content.size() == 64);
  for (size_t i = 0; i < content.size(); ++i)
    CHECK(std::to_integer<int>(content[i]) < (i % 4 == 0 ? 3 : 1));
}

TEST_CASE("what is wrong with a list is said with its entry") {
  const auto no_buffer = read(R"({"launches": [{"name": "sum", "file": "a.cu", "kernel": "a",
    "grid": [1], "block": [1], "buffers": [], "arguments": ["in"]}]})");
  REQUIRE_FALSE(no_buffer);
  CHECK(no_buffer.error().find("\"sum\": there is no buffer \"in\"") != std::string::npos);
  const auto no_fill = read(R"({"launches": [{"name": "sum", "file": "a.cu", "kernel": "a",
    "grid": [1], "block": [1], "buffers": [["in", "f32", 1, "ones"]], "arguments": []}]})");
  REQUIRE_FALSE(no_fill);
  CHECK(no_fill.error().find("\"ones\" is no fill") != std::string::npos);
}
