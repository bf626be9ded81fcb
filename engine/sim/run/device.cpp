#include "sim/device.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <new>
#include <optional>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>

#include "ptx/operand_check.hpp"
#include "sim/run/decide.hpp"

namespace warplab::sim {
namespace {

// Addresses of memory that is allocated, behind it those of variables, behind these the heap of
// malloc(). Only what is touched takes memory.
constexpr uint64_t kAllocated = uint64_t{8} << 40, kVariables = uint64_t{64} << 30,
                   kWindow = kAllocated + kVariables;
constexpr uint64_t kFirstVariable = kGlobalStart + kAllocated, kHeapBegin = kGlobalStart + kWindow;
// So many released pieces are told apart from addresses that never were any.
constexpr size_t kReleasedKept = 64;
// Memory begins at pages of its own, so that a host can be given just this piece of it.
constexpr uint64_t kMemoryPage = 4096;

uint64_t pages_up(uint64_t bytes) { return (bytes + kMemoryPage - 1) / kMemoryPage * kMemoryPage; }

void set_bits(std::vector<uint64_t>& bits, uint64_t begin, uint64_t end) {
  for (uint64_t b = begin; b < end;) {
    if (b % 64 == 0 && end - b >= 64) bits[b / 64] = ~uint64_t{0}, b += 64;
    else bits[b / 64] |= uint64_t{1} << b % 64, ++b;
  }
}

bool are_all_set(const std::vector<uint64_t>& bits, uint64_t count) {
  for (uint64_t word = 0; word < count / 64; ++word)
    if (bits[word] != ~uint64_t{0}) return false;
  return count % 64 == 0 || bits[count / 64] == (uint64_t{1} << count % 64) - 1;
}

const DeviceMemory* holder(const std::vector<DeviceMemory>& of, uint64_t address) {
  const auto found = std::ranges::find_if(
      of, [&](const DeviceMemory& m) { return m.bytes != 0 && address - m.begin < m.bytes; });
  return found == of.end() ? nullptr : &*found;
}

// Elements in which a launch's threads are told apart in memory of any type: as small as what it
// writes.
ElementType unit_element(const Program& program) {
  return program.global_write_shift >= 2   ? ElementType::u32
         : program.global_write_shift == 1 ? ElementType::u16
                                           : ElementType::u8;
}

}  // namespace

struct Device::State {
  struct Piece {
    DeviceMemory memory;
    // A bit a byte: it has a value. Empty: all of it has.
    std::vector<uint64_t> valued;
  };
  struct LoadedModule {
    ptx::Module ptx;
    std::vector<DeviceMemory> variables;               // by variable; no bytes: not in memory
    std::vector<std::vector<std::byte>> first_values;  // of those in memory
    std::map<std::pair<std::string, uint32_t>, Program> programs;
  };

  int file = -1;
  std::byte* host = nullptr;
  // The same memory, but what is written there is this process's own until it is kept.
  std::byte* draft = nullptr;
  uint64_t next = kGlobalStart, next_variable = kFirstVariable;
  std::map<uint64_t, Piece> pieces;  // by begin
  std::deque<DeviceMemory> released;
  std::deque<LoadedModule> modules;

