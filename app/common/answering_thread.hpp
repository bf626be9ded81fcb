#pragma once
// Questions answered on a thread of their own: the window asks, looks at snapshot(), and never
// waits. A question takes the place of the one before.
#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "base/result.hpp"

namespace warplab::app {

// Answers questions, one at a time. All calls come from one thread.
template <class Question, class Answer>
class Answerer {
 public:
  virtual ~Answerer() = default;
  struct Talk {
    // What is being done, and how much of it is: 0 ... 1.
    std::function<void(const std::string& doing, double fraction)> tell;
    // An answer, or the same with more in it. Returns false where nobody waits for more of it.
    std::function<bool(Answer)> publish;
    const std::atomic<bool>* cancel = nullptr;
  };
  // The Error is one sentence for the student.
  virtual Result<bool> answer(const Question& question, const Talk& talk) = 0;
};

template <class Question, class Answer>
class AnsweringThread {
 public:
  using Machine = Answerer<Question, Answer>;
  // Called on the thread, and again after a machine has thrown.
  using MakeMachine = std::function<std::unique_ptr<Machine>()>;
  struct Manner {
    bool interrupts = false;  // a new question cancels the work on the one before
    std::string cannot;       // "It could not be run", the beginning of a sentence
  };

  AnsweringThread(MakeMachine make, Manner manner)
      : make_(std::move(make)), manner_(std::move(manner)) {
    thread_ = std::jthread([this] { serve(); });
  }
  ~AnsweringThread() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
      cancel_ = true;
    }
    changed_.notify_all();
  }

  // Takes the place of the question before, which is answered no further.
  void ask(Question question) {
    {
      const std::lock_guard lock(mutex_);
      wanted_ = std::move(question);
      ++number_;
      if (manner_.interrupts) cancel_ = true;
      now_.working = true;
      now_.cancelled = false;
      now_.doing = "waiting";
      now_.fraction = 0;
      now_.error.clear();
      now_.is_old = now_.answer != nullptr;
    }
    changed_.notify_all();
  }
  // The question that is being answered; the last answer stays.
  void cancel() {
    const std::lock_guard lock(mutex_);
    if (!now_.working) return;
    wanted_.reset();
    ++number_;  // what is on its way is for nobody
    cancel_ = true;
    now_.working = false;
    now_.cancelled = true;
  }
  // Nothing new is begun meanwhile.
  void hold(bool on) {
    {
      const std::lock_guard lock(mutex_);
      if (held_ == on) return;
      held_ = on;
    }
    changed_.notify_all();
  }
  // Question and answer.
  void forget() {
    const std::lock_guard lock(mutex_);
    wanted_.reset();
    ++number_;
    cancel_ = true;
    now_ = {};
  }

  struct Snapshot {
    bool working = false;
    std::string doing;
    double fraction = 0;
    std::shared_ptr<const Answer> answer;  // the last one; null: there is none yet
    bool is_old = false;                   // it is of a question before
    bool cancelled = false;                // the question was
    std::string error;                     // why the question has no answer
  };
  Snapshot snapshot() const {
    const std::lock_guard lock(mutex_);
    return now_;
  }

 private:
  bool take(Answer answer, uint64_t number) {
    const std::lock_guard lock(mutex_);
    if (number != number_) return false;
    now_.answer = std::make_shared<const Answer>(std::move(answer));
    now_.is_old = false;
    return !ending_;
  }

  // Empty: the question is answered.
  std::string answer(std::unique_ptr<Machine>& machine, const Question& question, uint64_t number) {
    typename Machine::Talk talk;
    talk.cancel = &cancel_;
    talk.tell = [&](const std::string& doing, double fraction) {
      const std::lock_guard lock(mutex_);
      if (number != number_) return;
      now_.doing = doing;
      now_.fraction = fraction;
    };
    talk.publish = [&](Answer answer) { return take(std::move(answer), number); };
    try {
      if (!machine) machine = make_();
      const Result<bool> done = machine->answer(question, talk);
      return done ? std::string() : done.error();
    } catch (const std::exception& exception) {
      machine.reset();
      return manner_.cannot + ": " + exception.what() + ".";
    }
  }

  void serve() {
    std::unique_ptr<Machine> machine;
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return ending_ || (wanted_ && !held_); });
      if (ending_) return;
      const Question question = std::move(*wanted_);
      wanted_.reset();
      const uint64_t number = number_;
      cancel_ = false;
      lock.unlock();
      std::string error = answer(machine, question, number);
      lock.lock();
      if (number != number_) continue;  // there is another question, or none
      now_.working = false;
      now_.error = std::move(error);
    }
  }

  MakeMachine make_;
  const Manner manner_;
  mutable std::mutex mutex_;  // guards all below but cancel_
  std::condition_variable changed_;
  std::optional<Question> wanted_;
  uint64_t number_ = 0;  // grows with every question, and where one is dropped
  bool held_ = false, ending_ = false;
  Snapshot now_;
  std::atomic<bool> cancel_ = false;
  std::jthread thread_;
};

}  // namespace warplab::app
