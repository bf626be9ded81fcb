#pragma once
// The device's end of the socket: answers what the program's runtime asks, and keeps what is to be
// reported.
#include <sys/types.h>

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "data/element.hpp"
#include "model/gpu.hpp"
#include "runtime/program_report.hpp"

namespace warplab::runtime {

// Device memory that a program is given, before it begins.
struct GivenMemory {
  std::string name;
  data::ElementType element = data::ElementType::f32;
  bool has_value = true;       // false: nobody has written it yet
  std::span<std::byte> bytes;  // its content, before and after
};

struct ServiceOptions {
  model::Gpu gpu;        // that the program is told it runs on, and whose time is modelled
  unsigned threads = 1;  // of the simulator
  // Launches of one kernel in one shape that are looked at exactly, before the rest is counted.
  uint64_t exact_launches = 4;
  uint64_t every = 0;       // and behind them each of so many; 0: none
  std::string only_kernel;  // the only one that is looked at exactly; empty: all are
  bool with_times = true;
  uint64_t memory_bytes = uint64_t{16} << 30;  // of the GPU: no data file says how much it has
  uint64_t most_work = UINT64_MAX;             // of all launches, in the units of sim/work.hpp
  std::vector<GivenMemory> given;
  std::vector<std::string> reader;  // what the command that reads lines is put behind; mostly none
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
  // Where each piece of ServiceOptions::given lies.
  const std::vector<uint64_t>& given_addresses() const;
  // Puts what they hold now into GivenMemory::bytes. False of those in which nobody has written.
  std::vector<bool> take_given();
  // Answers one request of the program `pid`. False: it has closed its end, or says nonsense.
  bool answer(int socket, pid_t pid, const std::atomic<bool>& cancel);
  // When the program has ended. `by_itself`: what it has not freed is told.
  ProgramReport report(bool by_itself);

 private:
  class Program;
  std::unique_ptr<Program> program_;
};

}  // namespace warplab::runtime
