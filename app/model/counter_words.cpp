#include "model/counter_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/capital.hpp"

namespace warplab::app {
namespace {

using data::BufferCounter;
using data::Counter;

// Those whose explanation in the tables of the engine leans on the row above it.
struct Words {
  Counter counter;
  const char* says;
};
constexpr Words kAlone[] = {
    {Counter::global_load_sectors,
     "Sectors of 32 bytes that loads of global memory touch, counted for each load."},
    {Counter::global_load_bytes, "Bytes of global memory that lanes ask for in loads."},
    {Counter::global_store_sectors,
     "Sectors of 32 bytes that stores to global memory touch, counted for each store."},
    {Counter::global_store_bytes, "Bytes of global memory that lanes store."},
    {Counter::global_atomic_sectors,
     "Sectors of 32 bytes that global atomics touch, counted for each of them."},
    {Counter::global_atomic_bytes, "Bytes of global memory that lanes update atomically."},
    {Counter::global_requests, "Warp instructions that load, store or update global memory."},
    {Counter::global_sectors,
     "Sectors of 32 bytes that loads, stores and atomics of global memory touch, counted for each "
     "access."},
    {Counter::global_bytes, "Bytes of global memory that lanes load, store and update."},
    {Counter::shared_load_wavefronts,
     "Passes over the 32 banks of shared memory that its loads take."},
    {Counter::shared_load_bank_conflicts,
     "Passes that loads of shared memory take beyond the fewest that their bytes need."},
    {Counter::shared_store_wavefronts,
     "Passes over the 32 banks of shared memory that its stores take."},
    {Counter::shared_store_bank_conflicts,
     "Passes that stores to shared memory take beyond the fewest that their bytes need."},
    {Counter::shared_atomic_wavefronts,
     "Passes over the 32 banks of shared memory that its atomics take."},
    {Counter::shared_atomic_bank_conflicts,
     "Passes that atomics of shared memory take beyond the fewest that their bytes need."},
    {Counter::shared_requests, "Warp instructions that load, store or update shared memory."},
    {Counter::shared_wavefronts,
     "Passes over the 32 banks of shared memory that its loads, stores and atomics take."},
    {Counter::shared_bank_conflicts,
     "Passes that loads, stores and atomics of shared memory take beyond the fewest that their "
     "bytes need."},
    {Counter::local_requests, "Warp instructions that load or store local memory."},
    {Counter::local_sectors, "Sectors of 32 bytes of local memory that are loaded and stored."},
    {Counter::constant_sectors,
     "Sectors of 32 bytes that loads of constants touch, counted for each load."},
};

// In the order of BufferCounter; {} is the buffer.
constexpr const char* kOfBuffer[] = {
    "Warp instructions that load from {}.",
    "Sectors of 32 bytes of {} that its loads touch, counted for each load.",
    "Bytes of {} that lanes ask for in loads.",
    "Warp instructions that store to {}.",
    "Sectors of 32 bytes of {} that its stores touch, counted for each store.",
    "Bytes of {} that lanes store.",
    "Warp instructions that update {} atomically.",
    "Sectors of 32 bytes of {} that its atomics touch, counted for each of them.",
    "Bytes of {} that lanes update atomically.",
    "Warp instructions that load from {}, store to it or update it.",
    "Sectors of 32 bytes of {} that accesses touch, counted for each access.",
    "Bytes of {} that lanes load, store and update.",
    "Bytes that the blocks that are followed store to {}.",
    "Bytes stored to {} that another thread had put into shared memory, in the blocks that are "
    "followed.",
};
static_assert(std::size(kOfBuffer) == data::kBufferCounterCount);

}  // namespace

std::string sentence_of(Counter counter) {
  const auto* const alone = std::ranges::find(kAlone, counter, &Words::counter);
  if (alone != std::end(kAlone)) return alone->says;
  const std::string text = with_capital(std::string(data::explanation_of(counter)));
  return text.ends_with('.') ? text : text + ".";
}

std::string sentence_of(BufferCounter counter, std::string_view buffer) {
  return fmt::format(fmt::runtime(kOfBuffer[static_cast<size_t>(counter)]), buffer);
}

}  // namespace warplab::app
