#pragma once
// What runs beside what, and what is wrong with it: streams that meet in memory, and a host that
// does not wait.
#include <string>
#include <vector>

#include "runtime/finding_list.hpp"
#include "runtime/host_lines.hpp"
#include "runtime/operations.hpp"
#include "runtime/program_memory.hpp"
#include "runtime/time_line.hpp"

namespace warplab::runtime {

class Overlaps {
 public:
  Overlaps(const ProgramMemory& memory, FindingList& findings)
      : memory_(memory), findings_(findings) {}

  // Whether what is asked of `stream` may run beside something else.
  bool may_overlap(uint32_t stream) const { return operations_.may_overlap(stream); }
  struct Begun {
    uint32_t stream = 0;
    const Place& at;
    const std::string& what;
    bool is_awaited = false;  // by the host, at once
    Engine engine = Engine::kernels;
    double microseconds = 0;  // that it takes on a GPU
  };
  // A copy or a kernel in a stream. Whether pages are closed for the host now.
  bool note(const Begun& begun, AccessSet touched);
  // The areas that are open for the host from now on.
  std::vector<Area> order(const Order& request, HostLines& lines);
  std::vector<Area> take_closed() { return operations_.take_closed(); }
  // False: the page at `address` was not closed.
  bool host_comes_to(uint64_t address, bool is_write, const Place& at);
  void clear() { operations_.clear(); }
  const TimeLine& time_line() const { return time_line_; }

 private:
  void add_meeting(const Begun& begun, const Operations::Meeting& met);

  const ProgramMemory& memory_;
  FindingList& findings_;
  Operations operations_;
  TimeLine time_line_;
};

}  // namespace warplab::runtime
