#include "exercise/named_values.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "data/element.hpp"
#include "data/random.hpp"
#include "data/shape.hpp"
#include "exercise/fill_kinds.hpp"

namespace warplab::exercise {
namespace {

// So few elements stay random in every second run.
constexpr uint64_t kFewElements = 4;

// Pairs of many values are too many to come together.
constexpr uint64_t kMostPairs = 4096;

// What the fill may make of the named values, the values themselves first.
std::vector<double> numbers_for(const Fill& fill, const Case& c, data::ElementType type) {
  std::vector<double> first, beside;
  const auto is_new = [&](double value) {
    return std::ranges::find(first, value) == first.end() &&
           std::ranges::find(beside, value) == beside.end();
  };
  for (const double value : c.named.values) {
    const std::vector<double> near = fill.kind->near(fill, type, value);
    for (size_t i = 0; i < near.size(); ++i)
      if (is_new(near[i])) (i == 0 ? first : beside).push_back(near[i]);
  }
  first.insert(first.end(), beside.begin(), beside.end());
  return first;
}

struct Placed {
  uint64_t element = 0;
  double value = 0;
};

// In the order in which they count: what comes earlier is not replaced by what comes later.
std::vector<Placed> draw_places(const std::vector<double>& numbers, const Case& c,
                                const data::Buffer& buffer) {
  const uint64_t elements = data::elements_of(buffer.shape).value_or(0), count = numbers.size();
  const data::RandomStream shared(c.seed, "named values"), own(c.seed, buffer.name + ", named");
  const bool alike = shared.bits(0) % 2 == 0;
  if (elements < kFewElements && own.bits(0) % 2 == 0) return {};
  const data::RandomStream& places = alike ? shared : own;
  const uint64_t room = std::max<uint64_t>(elements / 4, 1);
  const uint64_t wanted = std::max(4 * count, std::min(2 * count * count, kMostPairs));
  std::vector<Placed> placed(std::min(room, wanted));
  for (uint64_t k = 0; k < placed.size(); ++k) {
    // Every second one beside the one before it.
    placed[k].element =
        k % 2 == 1 ? (placed[k - 1].element + 1) % elements : places.below(elements, 1 + k);
    placed[k].value = numbers[k < count ? (c.named.turn * room + k) % count : own.below(count, k)];
  }
  return placed;
}

}  // namespace

void put_named_values(const Fill& fill, const Case& c, const data::Buffer& buffer,
                      const Piece& piece) {
  if (c.named.values.empty() || !fill.kind->near) return;
  const std::vector<double> numbers = numbers_for(fill, c, buffer.element);
  if (numbers.empty()) return;
  const std::vector<Placed> placed = draw_places(numbers, c, buffer);
  const size_t size = bytes_of(buffer.element);
  const uint64_t end = piece.first + piece.bytes.size() / size;
  for (auto one = placed.rbegin(); one != placed.rend(); ++one)
    if (one->element >= piece.first && one->element < end)
      data::store_elements(buffer.element,
                           piece.bytes.subspan((one->element - piece.first) * size, size),
                           [&](size_t) { return one->value; });
}

}  // namespace warplab::exercise
