#include <fmt/format.h>

#include "cuda/driver.hpp"
#include "cuda/driver_calls.hpp"

namespace warplab::cuda {
namespace {

// CUmemAllocationProp, CUmemAccessDesc: as in cuda.h of 13.0.
struct Location {
  int type, id;
};
struct AllocationProperties {
  int type, handle_types;
  Location location;
  void* windows;
  unsigned char flags[8];
};
static_assert(sizeof(AllocationProperties) == 32);
struct AccessDescription {
  Location location;
  int flags;
};
constexpr int kPinned = 1, kOnDevice = 1, kFileDescriptor = 1, kReadWrite = 3,
              kLeastGranularity = 0;

AllocationProperties properties_on(int ordinal) {
  return {kPinned, kFileDescriptor, {kOnDevice, ordinal}, nullptr, {}};
}

}  // namespace

SharedDeviceMemory::~SharedDeviceMemory() {
  if (calls_ == nullptr) return;
  if (address_ != 0) {
    calls_->memory_unmap(address_, bytes_);
    calls_->address_free(address_, bytes_);
  }
  if (handle_ != 0) calls_->memory_release(handle_);
}

Result<int> SharedDeviceMemory::descriptor() const {
  int descriptor = -1;
  const Status status = calls_->memory_export(&descriptor, handle_, kFileDescriptor, 0);
  if (status != 0) return Error{calls_->failure("cuMemExportToShareableHandle", status)};
  return descriptor;
}

Result<bool> Context::map(SharedDeviceMemory& memory) const {
  unsigned long long address = 0;
  if (const Status status = calls_->address_reserve(&address, memory.bytes_, 0, 0, 0); status != 0)
    return Error{calls_->failure("cuMemAddressReserve", status)};
  if (const Status status = calls_->memory_map(address, memory.bytes_, 0, memory.handle_, 0);
      status != 0) {
    calls_->address_free(address, memory.bytes_);
    return Error{calls_->failure("cuMemMap", status)};
  }
  memory.address_ = address;
  const AccessDescription access{{kOnDevice, ordinal_}, kReadWrite};
  if (const Status status = calls_->memory_access(address, memory.bytes_, &access, 1); status != 0)
    return Error{calls_->failure("cuMemSetAccess", status)};
  return true;
}

Result<SharedDeviceMemory> Context::make_shared(uint64_t bytes) const {
  if (!calls_->can_share)
    return Error{"The NVIDIA driver is too old to share memory between processes."};
  const AllocationProperties properties = properties_on(ordinal_);
  size_t piece = 0;
  if (const Status status = calls_->memory_granularity(&piece, &properties, kLeastGranularity);
      status != 0)
    return Error{calls_->failure("cuMemGetAllocationGranularity", status)};
  SharedDeviceMemory memory;
  memory.bytes_ = (bytes + piece - 1) / piece * piece;
  unsigned long long handle = 0;
  if (const Status status = calls_->memory_create(&handle, memory.bytes_, &properties, 0);
      status != 0)
    return Error{calls_->failure("cuMemCreate", status)};
  memory.calls_ = calls_;
  memory.handle_ = handle;
  if (const Result<bool> mapped = map(memory); !mapped) return Error{mapped.error()};
  return memory;
}

Result<SharedDeviceMemory> Context::import_shared(int descriptor, uint64_t bytes) const {
  if (!calls_->can_share)
    return Error{"The NVIDIA driver is too old to share memory between processes."};
  SharedDeviceMemory memory;
  memory.bytes_ = bytes;
  unsigned long long handle = 0;
  // The descriptor itself, in the place of a pointer.
  void* const named = reinterpret_cast<void*>(static_cast<intptr_t>(descriptor));
  if (const Status status = calls_->memory_import(&handle, named, kFileDescriptor); status != 0)
    return Error{calls_->failure("cuMemImportFromShareableHandle", status)};
  memory.calls_ = calls_;
  memory.handle_ = handle;
  if (const Result<bool> mapped = map(memory); !mapped) return Error{mapped.error()};
  return memory;
}

Result<bool> Context::copy(DevicePointer to, DevicePointer from, uint64_t bytes) const {
  if (!calls_->can_share)
    return Error{"The NVIDIA driver is too old to share memory between processes."};
  const Status status = calls_->copy_on_device(to, from, bytes, stream_);
  if (status != 0) return Error{calls_->failure("cuMemcpyDtoDAsync", status)};
  return true;
}

}  // namespace warplab::cuda
