#pragma once
// The main() of an exercise whose file has a function that is called: it takes the call's buffers
// and numbers from its command line, calls, and waits for the device.
#include <string>

#include "exercise/exercise.hpp"

namespace warplab::verdict {

// C++. Its words are the buffers among the call's arguments, as runtime::run_program() hands them
// over, each once, and then `call_numbers()`.
std::string driver_source(const exercise::Exercise& exercise);

// Which of the case's buffers the call is given, in the order of the driver's words.
std::vector<size_t> call_buffers(const data::Launch& call);
// The numbers among its arguments, in hexadecimal, byte by byte.
std::vector<std::string> call_numbers(const data::Launch& call);

}  // namespace warplab::verdict
