// How long a walk through one block takes at full size: a product of matrices of 4096 x 4096, block
// by block of 32 x 32 threads, in the locked worker. Opening: buffers are there, as when a lab has
// been run once; a step: any position, the worst being one before a copy of the machine.
// steps_bench
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "worker/walk_worker.hpp"

using namespace warplab;
using Clock = std::chrono::steady_clock;

namespace {

constexpr uint32_t kSide = 4096, kTile = 32;

constexpr const char* kSource = R"(
extern "C" __global__ void matmul(const float* a, const float* b, float* c, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
)";

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct Times {
  std::vector<double> all;
  void add(double time) { all.push_back(time); }
  std::string text() {
    std::ranges::sort(all);
    return fmt::format("median {:.1f} ms, most {:.1f} ms of {}", all[all.size() / 2], all.back(),
                       all.size());
  }
};

sim::Argument buffer_argument(int buffer) { return {buffer, {}}; }
sim::Argument number_argument(int value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return {-1, bytes};
}

template <class T>
T need(worker::Outcome<T> outcome) {
  if (!outcome) {
    fmt::print(stderr, "{}\n", outcome.failure.message);
    std::exit(1);
  }
  return std::move(*outcome.value);
}

}  // namespace

int main() {
  const size_t bytes = size_t{kSide} * kSide * sizeof(float);
  std::vector<worker::SharedMemory> memory;
  worker::Job job;
  for (const char* name : {"a", "b", "c"}) {
    auto made = worker::SharedMemory::create(name, bytes);
    if (!made) return 1;
    std::memset(made->bytes().data(), 0, bytes);
    memory.push_back(std::move(*made));
  }
  for (size_t i = 0; i < memory.size(); ++i) {
    worker::JobBuffer buffer;
    buffer.description.name = std::string(1, static_cast<char>('a' + i));
    buffer.description.element = sim::ElementType::f32;
    buffer.description.shape = {kSide, kSide};
    buffer.description.read_only = i < 2;
    buffer.initial = &memory[i];
    buffer.result = i == 2 ? &memory[i] : nullptr;
    job.buffers.push_back(buffer);
  }
  job.launches = {{"matmul",
                   {kSide / kTile, kSide / kTile, 1},
                   {kTile, kTile, 1},
                   0,
                   {buffer_argument(0), buffer_argument(1), buffer_argument(2),
                    number_argument(static_cast<int>(kSide))}}};
  auto start = Clock::now();
  const auto walker = need(worker::WalkWorker::start({}));
  need(walker->compile({"matmul.cu", kSource, 90}));
  fmt::print("start and compile: {:.0f} ms\n", milliseconds_since(start));

  Times opens, forwards, backwards, far, lines;
  data::StepWalk walk;
  for (uint64_t block : {uint64_t{0}, uint64_t{5000}, uint64_t{16'383}}) {
    start = Clock::now();
    walk = need(walker->open_walk(job, {0, block}));
    opens.add(milliseconds_since(start));
  }
  fmt::print("open a block of {} instructions: {}\n", walk.positions, opens.text());
  const uint32_t middle = walk.positions / 2;
  need(walker->state_at(middle, 0, 0));
  for (uint32_t k = 1; k <= 200; ++k) {
    start = Clock::now();
    need(walker->state_at(middle + k, k % 32, 0));
    forwards.add(milliseconds_since(start));
  }
  for (uint32_t k = 200; k-- > 0;) {
    start = Clock::now();
    need(walker->state_at(middle + k, k % 32, 0));
    backwards.add(milliseconds_since(start));
  }
  for (uint32_t k = 0; k < 200; ++k) {
    const auto position = static_cast<uint32_t>(uint64_t{k} * 7919 * 7919 % walk.positions);
    start = Clock::now();
    need(walker->state_at(position, k % 32, 0));
    far.add(milliseconds_since(start));
  }
  data::StepSearch search;
  search.goal = data::StepSearch::Goal::line;
  search.warp = 3;
  for (uint32_t k = 0; k < 100; ++k) {
    search.backwards = k % 2 == 0;
    start = Clock::now();
    const auto found = need(walker->find_state(search, 3, 0));
    lines.add(milliseconds_since(start));
    if (found) search.from = found->position;
  }
  fmt::print("a step forwards: {}\na step backwards: {}\nanywhere: {}\nby line: {}\n",
             forwards.text(), backwards.text(), far.text(), lines.text());
  return 0;
}
