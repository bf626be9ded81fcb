#pragma once
// The command line of `grader run`: options of ours, options for the compiler, the program's
// sources, and what comes behind them is the program's own.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace warplab::grader {

struct ProgramOptions {
  enum class Form : uint8_t { text, json, gcc, sarif };
  std::vector<std::filesystem::path> sources;  // or one program that is built already
  std::vector<std::string> arguments;
  std::vector<std::string> compile_options, link_options;
  std::string model = "H100";
  std::optional<std::filesystem::path> output;  // of the report; none: standard error
  Form form = Form::text;
  bool quiet = false;
  std::optional<int> error_exit;  // where something is found
  uint64_t exact_launches = 4, every = 0;
  std::string only_kernel;
};

// `words`: behind `grader run`.
Result<ProgramOptions> parse_program_options(const std::vector<std::string>& words);

}  // namespace warplab::grader
