#include <cstdio>
#include <variant>

#include "options.hpp"
#include "run.hpp"

int main(int argc, char** argv) {
  using namespace warplab::grader;
  const std::variant<Options, Leave> parsed = parse_options(argc, argv);
  if (const Leave* leave = std::get_if<Leave>(&parsed)) {
    std::fputs(leave->text.c_str(), leave->exit_code == 0 ? stdout : stderr);
    return leave->exit_code;
  }
  return run(std::get<Options>(parsed));
}
