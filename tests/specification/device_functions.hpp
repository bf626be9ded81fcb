#pragma once
// Functions that the GPU's runtime brings along: vprintf, __assertfail, malloc, free.
#include <optional>
#include <string>

#include "specification/accesses.hpp"
#include "specification/operands.hpp"
#include "specification/splits.hpp"

namespace warplab::sim::plain {

class DeviceFunctions {
 public:
  DeviceFunctions(const LaunchContext& context, const Operands& operands, Accesses& accesses,
                  Splits& splits, Complaints& complaints, const Report& report)
      : context_(context),
        operands_(operands),
        accesses_(accesses),
        splits_(splits),
        complaints_(complaints),
        report_(report) {}
  // `lanes` of the running split call the function of this name.
  void call(Warp& warp, const LaneSet& lanes, const std::string& name);
  const std::string& output() const { return output_; }  // of printf, of this launch

 private:
  int print(Warp& warp, unsigned lane);
  uint64_t argument(const Warp& warp, unsigned lane, unsigned index) const;
  void set_result(const Warp& warp, unsigned lane, uint64_t value) const;
  // `most` characters at most; nothing, and a complaint, where memory ends before the string does.
  std::optional<std::string> string_at(Warp& warp, unsigned lane, uint64_t address,
                                       size_t most) const;

  const LaunchContext& context_;
  const Operands& operands_;
  Accesses& accesses_;
  Splits& splits_;
  Complaints& complaints_;
  const Report& report_;
  std::string output_;
  bool output_is_full_ = false;
};

}  // namespace warplab::sim::plain
