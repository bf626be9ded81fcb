#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <variant>

#include "exit_code.hpp"
#include "options.hpp"
#include "program_command.hpp"
#include "run.hpp"
#include "streams.hpp"

namespace {

using namespace warplab::grader;

int run_program(int argc, char** argv) {
  // What follows is for a compiler and a program.
  if (argc > 1 && std::string_view(argv[1]) == "run")
    return run_whole_program({argv + 2, argv + argc});
  if (std::string_view(argv[0]).ends_with("warplab-nvcc"))
    return stand_in_for_nvcc({argv + 1, argv + argc});
  const std::variant<Options, Leave> parsed = parse_options(argc, argv);
  if (const Leave* leave = std::get_if<Leave>(&parsed)) {
    if (leave->exit_code == 0) print(leave->text);
    else std::fputs(leave->text.c_str(), stderr);
    return leave->exit_code;
  }
  return run(std::get<Options>(parsed));
}

}  // namespace

int main(int argc, char** argv) {
  secure_streams();
  // What is thrown here is the machine's: no memory, no thread, a folder that went away.
  try {
    return end_output(run_program(argc, argv));
  } catch (const std::bad_alloc&) {
    complain("The system does not give the grader enough memory.");
  } catch (const std::exception& thrown) {
    complain(std::string("The grader cannot go on: ") + thrown.what() + ".");
  }
  return kGraderFailed;
}
