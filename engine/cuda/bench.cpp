#include "cuda/bench.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string_view>

#include "data/random.hpp"

namespace warplab::cuda {
namespace {

using std::chrono::milliseconds;

constexpr uint8_t kPoison = 0xff;

// What a module with __device__ variables has in it: the section of a cubin that holds them, or a
// declaration of PTX. Where it is something else, the module is loaded once more than needed.
constexpr std::string_view kSignsOfVariables[] = {".nv.global", ".global ."};

// The gate opens by itself after this long: a host that died leaves no GPU that spins for ever.
constexpr uint64_t kGateNanoseconds = 2'000'000'000;
// Small caches are flushed by as much as larger ones: it costs nothing.
constexpr uint64_t kLeastFlushBytes = 64u << 20;
// Of the memory that is free, what the sets may take: a second process wants as much.
constexpr double kShareOfMemory = 0.4;

uint64_t bytes_of_elements(const PlannedBuffer& buffer) {
  return buffer.elements * data::bytes_of(buffer.element);
}

// Under WSL 2 launches are handed to the GPU in batches, and what would open the gate may be in the
// same batch behind it.
bool can_hold_stream() {
  utsname system{};
  return ::uname(&system) == 0 && std::strstr(system.release, "microsoft") == nullptr;
}

// A seed for each run of a batch.
uint64_t seed_of_run(uint64_t seed, unsigned run) {
  return data::mix_bits(seed + 0x9e3779b97f4a7c15u * run);
}

}  // namespace

Result<Bench> Bench::create(const Driver& driver, const Device& device) {
  Bench bench;
  bench.device_ = device;
  Result<Context> context = Context::create(driver, device);
  if (!context) return Error{context.error()};
  bench.context_ = std::move(*context);
  Result<MappedMemory> gate = bench.context_.allocate_mapped(sizeof(uint32_t));
  if (!gate) return Error{gate.error()};
  bench.gate_ = std::move(*gate);
  for (Event* event : {&bench.begin_, &bench.end_}) {
    Result<Event> made = bench.context_.make_event();
    if (!made) return Error{made.error()};
    *event = std::move(*made);
  }
  return bench;
}

// Behind the lock no file can be opened, and the first product of a kind is when a library loads
// its kernels.
Result<bool> Bench::use_library(Library library) {
  if (const Result<bool> started = library.start(context_.stream()); !started) return started;
  constexpr int kSide = 64;
  DeviceMemory matrices;
  if (const Result<bool> made = allocate(matrices, sizeof(double) * kSide * kSide); !made)
    return made;
  if (const Result<bool> filled = context_.fill_bytes(matrices.address(), 0, matrices.bytes());
      !filled)
    return filled;
  const uint64_t zeros = matrices.address();
  for (const data::LibraryRoutine& routine : data::kLibraryRoutines)
    if (const Result<bool> done =
            library.multiply(routine.element, {zeros, zeros, zeros, kSide, kSide, kSide});
        !done)
      return done;
  constexpr milliseconds kTrial{10'000};
  if (const Result<bool> ended = wait(kTrial); !ended) return ended;
  library_ = std::move(library);
  return true;
}

Result<bool> Bench::load_own_kernels(std::span<const uint8_t> cubin) {
  Result<Module> module = context_.load(cubin);
  if (!module) return Error{module.error()};
  own_module_ = std::move(*module);
  const struct {
    Function& function;
    const char* name;
  } kernels[] = {
      {own_.gate, "warplab_gate"},       {own_.stamp, "warplab_stamp"},
      {own_.copy, "warplab_copy"},       {own_.random_multiples, "warplab_random_multiples"},
      {own_.uniform, "warplab_uniform"}, {own_.turn, "warplab_turn"},
      {own_.digest, "warplab_digest"},   {own_.as_floats, "warplab_as_floats"}};
  for (const auto& kernel : kernels) {
    const Result<Function> found = context_.function(own_module_, kernel.name);
    if (!found) return Error{found.error()};
    kernel.function = *found;
  }
  return true;
}

Result<bool> Bench::load(std::span<const uint8_t> cubin) {
  module_ = Module();
  Result<Module> module = context_.load(cubin);
  if (!module) return Error{module.error()};
  module_ = std::move(*module);
  cubin_.assign(cubin.begin(), cubin.end());
  has_variables_ = std::ranges::any_of(kSignsOfVariables, [&](std::string_view sign) {
    return std::search(cubin_.begin(), cubin_.end(), sign.begin(), sign.end()) != cubin_.end();
  });
  return true;
}

// A module that is loaded again has its variables as the source starts them. There is nothing to
// know about where they lie, and one load costs less than a millisecond.
Result<bool> Bench::renew_variables(milliseconds deadline) {
  if (!has_variables_) return true;
  if (const Result<bool> ended = wait(deadline); !ended) return ended;
  return load(std::vector<uint8_t>(cubin_));
}

Result<bool> Bench::wait(milliseconds deadline) {
  const Result<bool> ended = context_.wait(Clock::now() + deadline);
  if (!ended) return ended;
  if (*ended) return true;
  overdue_ = true;
  return Error{fmt::format("The kernel did not end on the GPU within {:.3g} s.",
                           std::chrono::duration<double>(deadline).count())};
}

Result<bool> Bench::launch_routine(const data::LibraryRoutine& routine, const data::Launch& launch,
                                   const Addresses& addresses) const {
  const Result<Library::Product> product = product_of(launch, addresses);
  if (!product) return Error{product.error()};
  return library_.multiply(routine.element, *product);
}

Result<bool> Bench::launch(const data::Launch& launch, const Addresses& addresses) {
  if (const data::LibraryRoutine* const routine = data::library_routine(launch.kernel))
    return launch_routine(*routine, launch, addresses);
  if (!module_) return Error{"No kernels have been loaded."};
  const Result<Function> function = context_.function(module_, launch.kernel);
  if (!function) return Error{function.error()};
  if (const Result<bool> allowed =
          context_.allow_dynamic_shared(*function, launch.dynamic_shared_bytes);
      !allowed)
    return allowed;
  Addresses values = addresses;
  std::vector<void*> arguments;
  for (const data::Argument& argument : launch.arguments)
    arguments.push_back(argument.buffer >= 0
                            ? static_cast<void*>(&values.at(static_cast<size_t>(argument.buffer)))
                            : const_cast<std::byte*>(argument.value.data()));
  if (launch.cooperative)
    return context_.launch_cooperative(*function, launch.grid, launch.block,
                                       launch.dynamic_shared_bytes, arguments);
  return context_.launch(*function, launch.grid, launch.block, launch.dynamic_shared_bytes,
                         arguments);
}

Result<bool> Bench::launch_own(Function function, unsigned blocks, unsigned threads,
                               std::span<void* const> arguments) {
  return context_.launch(function, {blocks, 1, 1}, {threads, 1, 1}, 0, arguments);
}

Result<bool> Bench::allocate(DeviceMemory& memory, uint64_t bytes) {
  Result<DeviceMemory> block = context_.allocate(bytes);
  if (!block) return Error{block.error()};
  memory = std::move(*block);
  return true;
}

Result<unsigned> Bench::prepare(Plan plan) {
  sets_.clear();
  bases_.clear();
  copy_from_ = DeviceMemory();
  copy_to_ = DeviceMemory();
  plan_ = std::move(plan);
  for (const auto step : {&Bench::upload_bases, &Bench::prepare_copy})
    if (const Result<bool> done = (this->*step)(); !done) return Error{done.error()};
  const Result<unsigned> sets = allocate_sets();
  if (!sets) return sets;
  const auto digested = static_cast<uint64_t>(
      std::count_if(plan_.buffers.begin(), plan_.buffers.end(),
                    [](const PlannedBuffer& buffer) { return buffer.digested; }));
  if (const Result<bool> made = allocate(digests_, 8 * std::max<uint64_t>(digested, 1)); !made)
    return Error{made.error()};
  if (const Result<bool> ended = wait(plan_.deadline); !ended) return Error{ended.error()};
  return sets;
}

// The first content of buffers that have one, from which each run's is made.
Result<bool> Bench::upload_bases() {
  for (const PlannedBuffer& buffer : plan_.buffers) {
    DeviceMemory base;
    if (!buffer.initial.empty()) {
      if (buffer.initial.size() != bytes_of_elements(buffer))
        return Error{fmt::format("The first content of {} has the wrong length.", buffer.name)};
      if (const Result<bool> made = allocate(base, buffer.initial.size()); !made) return made;
      if (const Result<bool> copied = context_.upload(base.address(), buffer.initial); !copied)
        return copied;
    }
    bases_.push_back(std::move(base));
  }
  return wait(plan_.deadline);
}

// Our own copy's memory, and what flushing the cache and taking times need.
Result<bool> Bench::prepare_copy() {
  const uint64_t flush_bytes = std::max(2 * device_.l2_bytes, kLeastFlushBytes);
  for (const auto& [memory, bytes] :
       {std::pair(&flush_memory_, flush_bytes), std::pair(&copy_from_, plan_.copy_bytes / 2),
        std::pair(&copy_to_, plan_.copy_bytes / 2), std::pair(&stamps_, uint64_t{32})})
    if (const Result<bool> made = allocate(*memory, bytes); !made) return made;
  if (plan_.copy_bytes < 16) return true;
  // A copy of zeros could be quicker than one of numbers: memory may be compressed.
  uint64_t to = copy_from_.address(), count = plan_.copy_bytes / 8, state = 1, bound = 1u << 24;
  int type = static_cast<int>(data::ElementType::f32);
  double low = 0, step = 1;
  void* const arguments[] = {&to, &count, &type, &state, &low, &step, &bound};
  return launch_own(own_.random_multiples, static_cast<unsigned>(device_.multiprocessors) * 8,
                    kOwnThreads, arguments);
}

// As many sets of buffers as were planned and there is room for, at least one.
Result<unsigned> Bench::allocate_sets() {
  uint64_t set_bytes = 0;
  for (const PlannedBuffer& buffer : plan_.buffers) set_bytes += bytes_of_elements(buffer);
  const Result<uint64_t> free = context_.free_memory();
  if (!free) return Error{free.error()};
  const double room = kShareOfMemory * static_cast<double>(*free);
  const auto fitting =
      static_cast<uint64_t>(room / static_cast<double>(std::max<uint64_t>(set_bytes, 1)));
  const auto sets = static_cast<unsigned>(std::clamp<uint64_t>(fitting, 1, plan_.sets));
  for (unsigned set = 0; set < sets; ++set) {
    sets_.emplace_back();
    for (const PlannedBuffer& buffer : plan_.buffers) {
      sets_.back().emplace_back();
      if (const Result<bool> made = allocate(sets_.back().back(), bytes_of_elements(buffer)); !made)
        return Error{made.error()};
    }
  }
  return sets;
}

Result<bool> Bench::fill_set(unsigned set, uint64_t seed) {
  const unsigned blocks = static_cast<unsigned>(device_.multiprocessors) * 8;
  for (size_t i = 0; i < plan_.buffers.size(); ++i) {
    const PlannedBuffer& buffer = plan_.buffers[i];
    const data::RandomStream random(seed, buffer.name);
    uint64_t to = sets_[set][i].address(), from = bases_[i].address(), count = buffer.elements;
    uint64_t state = random.state();
    int type = static_cast<int>(buffer.element);
    double low = buffer.low, high = buffer.high, step = buffer.step;
    Result<bool> filled = true;
    switch (buffer.content) {
      case Content::poison:
        filled = context_.fill_bytes(to, kPoison, bytes_of_elements(buffer));
        break;
      case Content::random_multiples: {
        uint64_t bound = static_cast<uint64_t>((high - low) / step) + 1;
        void* const arguments[] = {&to, &count, &type, &state, &low, &step, &bound};
        filled = launch_own(own_.random_multiples, blocks, kOwnThreads, arguments);
        break;
      }
      case Content::uniform: {
        void* const arguments[] = {&to, &count, &type, &state, &low, &high};
        filled = launch_own(own_.uniform, blocks, kOwnThreads, arguments);
        break;
      }
      case Content::base:
      case Content::turned: {
        uint32_t width = data::bytes_of(buffer.element);
        uint64_t offset = buffer.content == Content::turned ? random.below(count, 0) : 0;
        void* const arguments[] = {&to, &from, &count, &width, &offset};
        filled = launch_own(own_.turn, blocks, kOwnThreads, arguments);
        break;
      }
    }
    if (!filled) return filled;
  }
  return true;
}

Result<bool> Bench::digest_set(unsigned set) {
  const unsigned blocks = static_cast<unsigned>(device_.multiprocessors) * 8;
  if (const Result<bool> cleared = context_.fill_bytes(digests_.address(), 0, digests_.bytes());
      !cleared)
    return cleared;
  uint64_t sum = digests_.address();
  for (size_t i = 0; i < plan_.buffers.size(); ++i) {
    if (!plan_.buffers[i].digested) continue;
    uint64_t from = sets_[set][i].address(), bytes = bytes_of_elements(plan_.buffers[i]);
    void* const arguments[] = {&from, &bytes, &sum};
    if (const Result<bool> launched = launch_own(own_.digest, blocks, kOwnThreads, arguments);
        !launched)
      return launched;
    sum += 8;
  }
  return true;
}

// Persisting lines first: they would survive the flush.
Result<bool> Bench::flush() {
  context_.reset_persisting_lines();
  return context_.fill_bytes(flush_memory_.address(), 0, flush_memory_.bytes());
}

// `work` puts what is timed into the stream.
template <class Work>
Result<Sample> Bench::between_stamps(const Work& work) {
  if (const Result<bool> filled = context_.fill_bytes(stamps_.address(), 0, 32); !filled)
    return Error{filled.error()};
  if (const Result<bool> flushed = flush(); !flushed) return Error{flushed.error()};
  if (const Result<bool> ended = wait(plan_.deadline); !ended) return Error{ended.error()};

  const std::atomic_ref<uint32_t> gate(*static_cast<uint32_t*>(gate_.host()));
  gate = 0;
  uint64_t flag = gate_.address(), limit = kGateNanoseconds, before = stamps_.address(),
           after = before + 16;
  void* const gate_arguments[] = {&flag, &limit};
  void* const before_arguments[] = {&before};
  void* const after_arguments[] = {&after};
  const auto stamp = [&](std::span<void* const> arguments) {
    return launch_own(own_.stamp, static_cast<unsigned>(device_.multiprocessors), 1, arguments);
  };
  Result<bool> queued = true;
  if (can_hold_stream()) queued = launch_own(own_.gate, 1, 1, gate_arguments);
  if (queued) queued = stamp(before_arguments);
  if (queued) queued = context_.record(begin_);
  if (queued) queued = work();
  if (queued) queued = context_.record(end_);
  if (queued) queued = stamp(after_arguments);
  gate = 1;
  if (!queued) return Error{queued.error()};
  if (const Result<bool> ended = wait(plan_.deadline); !ended) return Error{ended.error()};

  Sample sample;
  const Result<double> time = context_.microseconds_between(begin_, end_);
  if (!time) return Error{time.error()};
  sample.microseconds = *time;
  uint64_t stamps[4] = {};
  if (const Result<bool> copied =
          context_.download(std::as_writable_bytes(std::span(stamps)), stamps_.address());
      !copied)
    return Error{copied.error()};
  if (const Result<bool> ended = wait(plan_.deadline); !ended) return Error{ended.error()};
  if (stamps[0] != 0 && stamps[2] > stamps[0] && stamps[3] > stamps[1])
    sample.clock_mhz = 1000.0 * static_cast<double>(stamps[2] - stamps[0]) /
                       static_cast<double>(stamps[3] - stamps[1]);
  return sample;
}

Result<Sample> Bench::sample(uint64_t seed, unsigned set, unsigned batch, bool timed) {
  if (sets_.empty() || batch == 0 || batch > sets_.size() || set >= sets_.size())
    return Error{"There is no such set of buffers."};
  std::vector<Addresses> addresses;
  std::vector<unsigned> chosen;
  for (unsigned run = 0; run < batch; ++run) {
    chosen.push_back((set + run) % static_cast<unsigned>(sets_.size()));
    if (const Result<bool> filled = fill_set(chosen.back(), seed_of_run(seed, run)); !filled)
      return Error{filled.error()};
    addresses.emplace_back();
    for (const DeviceMemory& memory : sets_[chosen.back()])
      addresses.back().push_back(memory.address());
  }
  const auto launch_all = [&](size_t begin, size_t end) -> Result<bool> {
    for (const Addresses& of_run : addresses)
      for (size_t i = begin; i < end; ++i)
        if (const Result<bool> launched = launch(plan_.launches[i], of_run); !launched)
          return launched;
    return true;
  };
  Sample sample;
  if (const Result<bool> before = launch_all(0, plan_.timed_begin); !before)
    return Error{before.error()};
  const auto timed_part = [&] { return launch_all(plan_.timed_begin, plan_.timed_end); };
  if (timed) {
    Result<Sample> measured = between_stamps(timed_part);
    if (!measured) return measured;
    sample = std::move(*measured);
  } else if (const Result<bool> launched = timed_part(); !launched) {
    return Error{launched.error()};
  }
  if (const Result<bool> after = launch_all(plan_.timed_end, plan_.launches.size()); !after)
    return Error{after.error()};
  for (const unsigned of_run : chosen) {
    if (const Result<bool> digested = digest_set(of_run); !digested) return Error{digested.error()};
    std::vector<uint64_t> sums(digests_.bytes() / 8);
    if (const Result<bool> copied =
            context_.download(std::as_writable_bytes(std::span(sums)), digests_.address());
        !copied)
      return Error{copied.error()};
    if (const Result<bool> ended = wait(plan_.deadline); !ended) return Error{ended.error()};
    sample.digests.insert(sample.digests.end(), sums.begin(), sums.end());
  }
  return sample;
}

Result<Sample> Bench::sample_copy() {
  if (plan_.copy_bytes < 32) return Error{"No copy has been prepared."};
  return between_stamps([&] {
    uint64_t from = copy_from_.address(), to = copy_to_.address(), count = plan_.copy_bytes / 32;
    void* const arguments[] = {&from, &to, &count};
    // Eight blocks of 256 threads fill a multiprocessor of every GPU since Volta (Turing: four).
    return launch_own(own_.copy, static_cast<unsigned>(device_.multiprocessors) * 8, kOwnThreads,
                      arguments);
  });
}

Result<uint64_t> Bench::bytes_of(unsigned set, size_t buffer) const {
  if (set >= sets_.size() || buffer >= sets_[set].size())
    return Error{"There is no such buffer to read."};
  return bytes_of_elements(plan_.buffers[buffer]);
}

Result<bool> Bench::read(unsigned set, size_t buffer, std::span<std::byte> to) {
  const Result<uint64_t> bytes = bytes_of(set, buffer);
  if (!bytes) return Error{bytes.error()};
  if (to.size() != *bytes) return Error{"A buffer is read whole or not at all."};
  if (const Result<bool> copied = context_.download(to, sets_[set][buffer].address()); !copied)
    return copied;
  return wait(plan_.deadline);
}

}  // namespace warplab::cuda
