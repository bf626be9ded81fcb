#pragma once
// Result<T>: a value, or one sentence for the user saying why there is none. Where the caller must
// tell reasons apart, Result<T, E>: E has a `message`, and what else there is to know.
// For failures that a user can cause (a bad file, a kernel that does not compile). What cannot
// happen is an assertion.
#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace warplab {

struct Error {
  std::string message;  // one sentence: what happened, where, what was expected
};

template <class T, class E = Error>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(E error) : state_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  T& operator*() { return get(); }
  const T& operator*() const { return get(); }
  T* operator->() { return &get(); }
  const T* operator->() const { return &get(); }
  const std::string& error() const {
    assert(!*this);
    return std::get<E>(state_).message;
  }
  const E& why() const {
    assert(!*this);
    return std::get<E>(state_);
  }

 private:
  T& get() {
    assert(*this);
    return std::get<T>(state_);
  }
  const T& get() const {
    assert(*this);
    return std::get<T>(state_);
  }
  std::variant<T, E> state_;
};

}  // namespace warplab
