#include "model/what_if.hpp"

#include <exception>
#include <utility>

namespace warplab::app {
bool same_question(const WhatIfQuestion& a, const WhatIfQuestion& b) {
  return a.exercise == b.exercise && a.source == b.source &&
         a.compute_capability == b.compute_capability && a.variant == b.variant &&
         a.sizes == b.sizes && a.block == b.block && a.gpu.name == b.gpu.name;
}

exercise::SizeSet size_of(const exercise::Exercise& exercise, const exercise::Values& sizes) {
  for (const exercise::SizeSet& own : exercise.sizes)
    if (own.values == sizes && own.purpose != exercise::SizeSet::Purpose::drawn) return own;
  exercise::SizeSet made;
  if (!exercise.sizes.empty()) made.names = exercise.sizes.front().names;
  made.values = sizes;
  made.label = exercise::size_label(made);
  return made;
}

WhatIf::WhatIf(MakeModelMachine make) : make_(std::move(make)) {
  thread_ = std::jthread([this] { serve(); });
}

WhatIf::~WhatIf() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    cancel_ = true;
  }
  changed_.notify_all();
}

void WhatIf::ask(WhatIfQuestion question) {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = std::move(question);
    ++number_;
    now_.working = true;
    now_.cancelled = false;
    now_.doing = "waiting";
    now_.fraction = 0;
    now_.error.clear();
    now_.is_old = now_.answer != nullptr;
  }
  changed_.notify_all();
}

void WhatIf::cancel() {
  const std::lock_guard lock(mutex_);
  if (!now_.working) return;
  wanted_.reset();
  ++number_;  // what is on its way is for nobody
  cancel_ = true;
  now_.working = false;
  now_.cancelled = true;
}

void WhatIf::hold(bool on) {
  {
    const std::lock_guard lock(mutex_);
    if (held_ == on) return;
    held_ = on;
  }
  changed_.notify_all();
}

void WhatIf::forget() {
  const std::lock_guard lock(mutex_);
  wanted_.reset();
  ++number_;
  cancel_ = true;
  now_ = {};
}

WhatIf::Snapshot WhatIf::snapshot() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

bool WhatIf::take(WhatIfAnswer answer, uint64_t number) {
  const std::lock_guard lock(mutex_);
  if (number != number_) return false;
  now_.answer = std::make_shared<const WhatIfAnswer>(std::move(answer));
  now_.is_old = false;
  return !ending_;
}

void WhatIf::serve() {
  std::unique_ptr<ModelMachine> machine;
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ending_ || (wanted_ && !held_); });
    if (ending_) return;
    const WhatIfQuestion question = std::move(*wanted_);
    wanted_.reset();
    const uint64_t number = number_;
    cancel_ = false;
    lock.unlock();

    ModelMachine::Talk talk;
    talk.cancel = &cancel_;
    talk.tell = [&](const std::string& doing, double fraction) {
      const std::lock_guard inner(mutex_);
      if (number != number_) return;
      now_.doing = doing;
      now_.fraction = fraction;
    };
    talk.publish = [&](WhatIfAnswer answer) { return take(std::move(answer), number); };
    std::string error;
    try {
      if (!machine) machine = make_();
      if (const Result<bool> done = machine->answer(question, talk); !done) error = done.error();
    } catch (const std::exception& exception) {
      error = std::string("It could not be modelled: ") + exception.what() + ".";
      machine.reset();
    }
    lock.lock();
    if (number != number_) continue;  // there is another question, or none
    now_.working = false;
    now_.error = std::move(error);
  }
}

}  // namespace warplab::app
