// Stands between the grader and a worker, and changes one byte of what the worker says. Beside the
// program lies its order, the file `flip`: which program is the worker, which byte of all that it
// sends, and what to flip in it.
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "worker/control_page.hpp"

namespace {

constexpr size_t kMostDescriptors = 253;

struct Order {
  std::string worker;
  uint64_t position = 0;
  unsigned mask = 0;
  uint64_t sent = 0;

  void change(char* bytes, size_t count) {
    if (position >= sent && position < sent + count)
      bytes[position - sent] = static_cast<char>(bytes[position - sent] ^ mask);
    sent += count;
  }
};

// One piece of what has come, with its descriptors. False: there will be no more.
bool pass_on(int from, int to, Order* order) {
  std::array<char, 65536> bytes{};
  std::array<char, CMSG_SPACE(kMostDescriptors * sizeof(int))> control{};
  iovec part{bytes.data(), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t got = ::recvmsg(from, &message, 0);
  if (got <= 0) return false;
  if (order) order->change(bytes.data(), static_cast<size_t>(got));
  part.iov_len = static_cast<size_t>(got);
  std::vector<int> descriptors;
  for (cmsghdr* one = CMSG_FIRSTHDR(&message); one; one = CMSG_NXTHDR(&message, one))
    for (size_t i = 0; i < (one->cmsg_len - CMSG_LEN(0)) / sizeof(int); ++i) {
      int number = 0;
      std::memcpy(&number, CMSG_DATA(one) + i * sizeof(int), sizeof number);
      descriptors.push_back(number);
    }
  if (descriptors.empty()) message.msg_control = nullptr;
  while (part.iov_len > 0) {
    const ssize_t sent = ::sendmsg(to, &message, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    part = {static_cast<char*>(part.iov_base) + sent, part.iov_len - static_cast<size_t>(sent)};
    message.msg_control = nullptr;
    message.msg_controllen = 0;
  }
  for (const int number : descriptors) ::close(number);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--zygote") == 0) return 1;  // a process of its own for each worker
  Order order;
  std::ifstream(std::filesystem::path(argv[0]).parent_path() / "flip") >> order.worker >>
      order.position >> order.mask;
  std::array<int, 2> pair{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) return 1;
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::dup2(pair[1], warplab::worker::kSocketDescriptor);
    argv[0] = order.worker.data();
    ::execv(argv[0], argv);
    ::_exit(127);
  }
  ::close(pair[1]);
  const int parent = warplab::worker::kSocketDescriptor, worker = pair[0];
  for (bool both = true; both;) {
    std::array<pollfd, 2> ready{{{parent, POLLIN, 0}, {worker, POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0) break;
    if (ready[0].revents) both = pass_on(parent, worker, nullptr);
    if (both && ready[1].revents) both = pass_on(worker, parent, &order);
  }
  ::close(worker);
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
