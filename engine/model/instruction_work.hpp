#pragma once
// What becomes of a PTX instruction on a multiprocessor: on which pipe it runs, as how many machine
// instructions, and how many of them wait for one another. Read off the code that ptxas of CUDA
// 13.0 makes for compute capability 9.0 (`cuobjdump -sass`); it is the compiler's doing and hardly
// depends on the GPU, so it is a table here and not in a GPU's file.
#include <cstdint>
#include <string_view>

#include "model/gpu.hpp"

namespace warplab::model {

enum class Pipe : uint8_t {
  none,  // nothing is left of it: moves, address conversions, loads of parameters
  single,
  integer,
  multiply,
  double_,
  half,
  special,
  convert,
  exchange,
  memory,
  branch,
  barrier,
};
constexpr size_t kPipeCount = 12;
std::string_view name_of(Pipe pipe);  // "f32 arithmetic"

struct InstructionWork {
  Pipe pipe = Pipe::none;
  uint8_t issues = 0;  // machine instructions
  uint8_t chain = 0;   // of them, those that wait for the one before, itself included
  uint8_t others = 0;  // of them, those that run on other pipes, which are not looked at
  friend bool operator==(const InstructionWork&, const InstructionWork&) = default;
};

// `spelling` as PTX has it: "mad.wide.s32". What is not in the table counts as one integer
// instruction.
InstructionWork work_of(std::string_view spelling);

// Lanes that a pipe takes in a clk, and the clk until a result can be used.
double lanes_of(const Gpu& gpu, Pipe pipe);
double latency_of(const Gpu& gpu, Pipe pipe);

}  // namespace warplab::model
