#pragma once
// Which bytes of device memory a kernel or a copy has touched, and how.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

#include "sim/observer.hpp"

namespace warplab::runtime {

enum class Touch : uint8_t { read, written, updated };  // updated: by an atomic or a strong access

// A bit for each byte of a page.
class PageBits {
 public:
  static constexpr uint64_t kPage = 4096;
  bool operator[](uint64_t byte) const { return words_[byte / 64] >> byte % 64 & 1; }
  bool any() const;
  void set(uint64_t begin, uint64_t end);
  PageBits operator|(const PageBits& other) const;
  PageBits operator&(const PageBits& other) const;
  // kPage: none is set.
  uint64_t first() const;

 private:
  std::array<uint64_t, kPage / 64> words_{};
};

class AccessSet {
 public:
  static constexpr uint64_t kPage = PageBits::kPage;
  struct Page {
    PageBits read, written, updated;
  };

  void add(uint64_t address, uint64_t bytes, Touch how);
  // By address / kPage; pages that a copy has touched throughout are one.
  const std::unordered_map<uint64_t, std::shared_ptr<Page>>& pages() const { return pages_; }
  const Page* page(uint64_t number) const;

 private:
  std::unordered_map<uint64_t, std::shared_ptr<Page>> pages_;
};

// A byte that both touch, one of them writing it; updates do not conflict with each other.
struct Conflict {
  uint64_t address = 0;
  bool first_writes = false, second_writes = false;
};
std::optional<Conflict> conflict_of(const AccessSet& first, const AccessSet& second);

// Collects what a launch does to global memory.
class AccessObserver : public sim::Observer {
 public:
  explicit AccessObserver(AccessSet& into) : into_(into) {}
  sim::Wants wants() const override;
  void access(const sim::AccessEvent& event) override;

 private:
  AccessSet& into_;
};

}  // namespace warplab::runtime
