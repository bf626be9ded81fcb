#include "sim/run/first_content.hpp"

#include <algorithm>
#include <cstring>

namespace warplab::sim {
namespace {

constexpr size_t kPiece = 64 * 1024;

template <class Byte>
std::span<Byte> piece_of(std::span<Byte> content, size_t number) {
  const size_t begin = number * kPiece;
  return content.subspan(begin, std::min(kPiece, content.size() - begin));
}

bool is_one_byte(std::span<const std::byte> piece) {
  return std::memcmp(piece.data(), piece.data() + 1, piece.size() - 1) == 0;
}

}  // namespace

FirstContent::FirstContent(std::span<const std::byte> content)
    : pieces_((content.size() + kPiece - 1) / kPiece) {
  size_t others = 0;
  for (size_t i = 0; i < pieces_.size(); ++i) {
    const std::span<const std::byte> piece = piece_of(content, i);
    if (is_one_byte(piece)) pieces_[i] = piece.front();
    else others += piece.size();
  }
  others_.reserve(others);
  for (size_t i = 0; i < pieces_.size(); ++i) {
    if (pieces_[i]) continue;
    const std::span<const std::byte> piece = piece_of(content, i);
    others_.insert(others_.end(), piece.begin(), piece.end());
  }
}

void FirstContent::put_back(std::span<std::byte> content) const {
  size_t taken = 0;
  for (size_t i = 0; i < pieces_.size(); ++i) {
    const std::span<std::byte> piece = piece_of(content, i);
    if (pieces_[i]) {
      std::ranges::fill(piece, *pieces_[i]);
      continue;
    }
    std::memcpy(piece.data(), others_.data() + taken, piece.size());
    taken += piece.size();
  }
}

}  // namespace warplab::sim
