#pragma once
// Structures that several messages have in common.
#include <array>

#include "worker/wire/reader.hpp"
#include "worker/wire/writer.hpp"

namespace warplab::worker {

// What a person reads.
inline constexpr size_t kMaxTextBytes = 4096;
inline constexpr int kMaxLine = INT32_MAX;
inline constexpr size_t kMaxArguments = 1024;  // a kernel's parameters have at most 4 KiB
inline constexpr size_t kMaxArgumentBytes = 4096;
inline constexpr size_t kMaxDimensions = 16;
inline constexpr uint64_t kMaxBufferBytes = uint64_t{1} << 46;

// Three numbers, x first.
template <class Wire>
void extent(Wire& wire, const char* name, Of<Wire, Dim3>& extent) {
  std::array<uint32_t, 3> values = {extent.x, extent.y, extent.z};
  wire.integers(name, values);
  if constexpr (Wire::kReads) extent = {values[0], values[1], values[2]};
}

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::ThreadPlace>& place) {
  extent(wire, "block", place.block);
  extent(wire, "thread", place.thread);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, WireBuffer>& buffer) {
  constexpr int kMaxDescriptor = 2 * static_cast<int>(kMaxBuffers);
  wire.text("name", buffer.description.name);
  wire.choice("element", buffer.description.element, sim::ElementType::f64);
  wire.integers("shape", buffer.description.shape, kMaxDimensions);
  wire.flag("initialized", buffer.description.initialized);
  wire.flag("must_be_written", buffer.description.must_be_written);
  wire.flag("read_only", buffer.description.read_only);
  wire.integer("bytes", buffer.bytes, 0, kMaxBufferBytes);
  wire.integer("initial", buffer.initial, -1, kMaxDescriptor);
  wire.integer("result", buffer.result, -1, kMaxDescriptor);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::Argument>& argument) {
  wire.integer("buffer", argument.buffer, -1, static_cast<int>(wire.expected().buffers) - 1);
  wire.integers("value", argument.value, kMaxArgumentBytes);
}

template <class Wire>
void fields(Wire& wire, Of<Wire, sim::Launch>& launch) {
  wire.text("kernel", launch.kernel);
  extent(wire, "grid", launch.grid);
  extent(wire, "block", launch.block);
  wire.integer("dynamic_shared_bytes", launch.dynamic_shared_bytes);
  wire.flag("keep_variables", launch.keep_variables);
  wire.list("arguments", launch.arguments, kMaxArguments);
}

// The launches of a request over `buffers` buffers, which their arguments name.
template <class Wire>
void launches(Wire& wire, Of<Wire, std::vector<sim::Launch>>& launches, size_t buffers) {
  wire.expected().buffers = buffers;
  wire.list("launches", launches, kMaxLaunches);
}

}  // namespace warplab::worker
