#pragma once
// What the model knows of one GPU: limits, rates, latencies. Every number comes from a data file
// (gpus/*.toml, load_gpu.hpp), where it stands with its source; there are none in the code.
// "clk" is one cycle of the multiprocessors' clock. "A lane" is one thread's part of an
// instruction.
#include <cstdint>
#include <string>
#include <vector>

#include "base/special_members.hpp"

namespace warplab::model {

// Whole numbers, one row each: X(name, least, most, "what it is").
#define WARPLAB_GPU_COUNTS(X)                                                                   \
  X(multiprocessors, 1, 4096, "multiprocessors of the GPU")                                     \
  X(schedulers, 1, 16, "warp schedulers of a multiprocessor, each issues 1 instruction a clk")  \
  X(most_warps, 1, 256, "warps resident on a multiprocessor")                                   \
  X(most_blocks, 1, 256, "blocks resident on a multiprocessor")                                 \
  X(most_threads_per_block, 32, 4096, "threads of a block")                                     \
  X(registers, 1024, 1 << 20, "32-bit registers of a multiprocessor")                           \
  X(register_unit, 1, 4096, "registers that a warp gets at a time")                             \
  X(most_registers_per_thread, 16, 1024, "registers of a thread")                               \
  X(shared_bytes, 1024, 1 << 24, "shared memory of a multiprocessor, at most")                  \
  X(shared_bytes_per_block, 1024, 1 << 24, "shared memory of a block, at most")                 \
  X(shared_unit, 1, 65536, "bytes of shared memory that a block gets at a time")                \
  X(shared_reserved, 0, 65536, "bytes of each block's shared memory that the system keeps")     \
  X(l1_and_shared_bytes, 1024, 1 << 24, "what L1 and shared memory share")                      \
  X(l1_ways, 1, 1024, "lines of L1 in one set")                                                 \
  X(l1_sectors_in_flight, 1, 1 << 20, "sectors that a multiprocessor waits for at a time")      \
  X(l2_bytes, 1024, uint64_t{1} << 34, "the L2 cache")                                          \
  X(l2_common_bytes, 1024, uint64_t{1} << 34,                                                   \
    "what L2 keeps of data that all multiprocessors read")                                      \
  X(atomic_bytes_together, 32, 1 << 20, "pieces of memory whose atomics one slice of L2 makes") \
  X(atomic_slices, 1, 4096, "such slices")                                                      \
  X(dram_access_bytes, 32, 4096, "what DRAM is asked for at a time")

// Rates, latencies and factors.
#define WARPLAB_GPU_RATES(X)                                                                    \
  X(clock_mhz, 1, 10000, "clock of the multiprocessors while kernels run, MHz")                 \
  X(single_lanes, 0.1, 1024, "f32 additions, products and fma: lanes a clk a multiprocessor")   \
  X(integer_lanes, 0.1, 1024, "32-bit integer and logic operations: lanes a clk")               \
  X(multiply_lanes, 0.1, 1024, "32-bit integer products: lanes a clk")                          \
  X(double_lanes, 0.1, 1024, "f64 operations: lanes a clk")                                     \
  X(half_lanes, 0.1, 1024, "f16x2 operations: lanes a clk")                                     \
  X(special_lanes, 0.1, 1024, "rsqrt, sin, ex2: lanes a clk")                                   \
  X(convert_lanes, 0.1, 1024, "conversions between kinds of numbers: lanes a clk")              \
  X(exchange_lanes, 0.1, 1024, "shuffles: lanes a clk")                                         \
  X(barrier_lanes, 0.1, 1024, "barriers of a block: lanes a clk")                               \
  X(memory_lanes, 0.1, 1024, "loads and stores: lanes whose addresses are worked out in a clk") \
  X(arithmetic_latency, 1, 1000, "f32 and integer result until it can be used, clk")            \
  X(multiply_latency, 1, 1000, "the same of an integer product, clk")                           \
  X(double_latency, 1, 1000, "the same of f64, clk")                                            \
  X(special_latency, 1, 1000, "the same of rsqrt, sin, ex2, clk")                               \
  X(convert_latency, 1, 1000, "the same of a conversion, clk")                                  \
  X(exchange_latency, 1, 1000, "the same of a shuffle, clk")                                    \
  X(branch_latency, 0, 1000, "until a warp goes on behind a branch, clk")                       \
  X(barrier_latency, 0, 10000, "from the last arrival until warps go on, clk")                  \
  X(shared_latency, 1, 10000, "shared load of one pass, clk")                                   \
  X(shared_pass_clk, 0.1, 1000, "one pass over the 32 banks, clk")                              \
  X(shared_atomic_clk, 0.1, 10000, "one pass of a shared atomic, clk")                          \
  X(shared_swap_clk, 0.1, 10000,                                                                \
    "one round of compare-and-swap, of which f32 atomics are made, clk")                        \
  X(constant_pass_clk, 0.1, 1000, "one address of a load of constants, beyond the first, clk")  \
  X(l1_latency, 1, 10000, "load that L1 has, clk")                                              \
  X(l1_bytes_per_clk, 1, 4096, "what L1 hands out, bytes a clk")                                \
  X(l1_lines_per_clk, 0.1, 64, "lines of 128 bytes of one request that L1 looks up in a clk")   \
  X(l2_latency, 1, 10000, "load that L2 has, clk, L1 included")                                 \
  X(l2_bytes_per_clk, 1, 1e6, "what L2 hands out to all multiprocessors, bytes a clk")          \
  X(l2_write_bytes_per_clk, 1, 1e6, "what L2 takes in of whole sectors, bytes a clk")           \
  X(l2_request_bytes, 32, 1024, "what a slice of L2 hands out in a clk: less takes as long")    \
  X(l2_contention_clk, 0, 10000,                                                                \
    "how long a request keeps those behind it waiting at one slice, clk")                       \
  X(l2_port_bytes_per_clk, 1, 4096, "of that, to one multiprocessor, bytes a clk")              \
  X(l2_write_port_bytes_per_clk, 1, 4096, "what one multiprocessor writes, bytes a clk")        \
  X(l2_partial_write, 1, 1000, "time of a partly written sector, in that of a whole one")       \
  X(l2_dirty_part, 0, 1, "part of L2 that may hold data which DRAM does not have yet")          \
  X(dram_latency, 1, 100000, "load that comes from DRAM, clk, all included")                    \
  X(dram_contention_clk, 0, 10000, "the same at one channel of DRAM, clk")                      \
  X(dram_mixed_contention_clk, 0, 10000, "the same where reads and writes come in turn, clk")   \
  X(dram_gbps, 1, 1e6, "bandwidth of DRAM by its data sheet, GB/s")                             \
  X(dram_read_part, 0.01, 1, "part of it that reads reach")                                     \
  X(dram_mixed_part, 0.01, 1, "part of it that reads and writes together reach")                \
  X(dram_scattered_part, 0.01, 1, "part of it that reads of addresses without an order reach")  \
  X(atomic_latency, 1, 100000, "global atomic whose old value is used, clk")                    \
  X(atomic_sectors_per_clk, 0.001, 1e6, "sectors with atomics that L2 updates in a clk")        \
  X(atomic_lanes_per_clk, 0.001, 1e6, "lanes of atomics that L2 updates in a clk")              \
  X(atomic_turn_clk, 0.001, 1e5, "between two updates of one address, whole numbers, clk")      \
  X(atomic_float_turn_clk, 0.001, 1e5, "the same of floats, clk")                               \
  X(launch_us, 0, 1000, "an empty kernel of one block, as events time it, us")                  \
  X(block_launch_clk, 0, 100000, "between the starts of two blocks on a multiprocessor, clk")   \
  X(block_start_clk, 0, 100000, "until the first instruction of a block, clk")                  \
  X(spread, 1, 10, "the range: time / spread to time * spread")                                 \
  X(ratio_spread, 1, 10, "the same of a ratio of two like launches' times")

struct Gpu {
  std::string name;                // as the driver calls it: "Tesla T4"
  std::vector<std::string> names;  // others by which it may be asked for: "T4"
  int compute_capability = 0;      // 75
#define X(id, least, most, text) uint64_t id = 0;
  WARPLAB_GPU_COUNTS(X)
#undef X
#define X(id, least, most, text) double id = 0;
  WARPLAB_GPU_RATES(X)
#undef X
  WARPLAB_SPECIAL_MEMBERS(Gpu);
};

}  // namespace warplab::model