  std::byte* host_of(uint64_t address) const { return host + (address - kGlobalStart); }
  std::byte* draft_of(uint64_t address) const { return draft + (address - kGlobalStart); }
  // As it is in memory: what was written to the draft is forgotten.
  void drop_draft(const DeviceMemory& memory) const {
    madvise(draft_of(memory.begin), pages_up(memory.bytes), MADV_DONTNEED);
  }
  void keep_draft(const DeviceMemory& memory) const;
  void give_first_values(const LoadedModule& module) const {
    for (size_t k = 0; k < module.variables.size(); ++k) {
      const DeviceMemory& variable = module.variables[k];
      if (variable.bytes == 0) continue;
      std::fill_n(host_of(variable.begin), variable.bytes, std::byte{0});
      std::ranges::copy(module.first_values[k], host_of(variable.begin));
    }
  }
};

namespace {

// Which pages of [begin, begin + count pages) are this process's own: Linux,
// Documentation/admin-guide/mm/pagemap.rst. None: the system does not say.
std::optional<std::vector<bool>> own_pages(const std::byte* begin, uint64_t count) {
  static const int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  constexpr uint64_t kPresent = uint64_t{1} << 63, kSwapped = uint64_t{1} << 62,
                     kIsFiles = uint64_t{1} << 61;
  std::vector<uint64_t> entries(count);
  const auto offset =
      static_cast<off_t>(reinterpret_cast<uint64_t>(begin) / kMemoryPage * sizeof(uint64_t));
  const auto bytes = static_cast<ssize_t>(count * sizeof(uint64_t));
  if (pagemap < 0 || pread(pagemap, entries.data(), static_cast<size_t>(bytes), offset) != bytes)
    return std::nullopt;
  std::vector<bool> own(count);
  for (uint64_t k = 0; k < count; ++k)
    own[k] = (entries[k] & (kPresent | kSwapped)) != 0 && (entries[k] & kIsFiles) == 0;
  return own;
}

}  // namespace

// What was written to the draft is in memory now.
void Device::State::keep_draft(const DeviceMemory& memory) const {
  const uint64_t pages = pages_up(memory.bytes) / kMemoryPage;
  const auto own = own_pages(draft_of(memory.begin), pages);
  bool any = false;
  for (uint64_t k = 0; k < pages; ++k) {
    if (own && !(*own)[k]) continue;
    const std::byte* const from = draft_of(memory.begin) + k * kMemoryPage;
    std::byte* const to = host_of(memory.begin) + k * kMemoryPage;
    if (!own && std::memcmp(from, to, kMemoryPage) == 0) continue;
    std::memcpy(to, from, kMemoryPage);
    any = true;
  }
  if (any) drop_draft(memory);
}

namespace {

using Piece = Device::State::Piece;
using LoadedModule = Device::State::LoadedModule;

// One launch, on what the launches before it have left.
class LastingRun {
 public:
  // `has_draft`: what is written is put back, or kept in the end.
  LastingRun(Device::State& device, size_t module, Launch launch, const Options& options,
             bool has_draft)
      : device_(device),
        module_(device.modules[module]),
        launch_(std::move(launch)),
        options_(options),
        has_draft_(has_draft) {
    for (auto& [begin, piece] : device.pieces) entries_.push_back({begin, &piece, nullptr});
    for (const DeviceMemory& m : device.released) entries_.push_back({m.begin, nullptr, &m});
    std::ranges::sort(entries_, {}, &Entry::begin);
    launch_.keep_variables = true;
    name_buffers();
  }
  // What was decoded stays with the module.
  ~LastingRun() { give_back_programs(); }

  Result<bool, Refusal> prepare(Passes passes) {
    const std::pair key(launch_.kernel, launch_.dynamic_shared_bytes);
    if (!module_.programs.contains(key)) {
      begin(ElementType::u8);
      auto decoded = sim::prepare(*run, Passes::one);
      give_back_programs();
      if (!decoded) return decoded;
    }
    begin(unit_element(module_.programs.at(key)));
    return sim::prepare(*run, passes);
  }

  // What the launch has written is in memory; or it is as if there had been none.
  void keep_draft() const {
    for (const Entry& entry : entries_)
      if (entry.piece) device_.keep_draft(entry.piece->memory);
  }
  void drop_draft() const {
    for (const Entry& entry : entries_)
      if (entry.piece) device_.drop_draft(entry.piece->memory);
  }

  // What the launch has written has a value.
  void take(const Report& report, Look look) const {
    for (size_t k = 0; k < entries_.size(); ++k) {
      Piece* const piece = entries_[k].piece;
      if (!piece || piece->valued.empty()) continue;
      if (look == Look::exactly && k < report.written.size()) {
        const uint64_t unit = std::min(4u, bytes_of(buffers_[k].element));
        take_units(report.written[k], unit, *piece);
      } else if (has_stored(report, k)) {
        piece->valued.clear();  // which bytes is not known
      }
    }
  }

  std::optional<Run> run;

 private:
  struct Entry {
    uint64_t begin = 0;
    Piece* piece = nullptr;  // null: it was released
    const DeviceMemory* released = nullptr;
  };

  // Pointers are told from numbers by where they point: what is no address of memory is a value.
  void name_buffers() {
    for (Argument& argument : launch_.arguments) {
      uint64_t address = 0;
      if (argument.value.size() != sizeof address) continue;
      std::memcpy(&address, argument.value.data(), sizeof address);
      const auto entry = std::ranges::lower_bound(entries_, address, {}, &Entry::begin);
      if (entry == entries_.end() || entry->begin != address || !entry->piece) continue;
      argument.buffer = static_cast<int>(entry - entries_.begin());
      argument.value.clear();
    }
  }

