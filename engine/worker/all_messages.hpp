#pragma once
// The bodies of all messages, for what goes through them: tests and the fuzzer.
#include <tuple>

#include "worker/gpu_protocol.hpp"
#include "worker/protocol.hpp"

namespace warplab::worker {

// In the order of MessageKind.
using AllBodies =
    std::tuple<Ready, Failure, compile::Source, compile::Compiled, SimulateRequest, sim::Report,
               VariableRequest, VariableAnswer, WriterRequest, WriterAnswer, GpuReady, GpuDone,
               GpuLoadRequest, GpuRunRequest, GpuRunAnswer, GpuPrepareRequest, GpuPrepareAnswer,
               GpuSampleRequest, cuda::Sample, GpuReadRequest, GpuStateRequest, GpuState,
               GpuMirrorRequest, GpuKeepRequest, RecordRequest, sim::Recording, ForkRequest,
               ForkAnswer, LogRequest, data::AccessLog, WalkRequest, data::StepWalk, StepRequest,
               StepAnswer, WrittenRequest, WrittenAnswer>;

// Calls visit.operator()<Body>() for each of them.
template <class Visit>
void for_each_body(const Visit& visit) {
  [&]<class... Bodies>(std::type_identity<std::tuple<Bodies...>>) {
    constexpr MessageKind kKinds[] = {kind_of<Bodies>...};
    static_assert(
        [&] {
          for (size_t i = 0; i < sizeof...(Bodies); ++i)
            if (kKinds[i] != static_cast<MessageKind>(i)) return false;
          return sizeof...(Bodies) == kMessageKinds;
        }(),
        "every message has its body, at its place");
    (visit.template operator()<Bodies>(), ...);
  }(std::type_identity<AllBodies>());
}

}  // namespace warplab::worker
