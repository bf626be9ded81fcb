#pragma once
// What the two worker programs have in common: their start, up to the lock, and their loop. Each
// tells the steps that are its own, in the order in which they are taken.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "worker/channel.hpp"
#include "worker/control_page.hpp"
#include "worker/message.hpp"

namespace warplab::worker {

// Of a process that no parent of ours has started.
inline constexpr int kExitNotStartedByParent = 2;

using Descriptors = std::vector<Descriptor>;
struct Answer {
  Message message;
  bool is_last = false;  // nothing more can be asked: the process ends
};
using Answers = std::function<Answer(const Message& request, const Descriptors& descriptors)>;

// An Error of a step is why the worker cannot start.
struct WorkerProgram {
  const char* name;         // for a person who starts it by hand: "warplab-worker"
  const char* subject;      // of a sentence: "The worker"
  std::string_view option;  // its own argument, behind --protocol=N: "--memory="
  // Whether `value`, what stands behind the option, makes sense.
  std::function<bool(std::string_view value)> understands;
  std::function<Result<bool>()> limit_resources;
  // Loads and opens whatever needs files: none can be opened behind the lock. Gives what answers. A
  // second call, as a copy of a zygote makes it, finds loaded what was.
  std::function<Result<Answers>(ControlPage& page)> open;
  std::function<Result<bool>()> filter_system_calls;
  // What it says when it is locked, by the version of the kernel's Landlock.
  std::function<Message(int landlock)> ready;
  bool can_be_zygote = false;
};

// What a worker is from its start to its end; its exit status. Its descriptors are in place.
int run_one_worker(const WorkerProgram& program);

// Whether `arguments`, without the program's name, are a worker's; the program then knows its own.
bool understands(const WorkerProgram& program, const std::vector<std::string>& arguments);

// The program, from the first line of main() to its exit, which runs no destructors: those of
// libraries may want files, and a driver's may wait for a kernel that never ends.
[[noreturn]] void run_worker(int argc, char** argv, const WorkerProgram& program);

}  // namespace warplab::worker
