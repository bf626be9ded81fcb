// The simulator's front door for a run by itself.
#include "sim/simulate.hpp"

#include "sim/observe/watch.hpp"
#include "sim/run/decide.hpp"

namespace warplab::sim {
namespace {

// Where neither races nor writers are asked for nothing needs to be decided; but several host
// threads give the same answers every time only where the cheap check has found that they do not
// meet.
bool asks_for_more_than_answers(const Options& options) {
  if (options.watch) return false;
  return options.exact_tracking || options.keep_writers || options.always_exact ||
         options.only_undefined_variables || options.threads > 1;
}

uint32_t watched_bytes(const Run& run) {
  return bytes_of(run.buffers[static_cast<size_t>(run.options.watch->buffer)].element);
}
uint64_t watched_address(const Run& run) {
  const auto buffer = static_cast<size_t>(run.options.watch->buffer);
  return run.addresses.allocations()[buffer].begin + run.options.watch->index * watched_bytes(run);
}

Result<Report, Refusal> watch(Run& run) {
  if (run.options.watch->buffer < 0 ||
      static_cast<size_t>(run.options.watch->buffer) >= run.buffers.size())
    return Refusal{say(Says::no_element_to_watch)};
  WatchObserver observer(watched_address(run), watched_bytes(run));
  Report report = observe(run, &observer);
  report.watched = observer.last();
  return report;
}

}  // namespace

Result<Report, Refusal> simulate_observed(const ptx::Module& module, std::span<Buffer> buffers,
                                          std::span<const Launch> launches, const Options& options,
                                          Observer& observer) {
  Run run(module, buffers, launches, options);
  if (const auto ready = prepare(run, Passes::one); !ready) return ready.why();
  return observe(run, &observer);
}

Result<Report, Refusal> simulate(const ptx::Module& module, std::span<Buffer> buffers,
                                 std::span<const Launch> launches, const Options& options) {
  Run run(module, buffers, launches, options);
  const bool decides = asks_for_more_than_answers(options);
  if (const auto ready = prepare(run, decides ? Passes::several : Passes::one); !ready)
    return ready.why();
  if (options.watch) return watch(run);
  return decides ? decide(run) : observe(run, nullptr);
}

}  // namespace warplab::sim
