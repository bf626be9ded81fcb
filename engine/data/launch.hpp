#pragma once
// Buffers in a device's memory and the launches of kernels over them, for the simulator and a GPU
// alike.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "data/element.hpp"

namespace warplab::data {

// A buffer in device global memory. `bytes` holds the content before the first launch and, after
// the run, the content after the last one.
struct Buffer {
  std::string name;  // for messages: "out"
  ElementType element = ElementType::f32;
  // Row-major extents, slowest first, for messages ("out[3][17]"); their product is the length.
  std::vector<uint64_t> shape;
  std::span<std::byte> bytes;
  bool initialized = true;       // false: reading an element before a launch wrote it is a finding
  bool must_be_written = false;  // every element must be written by some launch
  bool read_only = false;        // an input: writing to it, atomically or not, is a finding
  // The module's variable that holds this content whenever it starts anew; empty: none.
  std::string variable;
  // The simulator sometimes repeats a launch from the start. This puts `bytes` back to their first
  // content; where it is empty, the simulator keeps a copy to do it (unless it is read_only).
  std::function<void()> restore;
};

// How many elements its shape has, and how many bytes they take, whatever `bytes` holds. The shape
// must be one whose bytes fit into 64 bits, as those of an exercise do.
uint64_t elements_of(const Buffer& buffer);
uint64_t bytes_of(const Buffer& buffer);
// "out[3][17]" for the element that is `number` in memory.
std::string element_text(const Buffer& buffer, uint64_t number);

// A kernel argument: the address of a buffer, or the bytes of a scalar or struct.
struct Argument {
  int buffer = -1;  // index into the run's buffers, or -1: a value
  std::vector<std::byte> value;
  friend bool operator==(const Argument&, const Argument&) = default;
};

// Whether a launch is made, where the host repeats launches until a flag stays 0. A round is one
// repetition of all of them.
enum class Round : uint8_t {
  none,       // it is always made
  begins,     // always made; the host sets the flag to 0 before it
  continues,  // made where the flag is not 0; the host sets it to 0 before it
  belongs,    // made where the launch before it was
};

struct Launch {
  std::string kernel;
  Dim3 grid, block;
  uint32_t dynamic_shared_bytes = 0;
  // A launch reaches the buffers among these, the module's variables, and its own memory; any other
  // buffer is out of bounds, however its address was had.
  std::vector<Argument> arguments;
  // The module's variables have the values that the launch before left. Otherwise they start anew,
  // from the initial values in the source. The heap of malloc() always starts anew.
  bool keep_variables = false;
  // All blocks run at the same time and may wait for each other (grid.sync()).
  bool cooperative = false;
  Round round = Round::none;
  int flag = -1;  // of a round: the buffer whose first element is looked at
  friend bool operator==(const Launch&, const Launch&) = default;
};

}  // namespace warplab::data