  void describe(const Entry& entry, ElementType unit) {
    const DeviceMemory& memory = entry.piece ? entry.piece->memory : *entry.released;
    Buffer& buffer = buffers_.emplace_back();
    buffer.name = memory.name;
    buffer.element = unit;
    // An element that messages count is also what threads are told apart by, if it is smaller.
    if (memory.element && bytes_of(*memory.element) < bytes_of(unit))
      buffer.element = *memory.element;
    buffer.shape = {memory.bytes / bytes_of(memory.element.value_or(buffer.element))};
    Lasting::Piece& piece = lasting_.pieces.emplace_back();
    piece.begin = memory.begin;
    piece.bytes = memory.bytes;
    piece.freed = !entry.piece;
    piece.counted_in = memory.element;
    if (!entry.piece) return;
    buffer.bytes = {has_draft_ ? device_.draft_of(memory.begin) : device_.host_of(memory.begin),
                    memory.bytes};
    if (has_draft_) buffer.restore = [this, &memory] { device_.drop_draft(memory); };
    buffer.initialized = entry.piece->valued.empty();
    if (!buffer.initialized) piece.valued = &entry.piece->valued;
  }

  void begin(ElementType unit) {
    buffers_.clear();
    lasting_ = {};
    lasting_.heap_begin = kHeapBegin;
    for (const DeviceMemory& variable : module_.variables)
      lasting_.variables.push_back(
          {variable.begin, variable.begin ? device_.host_of(variable.begin) : nullptr});
    for (const Entry& entry : entries_) describe(entry, unit);
    run.emplace(module_.ptx, buffers_, std::span(&launch_, 1), options_);
    run->lasting = &lasting_;
    run->programs = std::move(module_.programs);
  }
  void give_back_programs() {
    if (run) module_.programs = std::move(run->programs);
    run.reset();
  }

  static void take_units(const std::vector<uint64_t>& written, uint64_t unit, Piece& piece) {
    for (uint64_t u = 0; u < written.size() * 64 && u * unit < piece.memory.bytes; ++u) {
      if (u % 64 == 0 && written[u / 64] == 0) {
        u += 63;
        continue;
      }
      if (written[u / 64] >> u % 64 & 1)
        set_bits(piece.valued, u * unit, std::min((u + 1) * unit, piece.memory.bytes));
    }
    if (are_all_set(piece.valued, piece.memory.bytes)) piece.valued.clear();
  }
  static bool has_stored(const Report& report, size_t buffer) {
    return std::ranges::any_of(report.launches, [&](const LaunchReport& launch) {
      if (buffer >= launch.traffic.buffers.size()) return false;
      const BufferCounters& total = launch.traffic.buffers[buffer].total;
      return total[BufferCounter::store_requests] + total[BufferCounter::atomic_requests] != 0;
    });
  }

