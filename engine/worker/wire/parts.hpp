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

// Phrases have a few arguments, which are names, numbers, or sayings of a few phrases again.
inline constexpr size_t kMaxPhrases = 16, kMaxSayingArguments = 16, kDeepestSaying = 4;
inline constexpr auto kLastSays = static_cast<data::Says>(data::kSaysCount - 1);

// What an argument of a saying is, in the order of its variant.
template <class Wire>
void fields(Wire& wire, Of<Wire, data::SayingArgument>& argument) {
  size_t kind = argument.value.index();
  wire.integer("is", kind, 0, std::variant_size_v<decltype(argument.value)> - 1);
  const auto value = [&]<class T>(const T& none, const auto& read) {
    if constexpr (Wire::kReads) {
      T there = none;
      read(there);
      argument.value = std::move(there);
    } else {
      read(std::get<T>(argument.value));
    }
  };
  switch (kind) {
    case 0: return value(std::string(), [&](auto& v) { wire.shown("text", v, kMaxTextBytes); });
    case 1: return value(int64_t{}, [&](auto& v) { wire.integer("number", v); });
    case 2: return value(data::Count{}, [&](auto& v) { wire.integer("count", v.value); });
    case 3: return value(data::Thread{}, [&](auto& v) { extent(wire, "thread", v.place); });
    case 4: return value(data::ThreadPlace{}, [&](auto& v) { wire.object("place", v); });
    case 5: return value(data::Own{}, [&](auto& v) { wire.choice("own", v, data::Own::element); });
    default: return value(data::Saying{}, [&](auto& v) { saying(wire, "saying", v); });
  }
}

template <class Wire>
void fields(Wire& wire, Of<Wire, data::Phrase>& phrase) {
  wire.choice("says", phrase.says, kLastSays);
  wire.list("arguments", phrase.arguments, kMaxSayingArguments);
}

template <class Wire>
void saying(Wire& wire, const char* name, Of<Wire, data::Saying>& saying) {
  wire.require(++wire.expected().saying_depth <= kDeepestSaying, "a saying is too deep");
  wire.list(name, saying.phrases, kMaxPhrases);
  --wire.expected().saying_depth;
}

template <class Wire>
void fields(Wire& wire, Of<Wire, WireBuffer>& buffer) {
  constexpr int kMaxDescriptor = 2 * static_cast<int>(kMaxBuffers);
  wire.text("name", buffer.description.name);
  wire.choice("element", buffer.description.element, sim::ElementType::bf16);
  wire.integers("shape", buffer.description.shape, kMaxDimensions);
  wire.flag("initialized", buffer.description.initialized);
  wire.flag("must_be_written", buffer.description.must_be_written);
  wire.flag("read_only", buffer.description.read_only);
  wire.text("variable", buffer.description.variable);
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
  wire.flag("cooperative", launch.cooperative);
  wire.choice("round", launch.round, data::Round::belongs);
  wire.integer("flag", launch.flag, -1, static_cast<int>(wire.expected().buffers) - 1);
  wire.list("arguments", launch.arguments, kMaxArguments);
}

// The launches of a request over `buffers` buffers, which their arguments name.
template <class Wire>
void launches(Wire& wire, Of<Wire, std::vector<sim::Launch>>& launches, size_t buffers) {
  wire.expected().buffers = buffers;
  wire.list("launches", launches, kMaxLaunches);
}

}  // namespace warplab::worker
