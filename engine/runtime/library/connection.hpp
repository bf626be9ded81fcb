#pragma once
// The program's end of the socket to its device, and what every call of the runtime ends with.
#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "wire.hpp"

namespace warplab::runtime {

// A request on its way, and where its answer goes.
struct Exchange {
  Call call = Call::hello;
  const void* request = nullptr;
  size_t request_bytes = 0;
  void* reply = nullptr;
  size_t reply_bytes = 0;
};
// Sends it and `more`, and waits for the answer; `rest` gets what is behind it. Threads take turns.
// Ends the program with a sentence where there is no device.
void ask(const Exchange& exchange, const std::string& more, std::string* rest);

template <class Request>
typename Request::Reply ask(const Request& request, const std::string& more = {},
                            std::string* rest = nullptr) {
  typename Request::Reply reply;
  Exchange exchange;
  exchange.call = Request::kCall;
  exchange.request = &request;
  exchange.request_bytes = sizeof request;
  exchange.reply = &reply;
  exchange.reply_bytes = sizeof reply;
  ask(exchange, more, rest);
  return reply;
}

// The GPU, asked once.
const Hello::Reply& gpu();
// Device memory, as this process may write it: where `address` lies.
char* device_bytes(uint64_t address);
// Whether it is an address that the device gives out.
bool is_device_address(uint64_t address);
// Lets the host use [address, address + bytes) as they stand; the whole pages around.
bool map_for_host(uint64_t address, uint64_t bytes);
void unmap_for_host(uint64_t address, uint64_t bytes);
// The same at a place of the host's own, whose bytes go there first, and come back. Whole pages.
bool map_over_host(void* host, uint64_t address, uint64_t bytes);
bool give_host_back(void* host, uint64_t bytes);
// Areas that the device has closed, where there are any; and those in an answer, which it opens.
void close_for_host(uint32_t closes);
void open_for_host(const std::string& areas);

// Where the program is now: return addresses, without those of this library.
Frames frames_here();
// While it lives, the program counts as being where these frames are: what a graph does was asked
// for where the graph was made.
class FramesOf {
 public:
  explicit FramesOf(const Frames& frames);
  ~FramesOf();
  FramesOf(const FramesOf&) = delete;
  FramesOf& operator=(const FramesOf&) = delete;

 private:
  Frames frames_;
  const Frames* before_;
};

// What a call returns: `error` becomes the thread's last one, and the device is told of it.
cudaError_t returned(const char* call, int error);
// The same for an error that the device has answered with, and knows more of.
cudaError_t answered(int error);
// The same for calls that the device must be done for: kernels' errors and text come out here.
cudaError_t returned_after_wait(const char* call, int error);
// The error of a kernel that has failed, once a call has waited for it: all calls return it then.
int sticky_error();
// The device has been reset: no error is left.
void begin_anew();

// Of the launch that is done: an error that comes out later, and text.
void take_launch(int later_error, const std::string& text, double microseconds);
// A call has waited for the device.
void note_wait();
// Launches since then.
uint32_t launches_under_way();
// What kernels have taken on the modelled GPU so far, in milliseconds.
double device_milliseconds();

// The program calls what this runtime does not have: one sentence, and the end.
[[noreturn]] void missing(const char* what);
[[noreturn]] void stop(const std::string& sentence);

}  // namespace warplab::runtime
