#pragma once
// What a buffer may hold before the first launch. A kind of content is one row in fill_kinds.cpp:
// what its table in exercise.toml may say, which values it makes, what a GPU makes instead.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/launch.hpp"
#include "data/random.hpp"
#include "exercise/exercise.hpp"
#include "exercise/plane.hpp"

namespace warplab::exercise {

class TomlTable;
struct FillContext;

struct FillKind {
  // What a timed run begins with on a GPU, which makes new content for every one.
  enum class OnGpu : uint8_t {
    as_it_is,   // the same for every seed
    poison,     // all bits set
    multiples,  // low, low + step, ... high, at random
    uniform,    // low ... high, at random
    turned,     // as the host makes it, beginning at a place that the seed chooses
  };

  std::string_view name;
  std::vector<std::string_view> keys;  // of its table, beside "kind" and "patches"
  // Reads these. None: there is nothing to be read.
  void (*read)(const TomlTable&, const FillContext&, Fill&) = nullptr;
  // Whether the name alone says all that there is to say, for elements of this type.
  bool (*is_complete)(data::ElementType) = [](data::ElementType) { return false; };
  bool takes_patches = true;
  // Each element by its number alone, so that any piece may be made without the others.
  void (*write)(const Fill&, const data::Buffer&, const data::RandomStream&,
                const Piece&) = nullptr;
  // Instead of it, for content that depends on the sizes and may not fit the type everywhere: false
  // is an error, the end of a sentence.
  Result<bool> (*compute)(const Fill&, const data::Buffer&, const Values&,
                          const data::RandomStream&, const Piece&) = nullptr;
  // The same kind or another with two values of its range. None: it stays what it is.
  Fill (*of_few_values)(const Fill&, const data::RandomStream&) = nullptr;
  // Why it cannot fill so many elements of this type; the end of a sentence. None: it always can.
  std::optional<std::string> (*misfit)(const Fill&, data::ElementType, uint64_t) = nullptr;
  OnGpu on_gpu = OnGpu::turned;
};

const std::vector<FillKind>& fill_kinds();

}  // namespace warplab::exercise
