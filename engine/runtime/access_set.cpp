#include "runtime/access_set.hpp"

#include <algorithm>
#include <bit>

namespace warplab::runtime {

bool PageBits::any() const {
  return std::ranges::any_of(words_, [](uint64_t word) { return word != 0; });
}

void PageBits::set(uint64_t begin, uint64_t end) {
  while (begin < end) {
    const uint64_t bit = begin % 64, count = std::min(64 - bit, end - begin);
    const uint64_t ones = count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
    words_[begin / 64] |= ones << bit;
    begin += count;
  }
}

PageBits PageBits::operator|(const PageBits& other) const {
  PageBits result;
  for (size_t k = 0; k < words_.size(); ++k) result.words_[k] = words_[k] | other.words_[k];
  return result;
}

PageBits PageBits::operator&(const PageBits& other) const {
  PageBits result;
  for (size_t k = 0; k < words_.size(); ++k) result.words_[k] = words_[k] & other.words_[k];
  return result;
}

uint64_t PageBits::first() const {
  for (size_t k = 0; k < words_.size(); ++k)
    if (words_[k] != 0) return 64 * k + static_cast<uint64_t>(std::countr_zero(words_[k]));
  return kPage;
}

namespace {

PageBits& bits_of(AccessSet::Page& page, Touch how) {
  return how == Touch::read ? page.read : how == Touch::written ? page.written : page.updated;
}

std::shared_ptr<AccessSet::Page> whole_page(Touch how) {
  auto page = std::make_shared<AccessSet::Page>();
  bits_of(*page, how).set(0, AccessSet::kPage);
  return page;
}

}  // namespace

void AccessSet::add(uint64_t address, uint64_t bytes, Touch how) {
  while (bytes > 0) {
    const uint64_t begin = address % kPage, count = std::min(bytes, kPage - begin);
    std::shared_ptr<Page>& page = pages_[address / kPage];
    if (!page && count == kPage) {
      static const std::array<std::shared_ptr<Page>, 3> kWhole = {
          whole_page(Touch::read), whole_page(Touch::written), whole_page(Touch::updated)};
      page = kWhole[static_cast<size_t>(how)];
    } else {
      if (!page) page = std::make_shared<Page>();
      else if (page.use_count() > 1) page = std::make_shared<Page>(*page);
      bits_of(*page, how).set(begin, begin + count);
    }
    address += count;
    bytes -= count;
  }
}

const AccessSet::Page* AccessSet::page(uint64_t number) const {
  const auto found = pages_.find(number);
  return found == pages_.end() ? nullptr : found->second.get();
}

std::optional<Conflict> conflict_of(const AccessSet& first, const AccessSet& second) {
  std::optional<Conflict> lowest;
  for (const auto& [number, of_first] : first.pages()) {
    const AccessSet::Page* const b = second.page(number);
    if (!b) continue;
    const AccessSet::Page& a = *of_first;
    const PageBits both = (a.written & (b->read | b->written | b->updated)) |
                          (b->written & (a.read | a.updated)) | (a.updated & b->read) |
                          (a.read & b->updated);
    if (!both.any()) continue;
    const uint64_t byte = both.first(), address = number * AccessSet::kPage + byte;
    if (lowest && lowest->address < address) continue;
    lowest =
        Conflict{address, a.written[byte] || a.updated[byte], b->written[byte] || b->updated[byte]};
  }
  return lowest;
}

sim::Wants AccessObserver::wants() const {
  sim::Wants wants;
  wants.loads = wants.stores = wants.atomics = true;
  return wants;
}

void AccessObserver::access(const sim::AccessEvent& event) {
  if (event.space != ptx::Space::global) return;
  const bool is_strong = event.order != sim::AccessOrder::weak;
  const Touch how = event.kind == sim::AccessKind::atomic || is_strong ? Touch::updated
                    : event.kind == sim::AccessKind::store             ? Touch::written
                                                                       : Touch::read;
  // Lanes that lie behind each other are one piece.
  uint64_t begin = 0, end = 0;
  for (uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
    const uint64_t address = event.addresses[std::countr_zero(rest)];
    if (address != end || begin == end) {
      into_.add(begin, end - begin, how);
      begin = address;
    }
    end = address + event.bytes;
  }
  into_.add(begin, end - begin, how);
}

}  // namespace warplab::runtime
