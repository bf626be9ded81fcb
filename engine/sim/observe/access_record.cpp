#include "sim/observe/access_record.hpp"

namespace warplab::sim {

void TouchPool::clear() {
  records_.assign(1, {});  // number 0: nobody
  lists_.clear();
  free_lists_.clear();
}

uint32_t TouchPool::add(const AccessRecord& r) {
  records_.push_back(r);
  return static_cast<uint32_t>(records_.size() - 1);
}

TouchRef TouchPool::copy(TouchRef ref) {
  if (!(ref & kList)) return ref;
  lists_.push_back(lists_[ref & ~kList]);
  return kList | static_cast<TouchRef>(lists_.size() - 1);
}

void TouchPool::release(TouchRef ref) {
  if (!(ref & kList)) return;
  lists_[ref & ~kList].clear();
  free_lists_.push_back(ref & ~kList);
}

}  // namespace warplab::sim
