#include "runtime/stand_in.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace warplab::runtime {
namespace {

// What the code is made for, and how the runtime is linked, is ours to say.
constexpr std::array<std::string_view, 10> kOursWithWord = {
    "-arch",   "--gpu-architecture", "-code", "--gpu-code", "-gencode", "--generate-code",
    "-cudart", "--cudart",           "-t",    "--threads"};
constexpr std::array<std::string_view, 5> kOurs = {"-G", "--device-debug", "-dlto", "-lineinfo",
                                                   "--generate-line-info"};
// nvcc stops before it links.
constexpr std::array<std::string_view, 17> kNoLink = {
    "-c",      "--compile",    "-dc",    "--device-c",    "-dw",  "--device-w",
    "-E",      "--preprocess", "-M",     "-MM",           "-ptx", "--ptx",
    "-fatbin", "--fatbin",     "-dlink", "--device-link", "-lib"};
constexpr std::array<std::string_view, 4> kNothing = {"--version", "-V", "--help", "-h"};

template <class Names>
bool is_one_of(const Names& names, std::string_view word) {
  return std::ranges::find(names, word) != names.end();
}

}  // namespace

std::vector<std::string> stand_in_command(const Toolkit& toolkit,
                                          const std::filesystem::path& library,
                                          int compute_capability,
                                          const std::vector<std::string>& words) {
  std::vector<std::string> command = {toolkit.nvcc.string()};
  bool links = true, asks = words.empty();
  for (size_t k = 0; k < words.size(); ++k) {
    const std::string& word = words[k];
    links = links && !is_one_of(kNoLink, word);
    asks = asks || is_one_of(kNothing, word);
    if (is_one_of(kOurs, word)) continue;
    if (is_one_of(kOursWithWord, word)) {
      ++k;
      continue;
    }
    const std::string_view name = std::string_view(word).substr(0, word.find('='));
    if (name.size() < word.size() && is_one_of(kOursWithWord, name)) continue;
    command.push_back(word);
  }
  if (asks) return command;
  command.insert(command.end(),
                 {"-g", "-lineinfo", "-gencode",
                  fmt::format("arch=compute_{0},code=compute_{0}", compute_capability), "-Xfatbin",
                  "-compress=false"});
  if (links)
    command.insert(command.end(), {"-cudart", "none", "-L" + library.string(), "-Xlinker",
                                   "-rpath," + library.string(),
                                   fmt::format("-l:libcudart.so.{}", toolkit.major())});
  return command;
}

}  // namespace warplab::runtime
