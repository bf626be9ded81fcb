#pragma once
// What a CUDA program and the device that it runs on say to each other, over one socket: the
// library in the program asks, the device answers. Each request is a Header, the struct that it
// names, and `bytes` more; each answer the struct's Reply behind a Header of its own. Nothing of
// this project or of CUDA is needed here: the library is compiled with the program's own toolkit.
#include <cstdint>

namespace warplab::runtime {

// Names the descriptors that the program inherits: "SOCKET:WINDOW", the window being the file of
// device memory.
inline constexpr const char* kDeviceVariable = "WARPLAB_DEVICE";

enum class Call : uint32_t {
  hello,
  load_module,
  find_kernel,
  find_variable,
  allocate,
  release,
  pointer,
  copy,
  fill,
  launch,
  occupancy,
  failed,
  output_lost,
  host_fault,
  reset,
  order,
  closed_areas,
  time_taken,
};

// The exit status of a program that could not go on, and has said why.
inline constexpr int kStopped = 97;

struct Header {
  Call call = Call::hello;
  uint32_t bytes = 0;  // behind the struct
};

// Return addresses in the program, the innermost first.
inline constexpr uint32_t kMostFrames = 12;
struct Frames {
  uint64_t address[kMostFrames] = {};
  uint32_t count = 0;
};

struct Size3 {
  uint32_t x = 1, y = 1, z = 1;
};

// Numbers of cudaError_t, which are the same in all versions of CUDA 12 and 13.
enum CudaError : int32_t {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kInvalidSymbol = 13,
  kInvalidDeviceFunction = 98,
  kIllegalAddress = 700,
  kAssert = 710,
  kCooperativeTooLarge = 720,
  kMisalignedAddress = 716,
  kLaunchFailure = 719,
  kCannotGoOn = -1,  // not CUDA's: the sentence behind the answer says why
};

// The GPU that the program is told it runs on.
struct Hello {
  static constexpr Call kCall = Call::hello;
  struct Reply {
    char name[64] = {};
    uint64_t first_address = 0, window_bytes = 0, memory_bytes = 0;
    uint64_t shared_bytes = 0, shared_bytes_per_block = 0, l2_bytes = 0;
    uint32_t major = 0, minor = 0, multiprocessors = 0, threads_per_block = 0, warps = 0,
             blocks = 0, registers = 0, clock_khz = 0, shared_reserved = 0;
  };
};

// Behind it a fat binary, several that are linked by their names, or PTX as text. Behind the
// answer, where there is an error, a sentence.
struct LoadModule {
  static constexpr Call kCall = Call::load_module;
  struct Reply {
    int32_t error = 0;
    uint32_t module = 0;
  };
};

// Behind it the kernel's name in PTX. Behind the answer the bytes of each parameter, uint32_t.
struct FindKernel {
  static constexpr Call kCall = Call::find_kernel;
  uint32_t module = 0;
  struct Reply {
    int32_t error = 0;
    uint32_t kernel = 0, most_threads = 0;
    uint64_t shared_bytes = 0, local_bytes = 0, constant_bytes = 0;
  };
};

// Behind it the variable's name in PTX.
struct FindVariable {
  static constexpr Call kCall = Call::find_variable;
  uint32_t module = 0;
  uint32_t is_managed = 0;  // the host will use it where it lies
  struct Reply {
    int32_t error = 0;
    uint64_t address = 0, bytes = 0;
  };
};

// device: the host cannot read it. managed and pinned lie at one address for both, registered is
// the host's own, with an address of the device's beside it.
enum class MemoryKind : uint32_t { host, device, managed, pinned, registered, unknown };

// Behind it the name of the call.
struct Allocate {
  static constexpr Call kCall = Call::allocate;
  uint64_t bytes = 0;
  MemoryKind kind = MemoryKind::device;
  Frames frames;
  struct Reply {
    int32_t error = 0;
    uint64_t address = 0;
  };
};

// Behind it the name of the call.
struct Release {
  static constexpr Call kCall = Call::release;
  uint64_t address = 0;
  Frames frames;
  struct Reply {
    int32_t error = 0;
    MemoryKind kind = MemoryKind::unknown;
    uint64_t bytes = 0;
  };
};

struct Pointer {
  static constexpr Call kCall = Call::pointer;
  uint64_t address = 0;
  struct Reply {
    MemoryKind kind = MemoryKind::host;
    uint64_t begin = 0, bytes = 0;
  };
};

// `rows` pieces of `bytes`, so far apart. Behind it the name of the call. The program copies by
// itself, when it knows on which side each pointer is.
struct Copy {
  static constexpr Call kCall = Call::copy;
  uint64_t to = 0, from = 0, bytes = 0, rows = 1, to_pitch = 0, from_pitch = 0;
  uint32_t kind = 4;  // of cudaMemcpyKind
  uint32_t stream = 0, is_async = 0;
  Frames frames;
  struct Reply {
    int32_t error = 0;
    uint32_t to_device = 0, from_device = 0;
    uint32_t closes = 0;  // areas are closed for the host now: ClosedAreas
  };
};

struct Fill {
  static constexpr Call kCall = Call::fill;
  uint64_t to = 0, bytes = 0, rows = 1, pitch = 0;
  uint32_t stream = 0, is_async = 0;
  Frames frames;
  struct Reply {
    int32_t error = 0;
    uint32_t closes = 0;
  };
};

// Behind it the parameters, one behind the other. Behind the answer what the kernel has printed.
struct Launch {
  static constexpr Call kCall = Call::launch;
  uint32_t kernel = 0;
  uint32_t most_shared = 0;  // dynamic, that the program has allowed; 0: the default
  uint32_t stream = 0, is_cooperative = 0;
  uint64_t shared = 0;
  Size3 grid, block;
  Frames frames;
  struct Reply {
    int32_t error = 0;        // of the launch itself
    int32_t later_error = 0;  // of the kernel: shown by the next call that waits for it
    double microseconds = 0;  // that a GPU would take; 0: not known
    uint32_t closes = 0;
  };
};

struct Occupancy {
  static constexpr Call kCall = Call::occupancy;
  uint32_t kernel = 0, threads = 0;
  uint64_t shared = 0;
  struct Reply {
    int32_t error = 0;
    uint32_t blocks = 0;
  };
};

// A call of the runtime has returned an error. Behind it "CALL\nERROR\nWHY".
struct Failed {
  static constexpr Call kCall = Call::failed;
  int32_t error = 0;
  Frames frames;
  struct Reply {};
};

// So many bytes that kernels have printed will never be seen.
struct OutputLost {
  static constexpr Call kCall = Call::output_lost;
  uint64_t bytes = 0;
  struct Reply {};
};

// The host has read or written an address that is the device's alone.
// Or one that is closed for it: then it is opened again, and the program goes on.
struct HostFault {
  static constexpr Call kCall = Call::host_fault;
  uint64_t address = 0;
  uint32_t is_write = 0;
  Frames frames;
  struct Reply {
    uint32_t is_opened = 0;
    uint64_t begin = 0, bytes = 0;  // of the pages that are open now
  };
};

// What orders streams, events and the host. Numbers of streams: 0 is the default stream, 1 that of
// a thread. Behind the question the name of the call, behind the answer the areas that are open for
// the host from now on.
enum class OrderKind : uint32_t {
  made,            // a stream, which waits for the default stream, and that for it
  made_apart,      // one that does not (cudaStreamNonBlocking)
  event_recorded,  // in a stream
  event_awaited,   // by a stream
  event_timed,     // the time of it is asked for
  stream_waited,   // the host waits
  event_waited,
  device_waited,
};
struct Order {
  static constexpr Call kCall = Call::order;
  OrderKind kind = OrderKind::device_waited;
  uint32_t stream = 0, event = 0;
  Frames frames;
  struct Reply {};
};

// Whole pages that the device may be using: the host's accesses to them are faults, which are told.
struct Area {
  uint64_t begin = 0, bytes = 0;
  uint64_t may_read = 0;
};
// Behind the answer those that have been closed since it was asked last.
struct ClosedAreas {
  static constexpr Call kCall = Call::closed_areas;
  struct Reply {};
};

// The host has read a clock between a launch and the wait for it, and had read it before the
// launch.
struct TimeTaken {
  static constexpr Call kCall = Call::time_taken;
  Frames frames;
  struct Reply {};
};

// All memory is freed, and variables have their first values.
struct Reset {
  static constexpr Call kCall = Call::reset;
  struct Reply {};
};

}  // namespace warplab::runtime
