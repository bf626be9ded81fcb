#include "worker/program/last_words.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace warplab::worker {
namespace {

// A process that cannot have this much more has none left, whatever it asked for.
constexpr size_t kProbeBytes = 32u << 20;
// How far beyond its end a stack is touched: a function's frame may be large.
constexpr uintptr_t kOverrun = 1u << 20;

// Set once, before any signal; a handler can be given no argument of its own.
ControlPage* control_page = nullptr;
uintptr_t stack_end = 0;  // lowest address of the main thread's stack

bool memory_is_exhausted() {
  void* const probe = ::mmap(nullptr, kProbeBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED) return true;
  ::munmap(probe, kProbeBytes);
  return false;
}

void on_fatal_signal(int signal, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  if (memory_is_exhausted()) control_page->distress = Distress::out_of_memory;
  else if (signal == SIGSEGV && info->si_code > 0 && address + kOverrun > stack_end &&
           address < stack_end + kOverrun)
    control_page->distress = Distress::stack_overflow;
  ::raise(signal);  // the handler is gone (SA_RESETHAND): this ends the process
}

uintptr_t lowest_stack_address() {
  pthread_attr_t attributes;
  void* lowest = nullptr;
  size_t bytes = 0;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return 0;
  ::pthread_attr_getstack(&attributes, &lowest, &bytes);
  ::pthread_attr_destroy(&attributes);
  return reinterpret_cast<uintptr_t>(lowest);
}

}  // namespace

void install_last_words(ControlPage& page) {
  control_page = &page;
  stack_end = lowest_stack_address();
  // An overflown stack has no room for a handler.
  static std::byte room[64 * 1024];
  stack_t stack{};
  stack.ss_sp = room;
  stack.ss_size = sizeof room;
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_fatal_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL})
    ::sigaction(signal, &action, nullptr);
  // A full standard error is no reason to die.
  ::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace warplab::worker
