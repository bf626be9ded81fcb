#pragma once
// The device's end of the socket: answers what the program's runtime asks, and keeps what is to be
// reported.
#include <sys/types.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/gpu.hpp"
#include "runtime/program_report.hpp"

namespace warplab::runtime {

struct ServiceOptions {
  model::Gpu gpu;        // that the program is told it runs on, and whose time is modelled
  unsigned threads = 1;  // of the simulator
  // Launches of one kernel in one shape that are looked at exactly, before the rest is counted.
  uint64_t exact_launches = 4;
  uint64_t every = 0;       // and behind them each of so many; 0: none
  std::string only_kernel;  // the only one that is looked at exactly; empty: all are
  bool with_times = true;
  std::vector<std::string> not_the_users;  // folders of the toolkit and the system
  // Called while a launch takes longer than a second, with the kernel's name, the part that is done
  // and the seconds that it took; and with no name when it has ended.
  std::function<void(const std::string&, double, double)> progress;
};

class Service {
 public:
  // Throws std::bad_alloc where the system gives no addresses for device memory.
  explicit Service(ServiceOptions options);
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  // The file of device memory, for the program to inherit.
  int window_file() const;
  // Answers one request of the program `pid`. False: it has closed its end, or says nonsense.
  bool answer(int socket, pid_t pid, const std::atomic<bool>& cancel);
  // When the program has ended. `by_itself`: what it has not freed is told.
  ProgramReport report(bool by_itself);

 private:
  class Program;
  std::unique_ptr<Program> program_;
};

}  // namespace warplab::runtime
