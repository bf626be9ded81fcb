// warplab-worker: the process in which a student's source is compiled and simulated. Started by
// worker::Worker::start(), never by a person.
#include <time.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "compile/compile.hpp"
#include "worker/program/lock.hpp"
#include "worker/program/serve.hpp"
#include "worker/program/worker_process.hpp"
#include "worker/protocol.hpp"
#include "worker/sanitized.hpp"

int main(int argc, char** argv) {
  using namespace warplab;
  using namespace warplab::worker;
  uint64_t memory = 0;
  compile::Compiler* compiler = nullptr;
  WorkerProgram program{"warplab-worker", "The worker", "--memory="};
  program.understands = [&](std::string_view value) {
    const char* const end = value.data() + value.size();
    return std::from_chars(value.data(), end, memory).ec == std::errc{};
  };
  program.limit_resources = [&] { return limit_resources(memory); };
  program.open = [&](ControlPage& page) -> Result<Answers> {
    // __DATE__ and __TIME__ of a kernel: see fixed_time.cpp.
    if (::setenv("TZ", "UTC0", 1) != 0) return Error{"The worker cannot set its time zone."};
    ::tzset();
    const Result<compile::Compiler*> loaded = compile::load_compiler();
    if (!loaded) return Error{loaded.error()};
    compiler = *loaded;
    return answers_of(page, *compiler);
  };
  program.filter_system_calls = filter_system_calls;
  program.ready = [&](int landlock) {
    return encode(Ready{compile::compiler_path(*compiler), landlock});
  };
  program.can_be_zygote = kCanBeCopied;
  run_worker(argc, argv, program);
}
