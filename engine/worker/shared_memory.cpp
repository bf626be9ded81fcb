#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "worker/descriptor.hpp"
#include "worker/system_words.hpp"
#include "worker/worker.hpp"

namespace warplab::worker {

Result<SharedMemory> SharedMemory::create(const std::string& name, size_t bytes) {
  const auto failed = [&](const char* what) {
    return Error{fmt::format("No memory of {} bytes for {}: {}: {}.", bytes, name, what,
                             system_words(errno))};
  };
  Descriptor file(::memfd_create("warplab", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file) return failed("memfd_create");
  if (::ftruncate(file.number(), static_cast<off_t>(bytes)) != 0) return failed("ftruncate");
  // A worker that shortened it would kill whoever reads it (SIGBUS).
  if (::fcntl(file.number(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return failed("F_ADD_SEALS");
  SharedMemory memory;
  if (bytes > 0) {
    void* const mapped =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
    if (mapped == MAP_FAILED) return failed("mmap");
    memory.data_ = static_cast<std::byte*>(mapped);
    memory.size_ = bytes;
  }
  memory.descriptor_ = file.release();
  return memory;
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void SharedMemory::close_descriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

std::optional<SharedMemory> SharedMemory::again() const {
  if (data_ == nullptr) return std::nullopt;
  // Of a mapping that is shared, "none of it, elsewhere" is a second one (mremap(2)).
  void* const mapped = ::mremap(data_, 0, size_, MREMAP_MAYMOVE);
  if (mapped == MAP_FAILED) return std::nullopt;
  SharedMemory memory;
  memory.data_ = static_cast<std::byte*>(mapped);
  memory.size_ = size_;
  return memory;
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) ::munmap(data_, size_);
  close_descriptor();
}

}  // namespace warplab::worker
