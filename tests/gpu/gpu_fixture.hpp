#pragma once
// What tests on a real GPU begin with: a GPU worker and the compiler. Where there is no GPU the
// test is skipped, and says why.
#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cuda/own_kernels.hpp"
#include "skip.hpp"
#include "verdict/gpu/gpu_session.hpp"
#include "words/text.hpp"
#include "worker/gpu_worker.hpp"

namespace gpu_test {

using namespace warplab;

// A worker that is ready, or nothing: skipped.
inline std::unique_ptr<worker::GpuWorker> gpu_worker(worker::GpuReady* ready = nullptr) {
  auto started = worker::GpuWorker::start("");
  REQUIRE_MESSAGE(started, words::text_of(started.failure.says));
  const auto said = (*started.value)->ready();
  if (!said) {
    warplab_test::skip("no GPU (" + words::text_of(said.failure.says) + ")");
    return nullptr;
  }
  if (ready) *ready = *said.value;
  return std::move(*started.value);
}

inline compile::Compiled compiled(const std::string& text, int compute_capability) {
  auto compiler = worker::Worker::start({});
  REQUIRE_MESSAGE(compiler, words::text_of(compiler.failure.says));
  auto made = (*compiler.value)->compile({"test.cu", text, compute_capability});
  REQUIRE_MESSAGE(made, words::text_of(made.failure.says));
  REQUIRE_MESSAGE(made.value->ok, made.value->log);
  return std::move(*made.value);
}

inline std::vector<uint8_t> cubin_of(const std::string& text, int compute_capability) {
  return compiled(text, compute_capability).cubin;
}

template <class T>
sim::Argument value(T number) {
  sim::Argument argument;
  argument.value.resize(sizeof number);
  std::memcpy(argument.value.data(), &number, sizeof number);
  return argument;
}
inline sim::Argument buffer(int index) { return {index, {}}; }

inline sim::Buffer floats(std::string name, uint64_t count) {
  sim::Buffer made;
  made.name = std::move(name);
  made.shape = {count};
  return made;
}

template <class T = float>
std::span<T> as(const worker::SharedMemory& memory) {
  return {reinterpret_cast<T*>(memory.bytes().data()), memory.bytes().size() / sizeof(T)};
}

inline worker::SharedMemory shared_floats(uint64_t count) {
  auto made = worker::SharedMemory::create("test", count * sizeof(float));
  REQUIRE(made);
  return std::move(*made);
}

}  // namespace gpu_test
