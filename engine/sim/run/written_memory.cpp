#include "sim/run/written_memory.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "sim/device/sparse_pages.hpp"
#include "sim/execute/track_access.hpp"
#include "sim/report/findings.hpp"

namespace warplab::sim {
namespace {

// What is smaller than a few pages costs little in any way.
constexpr uint64_t kManyUnits = 16 * 1024;

uint32_t unit_of(size_t element_bytes) {
  return element_bytes >= 4 ? 2 : element_bytes == 2 ? 1 : 0;
}

// log2 of the bytes of a unit. PTX declares an array of any type as bytes that are aligned as its
// elements are. If nothing writes less than a word, two threads meet in a byte where they meet in
// its word: one of them writes all of it.
uint32_t unit_of(const Run& run, const Allocation& a) {
  uint32_t shift = unit_of(bytes_of(a.element));
  if (a.buffer >= 0) return shift;
  uint32_t access = 2, write = 2;
  for (const auto& [key, program] : run.programs) {
    access = std::min(access, program.global_unit_shift);
    write = std::min(write, program.global_write_shift);
  }
  if (a.is_heap) return access;
  const auto aligned = static_cast<uint32_t>(std::countr_zero(a.alignment));
  return std::max(shift, std::min(write, aligned));
}

// Whether bits are set for three quarters of the pages of the cells, of 1024 each.
bool is_spread_out(const TrackedAllocation& t, const std::vector<RunnerTracking>& touched) {
  constexpr size_t kWords = 16;
  const auto a = static_cast<size_t>(t.allocation->number);
  const size_t words = t.units / 64 + 1;
  size_t pages = 0;
  for (size_t begin = 0; begin < words; begin += kWords)
    pages += std::ranges::any_of(touched, [&](const RunnerTracking& r) {
      const auto has_bits = [&](const ZeroPages& bits) {
        const auto* const from = bits.as<uint64_t>() + begin;
        return std::any_of(from, from + std::min(kWords, words - begin),
                           [](uint64_t word) { return word != 0; });
      };
      const RunnerTracking::Entry& mine = r.allocations[a];
      return (mine.wrote && has_bits(mine.written)) || (mine.updated && has_bits(mine.atomically));
    });
  return pages > words / kWords * 3 / 4;
}

// What has a value from the start, of memory that lasts: a unit of which any byte has one.
void take_valued(const Run& run, TrackedAllocation& t) {
  if (!run.lasting || t.allocation->buffer < 0 || t.fully_initialized) return;
  const Lasting::Piece& piece = run.lasting->pieces[static_cast<size_t>(t.allocation->buffer)];
  if (piece.valued == nullptr) return;
  const uint64_t bytes_of_unit = uint64_t{1} << t.unit_shift;
  const uint64_t mask = (uint64_t{1} << bytes_of_unit) - 1;
  auto* const into = t.initialized.as<uint64_t>();
  for (uint64_t word = 0; word < piece.valued->size(); ++word) {
    uint64_t bits = (*piece.valued)[word];
    for (uint64_t unit = word * 64 / bytes_of_unit; bits != 0; ++unit, bits >>= bytes_of_unit)
      if (bits & mask) into[unit / 64] |= uint64_t{1} << unit % 64;
  }
}

}  // namespace

GlobalTracking make_tracking(const Run& run, const std::vector<bool>& track_reads) {
  GlobalTracking tracking;
  for (const Allocation& a : run.addresses.allocations()) {
    TrackedAllocation t;
    t.allocation = const_cast<Allocation*>(&a);
    t.unit_shift = unit_of(run, a);
    t.units = (a.bytes >> t.unit_shift) + 1;
    // What malloc() gives is written before it is read: a launch that reads it does both.
    t.reads_tracked = track_reads[static_cast<size_t>(a.number)] || a.is_heap;
    t.fully_initialized =
        a.buffer < 0 ? !a.is_heap : run.buffers[static_cast<size_t>(a.buffer)].initialized;
    t.initialized = pages_beside(a, (t.units / 64 + 2) * 8);
    take_valued(run, t);
    tracking.allocations.push_back(std::move(t));
  }
  return tracking;
}

void renew_cells(GlobalTracking& tracking) {
  for (TrackedAllocation& t : tracking.allocations) {
    if (t.allocation->much_used && t.writer) {
      t.writer.wipe();
      t.reader.wipe();
      continue;
    }
    const size_t bytes = (t.units + 2 * kLanes) * sizeof(uint32_t);
    t.writer = pages_beside(*t.allocation, bytes);
    if (t.reads_tracked && !t.allocation->is_heap) t.reader = pages_beside(*t.allocation, bytes);
    const bool is_variable = t.allocation->buffer < 0 && !t.allocation->is_heap;
    if (is_variable && t.units >= kManyUnits)
      t.ready_pages.assign((t.units >> kUnitsOfPageShift) + 1, 0), t.ready_count = 0;
  }
}

void remember_written(GlobalTracking& tracking, const std::vector<RunnerTracking>& touched) {
  for (size_t a = 0; a < tracking.allocations.size(); ++a) {
    TrackedAllocation& t = tracking.allocations[a];
    if (t.allocation->is_heap) continue;  // each launch has a heap of its own
    for (const RunnerTracking& r : touched) {
      const auto& mine = r.allocations[a];
      for (const auto& [used, bits] :
           {std::pair(mine.wrote, &mine.written), std::pair(mine.updated, &mine.atomically)})
        if (used)
          for (size_t word = 0; word <= t.units / 64; ++word)
            t.initialized.as<uint64_t>()[word] |= bits->as<uint64_t>()[word];
    }
    if (t.allocation->buffer < 0)
      t.allocation->much_used = t.units >= kManyUnits && is_spread_out(t, touched);
  }
}

void report_never_written(const Run& run, const GlobalTracking& tracking, Report& report) {
  for (const TrackedAllocation& t : tracking.allocations) {
    const int b = t.allocation->buffer;
    if (b < 0 || !run.buffers[static_cast<size_t>(b)].must_be_written) continue;
    const uint64_t units = t.allocation->bytes >> t.unit_shift;
    uint64_t missing = 0, first = 0;
    for (uint64_t u = 0; u < units; ++u) {
      if (u % 64 == 0 && t.initialized.as<uint64_t>()[u / 64] == ~0ull) {
        u += 63;
        continue;
      }
      if (!get_bit(t.initialized, u) && missing++ == 0) first = u;
    }
    if (missing)
      report.findings.push_back(never_written(*t.allocation, first, 1u << t.unit_shift, missing));
  }
}

void keep_writers(GlobalTracking& tracking, const std::vector<RunnerTracking>& touched, int launch,
                  Report& report) {
  constexpr size_t kPiece = size_t{1} << 20;  // cells
  for (size_t a = 0; a < tracking.allocations.size(); ++a) {
    TrackedAllocation& t = tracking.allocations[a];
    if (t.allocation->buffer < 0) continue;
    const bool wrote = std::ranges::any_of(touched, [&](const RunnerTracking& r) {
      return r.allocations[a].wrote || r.allocations[a].updated;
    });
    if (!wrote) continue;
    const auto b = static_cast<size_t>(t.allocation->buffer);
    const auto* cells = t.writer.as<uint32_t>();
    const size_t units = t.allocation->bytes >> t.unit_shift;
    std::vector<uint32_t>& writers = report.writers[b];
    writers.clear();
    writers.reserve(units);
    for (size_t begin = 0; begin < units; begin += kPiece) {
      const size_t end = std::min(units, begin + kPiece);
      std::transform(cells + begin, cells + end, std::back_inserter(writers), last_writer);
      t.writer.clear(begin * sizeof(uint32_t), end * sizeof(uint32_t));
    }
    report.writer_launch[b] = launch;
  }
}

void keep_written(const GlobalTracking& tracking, const std::vector<bool>* only, Report& report) {
  for (const TrackedAllocation& t : tracking.allocations) {
    if (t.allocation->buffer < 0) continue;
    if (only && !(*only)[static_cast<size_t>(t.allocation->number)]) continue;
    const auto* const words = t.initialized.as<uint64_t>();
    const uint64_t units = t.allocation->bytes >> t.unit_shift;
    report.written[static_cast<size_t>(t.allocation->buffer)].assign(words,
                                                                     words + (units + 63) / 64);
  }
}

}  // namespace warplab::sim
