#include "worker/program/job_memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>

namespace warplab::worker {
namespace {

Error unusable(const WireBuffer& buffer, std::string_view why) {
  return Error{
      fmt::format("The memory of buffer {} cannot be used: {}.", buffer.description.name, why)};
}

// The descriptor at `place`, if it holds at least `bytes`.
Result<int> checked(const WireBuffer& buffer, int place,
                    const std::vector<Descriptor>& descriptors) {
  if (place < 0) return -1;
  if (static_cast<size_t>(place) >= descriptors.size())
    return unusable(buffer, "its descriptor did not arrive");
  // Not fstat(): glibc asks by a call that could also name a file, and is refused here.
  const off_t size = ::lseek(descriptors[static_cast<size_t>(place)].number(), 0, SEEK_END);
  if (size < 0) return unusable(buffer, std::strerror(errno));
  if (static_cast<uint64_t>(size) < buffer.bytes) return unusable(buffer, "it is too short");
  return descriptors[static_cast<size_t>(place)].number();
}

// Without a file: zeros, of which a recording reads few and far between, and a GPU's size may have
// gigabytes: what is only read is then one page of 2 MiB that the system keeps for all of them.
std::span<std::byte> map_bytes(uint64_t bytes, int file, int sharing) {
  const int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : sharing;
  void* const mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  if (file < 0) ::madvise(mapped, bytes, MADV_HUGEPAGE);
  return {static_cast<std::byte*>(mapped), bytes};
}

}  // namespace

Result<JobMemory> JobMemory::map(const std::vector<WireBuffer>& buffers,
                                 const std::vector<Descriptor>& descriptors) {
  JobMemory memory;
  for (const WireBuffer& buffer : buffers) {
    const Result<int> initial = checked(buffer, buffer.initial, descriptors);
    if (!initial) return Error{initial.error()};
    const Result<int> result = checked(buffer, buffer.result, descriptors);
    if (!result) return Error{result.error()};
    memory.buffers_.push_back(buffer.description);
    if (buffer.bytes == 0) continue;
    const bool in_place = *result >= 0;
    const std::span<std::byte> bytes =
        map_bytes(buffer.bytes, in_place ? *result : *initial, in_place ? MAP_SHARED : MAP_PRIVATE);
    memory.mappings_.push_back(bytes);
    memory.buffers_.back().bytes = bytes;
    if (in_place && *initial >= 0 && buffer.initial != buffer.result) {
      const std::span<std::byte> content = map_bytes(buffer.bytes, *initial, MAP_PRIVATE);
      std::memcpy(bytes.data(), content.data(), bytes.size());
      ::munmap(content.data(), content.size());
    }
  }
  return memory;
}

JobMemory::~JobMemory() {
  for (const std::span<std::byte> bytes : mappings_) ::munmap(bytes.data(), bytes.size());
}

}  // namespace warplab::worker