  Device::State& device_;
  LoadedModule& module_;
  Launch launch_;
  const Options& options_;
  bool has_draft_ = false;
  std::vector<Entry> entries_;  // by address; a buffer each
  std::vector<Buffer> buffers_;
  Lasting lasting_;
};

}  // namespace

Device::Device() : state_(std::make_unique<State>()) {
  state_->file = memfd_create("device memory", MFD_CLOEXEC);
  if (state_->file < 0 || ftruncate(state_->file, static_cast<off_t>(kWindow)) != 0)
    throw std::bad_alloc();
  void* const host =
      mmap(nullptr, kWindow, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, state_->file, 0);
  if (host == MAP_FAILED) throw std::bad_alloc();
  state_->host = static_cast<std::byte*>(host);
  void* const draft =
      mmap(nullptr, kWindow, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, state_->file, 0);
  if (draft == MAP_FAILED) throw std::bad_alloc();
  state_->draft = static_cast<std::byte*>(draft);
}

Device::~Device() {
  if (state_->host) munmap(state_->host, kWindow);
  if (state_->draft) munmap(state_->draft, kWindow);
  if (state_->file >= 0) close(state_->file);
}

uint64_t Device::allocate(uint64_t bytes, std::string name) {
  State& s = *state_;
  if (bytes > kFirstVariable - s.next || next_begin(s.next, bytes) > kFirstVariable) return 0;
  Piece piece{{s.next, bytes, std::move(name), std::nullopt},
              std::vector<uint64_t>((bytes + 63) / 64)};
  s.next = pages_up(next_begin(s.next, bytes));
  const uint64_t begin = piece.memory.begin;
  s.pieces.emplace(begin, std::move(piece));
  return begin;
}

bool Device::release(uint64_t begin) {
  State& s = *state_;
  const auto found = s.pieces.find(begin);
  if (found == s.pieces.end()) return false;
  const DeviceMemory& memory = found->second.memory;
  if (memory.bytes != 0) madvise(s.host_of(begin), pages_up(memory.bytes), MADV_REMOVE);
  s.released.push_back(memory);
  if (s.released.size() > kReleasedKept) s.released.pop_front();
  s.pieces.erase(found);
  return true;
}

void Device::reset() {
  while (!state_->pieces.empty()) release(state_->pieces.begin()->first);
  for (const State::LoadedModule& module : state_->modules) state_->give_first_values(module);
}

const DeviceMemory* Device::memory_at(uint64_t address) const {
  const auto above = state_->pieces.upper_bound(address);
  if (above != state_->pieces.begin()) {
    const DeviceMemory& memory = std::prev(above)->second.memory;
    if (address - memory.begin < std::max<uint64_t>(memory.bytes, 1)) return &memory;
  }
  for (const LoadedModule& module : state_->modules)
    if (const DeviceMemory* variable = holder(module.variables, address)) return variable;
  return nullptr;
}

const DeviceMemory* Device::released_at(uint64_t address) const {
  const auto found = std::ranges::find_if(state_->released, [&](const DeviceMemory& memory) {
    return address - memory.begin < std::max<uint64_t>(memory.bytes, 1);
  });
  return found == state_->released.end() ? nullptr : &*found;
}

void Device::describe(uint64_t begin, std::string name, std::optional<ElementType> element) {
  const auto found = state_->pieces.find(begin);
  if (found == state_->pieces.end()) return;
  found->second.memory.name = std::move(name);
  found->second.memory.element = element;
}

void Device::has_value(uint64_t address, uint64_t bytes) {
  const auto above = state_->pieces.upper_bound(address);
  if (above == state_->pieces.begin()) return;
  Piece& piece = std::prev(above)->second;
  const uint64_t begin = address - piece.memory.begin;
  if (piece.valued.empty() || begin >= piece.memory.bytes) return;
  const uint64_t end = begin + std::min(bytes, piece.memory.bytes - begin);
  set_bits(piece.valued, begin, end);
  if (are_all_set(piece.valued, piece.memory.bytes)) piece.valued.clear();
}

bool Device::has_any_value(uint64_t address, uint64_t bytes) const {
  const auto above = state_->pieces.upper_bound(address);
  if (above == state_->pieces.begin()) return true;
  const Piece& piece = std::prev(above)->second;
  const uint64_t begin = address - piece.memory.begin;
  if (piece.valued.empty() || begin >= piece.memory.bytes) return true;
  const uint64_t end = begin + std::min(bytes, piece.memory.bytes - begin);
  for (uint64_t b = begin; b < end; ++b)
    if (piece.valued[b / 64] >> b % 64 & 1) return true;
  return false;
}

std::span<std::byte> Device::window() const { return {state_->host, kWindow}; }
uint64_t Device::first_address() { return kGlobalStart; }
int Device::window_file() const { return state_->file; }

Result<size_t, Refusal> Device::load(ptx::Module module) {
  State& s = *state_;
  if (const auto fault = ptx::size_fault(module)) return Refusal{*fault};
  LoadedModule& loaded = s.modules.emplace_back();
  loaded.ptx = std::move(module);
  std::vector<uint64_t> addresses;
  for (const ptx::Variable& variable : loaded.ptx.variables) {
    DeviceMemory& memory = loaded.variables.emplace_back();
    const bool is_there =
        variable.space == ptx::Space::global || variable.space == ptx::Space::constant;
    if (is_there && next_begin(s.next_variable, variable.bytes) > kHeapBegin)
      return Refusal{say(Says::variable_beyond_addresses, variable.name)};
    if (is_there) {
      memory = {s.next_variable, variable.bytes, variable.name, std::nullopt};
      s.next_variable = pages_up(next_begin(s.next_variable, variable.bytes));
    }
    addresses.push_back(memory.begin);
  }
  loaded.first_values = first_values(loaded.ptx, addresses);
  s.give_first_values(loaded);
  return s.modules.size() - 1;
}

const ptx::Module& Device::module(size_t number) const { return state_->modules[number].ptx; }

const DeviceMemory* Device::variable(size_t module, std::string_view name) const {
  for (const DeviceMemory& variable : state_->modules[module].variables)
    if (variable.begin != 0 && variable.name == name) return &variable;
  return nullptr;
}

Result<Report, Refusal> Device::launch(size_t module, Launch launch, const Options& options,
                                       Look look) {
  const bool is_exact = look == Look::exactly;
  LastingRun lasting(*state_, module, std::move(launch), options, is_exact);
  const auto ready = lasting.prepare(is_exact ? Passes::several : Passes::one);
  if (!ready) return ready.why();
  Report report = is_exact ? decide(*lasting.run) : observe(*lasting.run, nullptr);
  if (is_exact) lasting.keep_draft();
  lasting.take(report, look);
  return report;
}

Result<Report, Refusal> Device::try_out(size_t module, Launch launch, const Options& options,
                                        Observer& observer) {
  LastingRun lasting(*state_, module, std::move(launch), options, true);
  if (const auto ready = lasting.prepare(Passes::several); !ready) return ready.why();
  Report report = observe(*lasting.run, &observer);
  restore(*lasting.run);
  lasting.drop_draft();
  return report;
}

}  // namespace warplab::sim
