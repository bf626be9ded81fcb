// Records what the host and the GPU do when: the time lines of the experiments timing-trap and
// allocation-cache, as JSON. The window runs it, too, where there is a GPU.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "time_recorder.hpp"

namespace {

using namespace warplab;
using bench::TimeRecorder;

// 32 MiB: on an H100 a copy of it takes some 25 us, several times what launching takes.
constexpr int kCopied = 4 << 20;  // doubles
constexpr int kLaunches = 10;

void without_waiting(TimeRecorder& recorder) {
  recorder.begin("without waiting");
  const double time = recorder.launch_copy(kCopied);
  recorder.wait("wait, after the time was taken");
  recorder.note("the time that the program prints", time, "us");
  recorder.end();
}

void with_waiting(TimeRecorder& recorder) {
  recorder.begin("with waiting");
  const double begin = recorder.now_us();
  recorder.launch_copy(kCopied);
  recorder.wait("wait");
  recorder.note("the time that the program prints", recorder.now_us() - begin, "us");
  recorder.end();
}

void ten_launches(TimeRecorder& recorder) {
  recorder.begin("ten launches, waiting once");
  const double begin = recorder.now_us();
  for (int i = 0; i < kLaunches; ++i) recorder.launch_copy(kCopied);
  recorder.wait("wait");
  recorder.note("the time that the program prints", recorder.now_us() - begin, "us");
  recorder.end();
}

void with_copies(TimeRecorder& recorder) {
  recorder.begin("with the data's way there and back");
  const double begin = recorder.now_us();
  recorder.upload(kCopied);
  recorder.launch_copy(kCopied);
  recorder.download(kCopied);
  recorder.wait("wait");
  recorder.note("the time that the program prints", recorder.now_us() - begin, "us");
  recorder.end();
}

void timing_trap(TimeRecorder& recorder) {
  for (int i = 0; i < 20; ++i) recorder.warm_up(kCopied);  // the clocks of a GPU at rest are low
  without_waiting(recorder);
  with_waiting(recorder);
  ten_launches(recorder);
  with_copies(recorder);
}

constexpr int kRounds = 1000;
constexpr uint64_t kRoundBytes = uint64_t{8} << 20;
// Of so many rounds the spans are kept; of all of them the memory. All spans of a thousand rounds
// would be a megabyte, and look like the first.
constexpr int kRoundsWithSpans = 12;

// What becomes of the memory of a round.
enum class Memory { kept, freed, pooled };

void rounds(TimeRecorder& recorder, const char* name, Memory memory) {
  recorder.begin(name);
  const double begin = recorder.now_us();
  std::vector<cuda::DeviceMemory> held;
  for (int round = 0; round < kRounds; ++round) {
    recorder.keep_spans(round < kRoundsWithSpans);
    if (memory != Memory::pooled || held.empty()) held.push_back(recorder.allocate(kRoundBytes));
    recorder.launch_touch(held.back());
    recorder.wait("wait");
    if (memory == Memory::freed) {
      recorder.free(std::move(held.back()));
      held.clear();
    }
  }
  recorder.note("rounds", kRounds, "");
  recorder.note("time of all rounds", recorder.now_us() - begin, "us");
  recorder.note("most memory at a time", static_cast<double>(recorder.most_bytes()), "bytes");
  recorder.keep_spans(false);
  while (!held.empty()) {
    recorder.free(std::move(held.back()));
    held.pop_back();
  }
  recorder.end();
}

void allocation_cache(TimeRecorder& recorder) {
  for (int i = 0; i < 20; ++i) recorder.warm_up(kCopied);
  rounds(recorder, "a new one each round, freed at the end", Memory::kept);
  rounds(recorder, "a new one each round, freed at once", Memory::freed);
  rounds(recorder, "one from a pool", Memory::pooled);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Records time lines of the host and a GPU, as experiments show them."};
  std::string name, gpu, output;
  app.add_option("recording", name, "timing-trap or allocation-cache")
      ->required()
      ->check(CLI::IsMember({"timing-trap", "allocation-cache"}));
  app.add_option("--gpu", gpu, "UUID; without it, the first");
  app.add_option("--output", output, "the file for the JSON; without it, standard output");
  CLI11_PARSE(app, argc, argv);
  try {
    TimeRecorder recorder(gpu);
    name == "timing-trap" ? timing_trap(recorder) : allocation_cache(recorder);
    nlohmann::json recording = recorder.recording();
    recording["experiment"] = name;
    const std::string text = recording.dump();
    if (output.empty()) fmt::print("{}\n", text);
    else std::ofstream(output) << text << "\n";
    return 0;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "time_lines: {}\n", problem.what());
    return 1;
  }
}
