#include "worker/gpu_protocol.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace warplab;
using namespace warplab::worker;

namespace {

GpuReady sample_ready() {
  GpuReady ready;
  ready.device.name = "NVIDIA H200";
  ready.device.uuid = "GPU-0123abcd-0000-1111-2222-333344445555";
  ready.device.compute_capability = 90;
  ready.device.multiprocessors = 132;
  ready.device.l2_bytes = 50u << 20;
  ready.device.peak_bytes_per_second = 4.8e12;
  ready.others = {ready.device.uuid};
  ready.library = "cuBLAS 13.0.2";
  return ready;
}

}  // namespace

TEST_CASE("what a GPU worker says of its GPU arrives") {
  const GpuReady ready = sample_ready();
  const auto decoded = decode<GpuReady>(encode(ready));
  REQUIRE(decoded);
  CHECK(decoded->device.name == "NVIDIA H200");
  CHECK(decoded->device.uuid == ready.device.uuid);
  CHECK(decoded->device.compute_capability == 90);
  CHECK(decoded->device.l2_bytes == 50u << 20);
  CHECK(decoded->device.peak_bytes_per_second == 4.8e12);
  CHECK(decoded->others == ready.others);
  CHECK(decoded->library == "cuBLAS 13.0.2");
}

TEST_CASE("a UUID that could name another file is no UUID") {
  GpuReady ready = sample_ready();
  ready.device.uuid = "../../etc/passwd";
  const auto decoded = decode<GpuReady>(encode(ready));
  REQUIRE_FALSE(decoded);
  CHECK(decoded.error().find("UUID") != std::string::npos);
}

TEST_CASE("a sample arrives with its digests, and not with a piece of one") {
  const cuda::Sample sample{76.25, 1980.0, {1, 0xffffffffffffffffu, 3}};
  Message message = encode(sample);
  const auto decoded = decode<cuda::Sample>(message);
  REQUIRE(decoded);
  CHECK(decoded->microseconds == 76.25);
  CHECK(decoded->clock_mhz == 1980);
  CHECK(decoded->digests == sample.digests);
  message.blob.pop_back();
  CHECK_FALSE(decode<cuda::Sample>(message));
}

TEST_CASE("a time that is negative is refused") {
  CHECK_FALSE(decode<cuda::Sample>(encode(cuda::Sample{-1, 0, {}})));
}

TEST_CASE("a request to time arrives as it was sent") {
  GpuPrepareRequest request;
  request.buffers.emplace_back();
  request.buffers[0].wire.description.name = "in";
  request.buffers[0].wire.description.shape = {16};
  request.buffers[0].wire.bytes = 64;
  request.buffers[0].content = cuda::Content::random_multiples;
  request.buffers[0].low = -9;
  request.buffers[0].step = 0.25;
  request.buffers[0].high = 9;
  request.buffers[0].digested = true;
  request.launches.push_back({"kernel", {2, 1, 1}, {8, 1, 1}, 0, {{0, {}}}});
  request.timed_end = 1;
  request.copy_bytes = 128;
  request.sets = 4;
  request.launch_time = std::chrono::milliseconds(2000);
  const auto decoded = decode<GpuPrepareRequest>(encode(request));
  REQUIRE(decoded);
  CHECK(decoded->buffers[0].content == cuda::Content::random_multiples);
  CHECK(decoded->buffers[0].low == -9);
  CHECK(decoded->buffers[0].step == 0.25);
  CHECK(decoded->buffers[0].digested);
  CHECK(decoded->launches[0].kernel == "kernel");
  CHECK(decoded->timed_end == 1);
  CHECK(decoded->copy_bytes == 128);
  CHECK(decoded->sets == 4);
  CHECK(decoded->launch_time.count() == 2000);
}

TEST_CASE("launches that are timed must be among those that are sent") {
  GpuPrepareRequest request;
  request.timed_end = 1;
  CHECK_FALSE(decode<GpuPrepareRequest>(encode(request)));
}

TEST_CASE("an argument that names a buffer that was not sent is refused") {
  GpuRunRequest request;
  request.launches.push_back({"kernel", {1, 1, 1}, {1, 1, 1}, 0, {{0, {}}}});
  CHECK_FALSE(decode<GpuRunRequest>(encode(request)));
}

TEST_CASE("every answer that is another one, or no JSON, is refused") {
  for (const Message& wrong : {encode(GpuDone{}), Message{MessageKind::gpu_ready, "[", {}}}) {
    CHECK_FALSE(decode<GpuReady>(wrong));
    CHECK_FALSE(decode<GpuRunAnswer>(wrong));
    CHECK_FALSE(decode<GpuPrepareAnswer>(wrong));
    CHECK_FALSE(decode<cuda::Sample>(wrong));
    CHECK_FALSE(decode<GpuState>(wrong));
  }
}

TEST_CASE("what the GPU's state does not say is not known") {
  const auto unknown = decode<GpuState>(encode(GpuState{}));
  REQUIRE(unknown);
  CHECK_FALSE(unknown->clock_mhz);
  CHECK_FALSE(unknown->processes);
  const GpuState said{1980, std::vector<uint32_t>{17, 4711}};
  const auto known = decode<GpuState>(encode(said));
  REQUIRE(known);
  CHECK(known->clock_mhz == 1980u);
  CHECK(known->processes == said.processes);
  Message wrong = encode(said);
  wrong.json = R"({"processes": [17, "4711"]})";
  CHECK_FALSE(decode<GpuState>(wrong));
}

TEST_CASE(
    "a request for a mirror arrives as it was sent, and one without parts or of too much memory "
    "does not") {
  const auto sent = decode<GpuMirrorRequest>(encode(GpuMirrorRequest{2u << 20, 3, 4}));
  REQUIRE(sent);
  CHECK(sent->bytes == 2u << 20);
  CHECK(sent->buffer == 3);
  CHECK(sent->slots == 4);
  CHECK_FALSE(decode<GpuMirrorRequest>(encode(GpuMirrorRequest{2u << 20, 3, 0})));
  CHECK_FALSE(decode<GpuMirrorRequest>(encode(GpuMirrorRequest{2u << 20, 3, kMaxSlots + 1})));
  CHECK_FALSE(decode<GpuMirrorRequest>(encode(GpuMirrorRequest{kMaxMirrorBytes + 1, 3, 4})));
  CHECK_FALSE(decode<GpuMirrorRequest>(encode(GpuDone{})));
}

TEST_CASE("a request to keep buffers arrives as it was sent, and one of too many does not") {
  const auto sent = decode<GpuKeepRequest>(encode(GpuKeepRequest{{2, 0}}));
  REQUIRE(sent);
  CHECK(sent->buffers == std::vector<uint64_t>{2, 0});
  CHECK(decode<GpuKeepRequest>(encode(GpuKeepRequest{})));
  CHECK_FALSE(decode<GpuKeepRequest>(
      encode(GpuKeepRequest{std::vector<uint64_t>(size_t{kMaxBuffers} + 1, 0)})));
  CHECK_FALSE(decode<GpuKeepRequest>(encode(GpuDone{})));
}
