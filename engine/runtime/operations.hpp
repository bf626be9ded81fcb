#pragma once
// Operations of the device that the host has not waited for: which of them meet in memory without
// an order, and which pages the host had better leave alone meanwhile.
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/access_set.hpp"
#include "runtime/program_report.hpp"
#include "runtime/stream_order.hpp"
#include "runtime/wire.hpp"

namespace warplab::runtime {

struct Operation {
  Moment when;
  Place at;
  std::string what;  // "add", "cudaMemcpyAsync"
  AccessSet touched;
};

class Operations {
 public:
  StreamOrder& order() { return order_; }
  // Whether what is asked of `stream` may run beside something else.
  bool may_overlap(uint32_t stream) const { return stream != 0 || order_.has_streams_apart(); }
  struct Meeting {
    Operation earlier;  // without what it has touched
    Conflict conflict;
  };
  // `operation` has begun. Those that it meets; one at most for each place.
  std::vector<Meeting> add(Operation operation);
  // Its pages become closed for the host, as far as `is_shared` says that the host has them.
  template <class IsShared>
  void close(IsShared is_shared) {
    if (list_.empty()) return;
    for (const auto& [page, touched] : list_.back().touched.pages())
      if (is_shared(page * AccessSet::kPage)) close_page(page, *touched);
  }
  // Those closed since it was asked last.
  bool has_closed() const { return !closed_late_.empty(); }
  std::vector<Area> take_closed();
  // What the host knows to be done is forgotten; the areas that are open now.
  std::vector<Area> open_done();
  // The host has come to a closed page, which is open from now on. The operation that it should
  // have waited for, if there is one: none, if only others of the page's bytes are used.
  struct HostAccess {
    bool was_closed = false;
    std::optional<Operation> too_early;
    bool operation_writes = false;
  };
  HostAccess host_comes_to(uint64_t address, bool is_write);
  // All is done and forgotten.
  void clear();

 private:
  void close_page(uint64_t page, const AccessSet::Page& touched);

  StreamOrder order_;
  std::list<Operation> list_;          // in the order of the calls
  std::map<uint64_t, bool> closed_;    // by page: it may be read
  std::vector<uint64_t> closed_late_;  // of them, those that the program has not been told of
};

}  // namespace warplab::runtime
