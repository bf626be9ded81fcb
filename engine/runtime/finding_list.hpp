#pragma once
// What is found in a program: once for each line, however often it happens.
#include <string>
#include <vector>

#include "runtime/program_report.hpp"

namespace warplab::runtime {

class FindingList {
 public:
  // Something of the host's. `allocated` and `launched`: line 0 where there is none.
  void add_hosts(const Place& at, data::FindingKind kind, data::Told told,
                 const Place& allocated = {}, const Place& launched = {});
  struct OfKernel {
    std::string name, file;
    Place launched, allocated;
  };
  void add_kernels(const OfKernel& kernel, data::Finding finding);
  std::vector<ProgramFinding> take() { return std::move(all_); }

 private:
  std::vector<ProgramFinding> all_;
};

}  // namespace warplab::runtime
