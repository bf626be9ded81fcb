#include "sim/run/written_memory.hpp"

#include <algorithm>
#include <iterator>

#include "sim/device/sparse_pages.hpp"
#include "sim/execute/track_access.hpp"
#include "sim/report/message.hpp"

namespace warplab::sim {
namespace {

uint32_t unit_of(size_t element_bytes) {
  return element_bytes >= 4 ? 2 : element_bytes == 2 ? 1 : 0;
}

// log2 of the bytes of the smallest access of all programs.
uint32_t smallest_access(const Run& run) {
  uint32_t shift = 2;
  for (const auto& [key, program] : run.programs)
    shift = std::min(shift, program.global_unit_shift);
  return shift;
}

}  // namespace

GlobalTracking make_tracking(const Run& run, const std::vector<bool>& track_reads) {
  GlobalTracking tracking;
  for (const Allocation& a : run.addresses.allocations()) {
    TrackedAllocation t;
    t.allocation = const_cast<Allocation*>(&a);
    t.unit_shift = a.is_heap ? smallest_access(run) : unit_of(bytes_of(a.element));
    t.units = (a.bytes >> t.unit_shift) + 1;
    // What malloc() gives is written before it is read: a launch that reads it does both.
    t.reads_tracked = track_reads[static_cast<size_t>(a.number)] || a.is_heap;
    t.fully_initialized =
        a.buffer < 0 ? !a.is_heap : run.buffers[static_cast<size_t>(a.buffer)].initialized;
    t.initialized = pages_beside(a, (t.units / 64 + 2) * 8);
    tracking.allocations.push_back(std::move(t));
  }
  return tracking;
}

void renew_cells(GlobalTracking& tracking) {
  for (TrackedAllocation& t : tracking.allocations) {
    const size_t bytes = (t.units + 2 * kLanes) * sizeof(uint32_t);
    t.writer = pages_beside(*t.allocation, bytes);
    if (t.reads_tracked && !t.allocation->is_heap) t.reader = pages_beside(*t.allocation, bytes);
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

void keep_written(const GlobalTracking& tracking, Report& report) {
  for (const TrackedAllocation& t : tracking.allocations) {
    if (t.allocation->buffer < 0) continue;
    const auto* const words = t.initialized.as<uint64_t>();
    const uint64_t units = t.allocation->bytes >> t.unit_shift;
    report.written[static_cast<size_t>(t.allocation->buffer)].assign(words,
                                                                     words + (units + 63) / 64);
  }
}

}  // namespace warplab::sim
