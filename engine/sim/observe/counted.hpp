#pragma once
// A pointer to something immutable that several share, as std::shared_ptr<const T>, for one host
// thread: what threads of a kernel know is copied and dropped millions of times, and a count that
// several host threads may change takes longer than all else of a copy.
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

namespace warplab::sim {

// What is counted: T has a member `uint32_t shares`, 0 at first, that is mutable.
template <class T>
class Counted {
 public:
  Counted() = default;
  explicit Counted(const T* what) : what_(what) { share(); }
  Counted(const Counted& o) : what_(o.what_) { share(); }
  Counted(Counted&& o) noexcept : what_(std::exchange(o.what_, nullptr)) {}
  Counted& operator=(Counted o) noexcept {
    std::swap(what_, o.what_);
    return *this;
  }
  ~Counted() {
    if (what_ && --what_->shares == 0) delete what_;
  }
  const T* get() const { return what_; }
  const T* operator->() const { return what_; }
  const T& operator*() const { return *what_; }
  explicit operator bool() const { return what_ != nullptr; }
  friend bool operator==(const Counted& a, const Counted& b) { return a.what_ == b.what_; }

 private:
  void share() {
    if (what_) ++what_->shares;
  }
  const T* what_ = nullptr;
};

// Room for objects of one size, that of some which are gone: what is made and dropped by the
// million is made where the last one was. Each host thread has its own.
template <class T>
class Reused {
 public:
  static void* operator new(std::size_t bytes) {
    std::vector<void*>& free = room().free;
    if (free.empty() || bytes != sizeof(T)) return ::operator new(bytes);
    void* const place = free.back();
    free.pop_back();
    return place;
  }
  static void operator delete(void* place, std::size_t bytes) {
    std::vector<void*>& free = room().free;
    if (free.size() == kMost || bytes != sizeof(T)) ::operator delete(place);
    else free.push_back(place);
  }

 private:
  static constexpr std::size_t kMost = 4096;
  struct Room {
    std::vector<void*> free;
    Room() { free.reserve(kMost); }
    ~Room() {
      for (void* place : free) ::operator delete(place);
    }
  };
  static Room& room() {
    thread_local Room room;
    return room;
  }
};

}  // namespace warplab::sim
