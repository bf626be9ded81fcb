#pragma once
// A child process that is asked and answers: started, waited for with a deadline, ended when
// anything goes wrong. What the questions are, the workers on top of it say.
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/lab_says.hpp"
#include "worker/channel.hpp"
#include "worker/child_process.hpp"
#include "worker/control_page.hpp"
#include "worker/protocol.hpp"
#include "worker/worker.hpp"

namespace warplab::worker {

// The page that is shared with the worker, mapped for as long as this lives.
class SharedPage {
 public:
  static Result<SharedPage> create();
  ControlPage& operator*() const {
    return *std::launder(reinterpret_cast<ControlPage*>(memory_.bytes().data()));
  }
  ControlPage* operator->() const { return &**this; }
  int descriptor() const { return memory_.descriptor(); }

 private:
  SharedMemory memory_;
};

// What one request may take before it is given up.
struct Allowance {
  data::Saying what;                       // "The simulation": what a failure is said of
  std::chrono::milliseconds limit;         // on the clock
  uint64_t memory = 0;                     // that it may take, for the sentence that it took more
  bool heeds_cancel = false;               // ends by itself when it is no longer wanted
  std::chrono::milliseconds computing{0};  // of processor time; 0: as much as it likes
  // How long it may neither compute nor answer; 0: it may wait for something.
  std::chrono::milliseconds silence{0};
};

// The program `name` beside this executable, or what the environment variable says instead.
std::string worker_program(const char* name, const char* variable);

// The memory of a job's buffers, as descriptors that go with a message.
struct Parcel {
  std::vector<WireBuffer> buffers;
  std::vector<int> descriptors;
  std::vector<Descriptor> read_only;  // kept open until the message is sent
  uint64_t bytes = 0;                 // of all buffers together
};
// The Failure says what is wrong with the job.
std::optional<Failure> pack(std::span<const JobBuffer> buffers, size_t launches, Parcel& parcel);

// What goes along with a request, and what is watched until its answer comes.
struct Attached {
  std::span<const int> descriptors = {};
  std::function<void(double)> progress = {};
  const std::atomic<bool>* cancel = nullptr;
};

class Conversation {
 public:
  // Starts `program`; what it says first is for greeting().
  static Outcome<Conversation> start(const std::string& program,
                                     const std::vector<std::string>& arguments);
  // The same where `start_child` says how: it gets the descriptors that a child is given.
  using StartChild = std::function<Result<ChildProcess>(int socket, int control, int errors)>;
  static Outcome<Conversation> start(const std::string& program, const StartChild& start_child);

  // Its first message: that it is locked. Any failure before it is Kind::cannot_start, because
  // nothing of a student's has been seen yet, or Kind::lost or Kind::cancelled.
  Outcome<Message> greeting(const Allowance& allowed, const std::atomic<bool>* cancel = nullptr);

  // A failure that was only a refusal leaves the worker usable; after any other the process is gone
  // and every further question has the same answer.
  template <class Answer, class Request>
  Outcome<Answer> ask(const Allowance& allowed, const Request& request,
                      const Attached& attached = {}, const Expected& expected = {}) {
    const Outcome<Message> answer = exchange(allowed, encode(request), attached);
    if (!answer) return {std::nullopt, answer.failure};
    Result<Answer> decoded = decode<Answer>(*answer.value, expected);
    if (!decoded)
      return {std::nullopt, finish({Failure::Kind::crashed, data::as_it_is(decoded.error())})};
    return {std::move(*decoded), {}};
  }

  const ChildProcess& child() const { return child_; }
  // Ends the process; every later call gives this failure again.
  Failure finish(Failure failure);
  // False when the process was killed and is still there: a driver holds it.
  bool is_gone();

 private:
  Outcome<Message> exchange(const Allowance& allowed, const Message& request,
                            const Attached& attached);
  Outcome<Message> await(Channel::Clock::time_point deadline, const Allowance& allowed,
                         const std::function<void(double)>& progress,
                         const std::atomic<bool>* cancel);
  Outcome<Message> accept(Message message);
  Failure ended(const Allowance& allowed);

  ChildProcess child_;
  std::optional<Channel> channel_;
  SharedPage page_;
  Descriptor errors_;
  std::optional<Failure> finished_;
  std::chrono::nanoseconds computed_before_{0};  // processor time before the latest request
};

}  // namespace warplab::worker
