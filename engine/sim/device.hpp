#pragma once
// A device that lasts: memory, modules with their variables, and launches over them, each with its
// report. For whole programs; a run of launches that needs nothing from before is
// sim/simulate.hpp.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "ptx/module.hpp"
#include "sim/data_names.hpp"
#include "sim/options.hpp"
#include "sim/refusal.hpp"
#include "sim/report.hpp"

namespace warplab::sim {

// Bytes at a device address. An address is never given out twice.
struct DeviceMemory {
  uint64_t begin = 0, bytes = 0;
  std::string name;  // for messages
  // What messages count in it; none: not known, bytes.
  std::optional<ElementType> element;
};

// How closely a launch is looked at.
enum class Look : uint8_t {
  exactly,  // everything a run by itself finds, see simulate()
  counted,  // counters, and what a thread does wrong by itself
};

class Observer;

class Device {
 public:
  // Throws std::bad_alloc where the system gives no addresses.
  Device();
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // Zeros that count as bytes without a value. A device address, a multiple of 4096; 0: there are
  // no more addresses.
  uint64_t allocate(uint64_t bytes, std::string name);
  // False: no memory in use begins there.
  bool release(uint64_t begin);
  // All memory is released, and variables have their first values.
  void reset();
  // The memory in use that holds `address`, a variable's too; null: none.
  const DeviceMemory* memory_at(uint64_t address) const;
  // Of memory that was released lately: what `address` was of.
  const DeviceMemory* released_at(uint64_t address) const;
  // What messages call the memory in use that begins there, and count in it.
  void describe(uint64_t begin, std::string name, std::optional<ElementType> element);
  // Somebody else than a kernel has written there: the bytes have a value now.
  void has_value(uint64_t address, uint64_t bytes);
  // Whether anybody has written any of it.
  bool has_any_value(uint64_t address, uint64_t bytes) const;
  // Where device memory lies: one span for all addresses from first_address() on.
  std::span<std::byte> window() const;
  static uint64_t first_address();
  // The file behind it, for processes that share it.
  int window_file() const;

  // The module's number. Its variables get addresses and their first values.
  Result<size_t, Refusal> load(ptx::Module module);
  const ptx::Module& module(size_t number) const;
  // Of a module, by its name in PTX; null: there is none.
  const DeviceMemory* variable(size_t module, std::string_view name) const;

  // Runs `launch` of a module's kernel on what the launches before it have left. Its arguments are
  // values; one that is the address of memory is a pointer to it. `launch.keep_variables` has no
  // meaning here. A Refusal means that nothing was run, see simulate().
  Result<Report, Refusal> launch(size_t module, Launch launch, const Options& options, Look look);
  // The same for `observer` (sim/observer.hpp) alone: what was written is put back afterwards.
  Result<Report, Refusal> try_out(size_t module, Launch launch, const Options& options,
                                  Observer& observer);

  struct State;  // sim/run/device.cpp

 private:
  std::unique_ptr<State> state_;
};

}  // namespace warplab::sim
