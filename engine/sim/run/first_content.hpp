#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace warplab::sim {

// What a buffer holds before the first launch, for the repetitions of a run. Most outputs hold one
// byte throughout, zero or the pattern of what nobody has written: a piece that does is kept as
// that byte, so that they need no second memory.
class FirstContent {
 public:
  FirstContent() = default;
  explicit FirstContent(std::span<const std::byte> content);
  // To where it came from.
  void put_back(std::span<std::byte> content) const;
  size_t bytes_kept() const { return others_.size(); }

 private:
  std::vector<std::optional<std::byte>> pieces_;  // none: it is the next of `others_`
  std::vector<std::byte> others_;
};

}  // namespace warplab::sim
