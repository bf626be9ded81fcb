// What nvcc accepts is accepted, and what it refuses is refused. Each file in nvcc/ says at its end
// what nvcc has said of it: nvcc -ptx -arch=sm_75 FILE.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "compile/compile.hpp"
#include "temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace warplab::compile;
using warplab::test::content_if_any;

namespace {

Compiled compile_text(const std::string& name, const std::string& text, bool marked = false) {
  const auto compiler = load_compiler();
  REQUIRE_MESSAGE(compiler, (compiler ? "" : compiler.error()));
  Source source{name, text, 75};
  source.mark_undefined = marked;
  source.only_ptx = true;
  return compile(**compiler, source);
}

std::string errors_of(const Compiled& compiled) {
  std::string text;
  for (const Diagnostic& d : compiled.diagnostics)
    if (d.severity == Diagnostic::Severity::error)
      text += std::to_string(d.line) + ": " + d.message + "\n";
  return text;
}

std::vector<fs::path> files(const std::string& prefix) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(WARPLAB_SOURCE_DIR "/tests/compile/nvcc"))
    if (entry.path().filename().string().starts_with(prefix)) found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

constexpr const char* kKernel =
    "extern \"C\" __global__ void copy(const float* in, float* out, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = in[i];\n"
    "}\n";

}  // namespace

TEST_CASE("a file that nvcc accepts is accepted, with marks as well") {
  const std::vector<fs::path> accepted = files("accepted-");
  CHECK(accepted.size() > 40);
  for (const fs::path& file : accepted) {
    CAPTURE(file.filename().string());
    const std::string text = content_if_any(file);
    const Compiled compiled = compile_text("k.cu", text);
    CHECK_MESSAGE(compiled.ok, errors_of(compiled));
    CHECK(compiled.ptx.find(".entry copy(") != std::string::npos);
    if (text.find("main") != std::string::npos)
      CHECK(compile_text("k.cu", text, true).ptx.find(".entry copy(") != std::string::npos);
  }
}

TEST_CASE("a file that nvcc refuses is refused, with a line") {
  const std::vector<fs::path> refused = files("refused-");
  CHECK(refused.size() > 30);
  for (const fs::path& file : refused) {
    CAPTURE(file.filename().string());
    const Compiled compiled = compile_text("k.cu", content_if_any(file));
    CHECK_FALSE(compiled.ok);
    CHECK(std::ranges::any_of(compiled.diagnostics, [](const Diagnostic& d) {
      return d.severity == Diagnostic::Severity::error && d.line > 0;
    }));
  }
}

TEST_CASE("host code that is set aside leaves every line where it is") {
  const std::string main = "int main() {\n  copy<<<1, 1>>>(0, 0, 0);\n  return 0;\n}\n";
  std::string wrong = main + kKernel;
  wrong.replace(wrong.find("in[i];"), 6, "in[i]");
  const Compiled compiled = compile_text("k.cu", wrong);
  CHECK(errors_of(compiled) == "7: expected a \";\" at the end of this line\n");
}

TEST_CASE("what is no declaration is a mistake, beside host code as well") {
  const std::string main = "int main() { return 0; }\n";
  CHECK(compile_text("k.cu", main + kKernel).ok);
  for (const char* mistake : {"not a declaration\n", "out[0] = 1;\n", "}\n", "if (n) return;\n",
                              "int main( { return 0; }\n", "_global_ void k() { copy(1); }\n"}) {
    CAPTURE(mistake);
    CHECK_FALSE(compile_text("k.cu", main + kKernel + mistake).ok);
  }
  // Without a kernel the file is not what was meant.
  CHECK_FALSE(compile_text("k.cu", "void copy(float* out) { out[0] = 1; }\n").ok);
}

TEST_CASE("a kernel that calls a kernel is told what nvcc says") {
  std::string calls = kKernel;
  calls.insert(calls.rfind('}'), "  if (n > 9) copy(in, out, n - 9);\n");
  CHECK(
      errors_of(compile_text("k.cu", calls)) ==
      "4: a __global__ function call must be configured: copy is a kernel, which host code starts "
      "with <<< >>>. Code that kernels share goes into a __device__ function.\n");
}

TEST_CASE("names with letters beyond ASCII are told apart") {
  const Compiled compiled =
      compile_text("k.cu",
                   "extern \"C\" __global__ void copy(float* größe, float* groesse) {\n"
                   "  const float ß = größe[0], ss = 2 * groesse[0];\n  größe[1] = ß - ss;\n}\n");
  CHECK_MESSAGE(compiled.ok, errors_of(compiled));
}
