// How long a walk through one block takes at full size: a product of matrices of 4096 x 4096, block
// by block of 32 x 32 threads, in the locked worker. Opening: buffers are there, as when a lab has
// been run once; a step: any position, the worst being one before a copy of the machine. Then the
// same of one block among all of a product of 128 x 128, in other orders. With SOURCE, the folder
// that has exercises/ and solutions/, instead how long it takes until the graded run of each
// shipped solution is open, with its variables and without. steps_bench [SOURCE]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <vector>

#include "lens/stepping.hpp"
#include "verdict/plan/read_source.hpp"
#include "words/text.hpp"
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
    fmt::print(stderr, "{}\n", words::text_of(outcome.failure.says));
    std::exit(1);
  }
  return std::move(*outcome.value);
}

// A product of two matrices of side x side, in blocks of 32 x 32.
struct Product {
  std::vector<worker::SharedMemory> memory;
  worker::Job job;

  explicit Product(uint32_t side) {
    const size_t bytes = size_t{side} * side * sizeof(float);
    for (const char* name : {"a", "b", "c"}) {
      auto made = worker::SharedMemory::create(name, bytes);
      if (!made) std::exit(1);
      std::memset(made->bytes().data(), 0, bytes);
      memory.push_back(std::move(*made));
    }
    for (size_t i = 0; i < memory.size(); ++i) {
      worker::JobBuffer buffer;
      buffer.description.name = std::string(1, static_cast<char>('a' + i));
      buffer.description.element = sim::ElementType::f32;
      buffer.description.shape = {side, side};
      buffer.description.read_only = i < 2;
      buffer.initial = &memory[i];
      buffer.result = i == 2 ? &memory[i] : nullptr;
      job.buffers.push_back(buffer);
    }
    job.launches = {{"matmul",
                     {side / kTile, side / kTile, 1},
                     {kTile, kTile, 1},
                     0,
                     {buffer_argument(0), buffer_argument(1), buffer_argument(2),
                      number_argument(static_cast<int>(side))}}};
  }
};

void walk_through(worker::WalkWorker& walker, const data::StepWalk& walk) {
  Times forwards, backwards, far, lines;
  const auto take = [&](Times& times, const auto& work) {
    const auto start = Clock::now();
    work();
    times.add(milliseconds_since(start));
  };
  const uint32_t middle = walk.positions / 2;
  need(walker.state_at(middle, 0, 0));
  for (uint32_t k = 1; k <= 200; ++k)
    take(forwards, [&] { need(walker.state_at(middle + k, k % 32, 0)); });
  for (uint32_t k = 200; k-- > 0;)
    take(backwards, [&] { need(walker.state_at(middle + k, k % 32, 0)); });
  for (uint32_t k = 0; k < 200; ++k) {
    const auto position = static_cast<uint32_t>(uint64_t{k} * 7919 * 7919 % walk.positions);
    take(far, [&] { need(walker.state_at(position, k % 32, 0)); });
  }
  data::StepSearch search;
  search.goal = data::StepSearch::Goal::line;
  search.warp = 3;
  for (uint32_t k = 0; k < 100; ++k) {
    search.backwards = k % 2 == 0;
    take(lines, [&] {
      if (const auto found = need(walker.find_state(search, 3, 0))) search.from = found->position;
    });
  }
  fmt::print("  a step forwards: {}\n  a step backwards: {}\n  anywhere: {}\n  by line: {}\n",
             forwards.text(), backwards.text(), far.text(), lines.text());
}

void walk_alone(worker::WalkWorker& walker) {
  const Product product(kSide);
  Times opens;
  data::StepWalk walk;
  for (uint64_t block : {uint64_t{0}, uint64_t{5000}, uint64_t{16'383}}) {
    const auto start = Clock::now();
    walk = need(walker.open_walk(product.job, {0, block}));
    opens.add(milliseconds_since(start));
  }
  fmt::print("open a block of {} instructions: {}\n", walk.positions, opens.text());
  walk_through(walker, walk);
}

void walk_among_others(worker::WalkWorker& walker) {
  constexpr uint32_t kSmall = 128;  // as check sizes are
  Product product(kSmall);
  using enum sim::Schedule::Kind;
  for (const sim::Schedule& order :
       {sim::Schedule{reversed}, sim::Schedule{lockstep}, sim::Schedule{random, 7}}) {
    product.job.options.schedule = order;
    Times opens;
    data::StepWalk walk;
    for (uint64_t block : {0, 7, 15}) {
      const auto start = Clock::now();
      walk = need(walker.open_walk(product.job, {0, block, true}));
      opens.add(milliseconds_since(start));
    }
    fmt::print("{}, open one of 16 blocks of {} instructions: {}\n", sim::name_of(order),
               walk.positions, opens.text());
    walk_through(walker, walk);
  }
}

void open_shipped(const std::filesystem::path& root) {
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(root / "solutions"))
    if (std::filesystem::exists(entry.path() / "solution.cu"))
      folders.push_back(entry.path().filename());
  std::ranges::sort(folders);
  for (const std::filesystem::path& folder : folders) {
    const auto exercise = exercise::load(root / "exercises" / folder);
    const auto source = verdict::read_source(root / "solutions" / folder / "solution.cu");
    if (!exercise || !source) continue;
    std::string text = fmt::format("{:<28}", folder.string());
    for (const bool variables : {false, true}) {
      lens::Stepping stepping(*exercise, *source, 1);
      for (const uint64_t block : {0, 1}) {
        lens::BlockChoice choice;
        choice.block = block;
        choice.variables = variables;
        const auto start = Clock::now();
        const auto open = stepping.open(choice, std::chrono::minutes(1));
        text += open ? fmt::format(" {:6.0f} ms", milliseconds_since(start))
                     : fmt::format(" {}", open.error());
        if (open && block == 0) text += fmt::format(" of {:7}", open->walk.positions);
      }
      text += variables ? "" : "; with variables";
    }
    fmt::print("{}\n", text);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    open_shipped(argv[1]);
    return 0;
  }
  const auto start = Clock::now();
  const auto walker = need(worker::WalkWorker::start({}));
  need(walker->compile({"matmul.cu", kSource, 90}));
  fmt::print("start and compile: {:.0f} ms\n", milliseconds_since(start));
  walk_alone(*walker);
  walk_among_others(*walker);
  return 0;
}
