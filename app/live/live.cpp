#include "live/live.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace warplab::app {
namespace {

using Clock = std::chrono::steady_clock;

// As many launches as the strip of the view shows.
constexpr size_t kKeptShares = 240;
// The rate is that of the latest second or so.
constexpr std::chrono::milliseconds kRateWindow{1500};
constexpr std::chrono::milliseconds kUnseenRest{1000};

bool is_number(sim::ElementType type) {
  return type == sim::ElementType::f16 || type == sim::ElementType::f32 ||
         type == sim::ElementType::f64 || type == sim::ElementType::i32 ||
         type == sim::ElementType::u32;
}

}  // namespace

exercise::Exercise with_inputs_of_ones(exercise::Exercise exercise) {
  for (exercise::Buffer& buffer : exercise.buffers) {
    if (buffer.role != exercise::Buffer::Role::input || !is_number(buffer.element)) continue;
    buffer.fill = {};
    buffer.fill.value = 1;
    buffer.first_fills.clear();
  }
  return exercise;
}

double LiveFrame::share() const {
  if (sums && sums->expected != 0) return sums->arrived / sums->expected;
  return elements == 0 ? 1 : static_cast<double>(right) / static_cast<double>(elements);
}

LiveFrame count_frame(uint64_t schedule, std::shared_ptr<const Picture> picture, bool adds_up) {
  LiveFrame frame;
  frame.schedule = schedule;
  frame.elements = picture->elements();
  frame.right = frame.elements - picture->wrong();
  LiveFrame::Sums sums;
  for (int64_t row = 0; row < picture->rows(); ++row)
    for (int64_t column = 0; column < picture->columns(); ++column) {
      if (!picture->contains(row, column)) continue;
      sums.expected += picture->value(PictureSide::expected, row, column);
      const double arrived = picture->value(PictureSide::actual, row, column);
      sums.arrived += arrived;
      if (std::isfinite(arrived)) frame.highest = std::max(frame.highest, arrived);
    }
  if (adds_up) frame.sums = sums;
  frame.picture = std::move(picture);
  return frame;
}

Live::Live(MakeLiveMachine make, std::chrono::milliseconds pause)
    : make_(std::move(make)), pause_(pause), thread_([this] { serve(); }) {}

Live::~Live() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    cancel_ = true;
  }
  changed_.notify_all();
}

void Live::start(LiveRequest request) {
  {
    const std::lock_guard lock(mutex_);
    ++generation_;
    cancel_ = true;
    changed_values_.reset();
    Snapshot before = std::exchange(now_, {});
    now_.phase = Phase::preparing;
    now_.playing = before.playing;
    now_.schedule = request.begins_at.value_or(before.schedule);
    if (request.exercise.live && !request.begins_at) now_.frame = std::move(before.frame);
    wanted_ = std::move(request);
    times_.clear();
    one_more_ = true;
  }
  changed_.notify_all();
}

void Live::change(exercise::LiveValues values) {
  {
    const std::lock_guard lock(mutex_);
    if (wanted_) wanted_->values = std::move(values);
    else changed_values_ = std::move(values);
  }
  changed_.notify_all();
}

void Live::stop() {
  {
    const std::lock_guard lock(mutex_);
    wanted_.reset();
    changed_values_.reset();
    ++generation_;
    cancel_ = true;
    now_ = {};
    one_more_ = false;
  }
  changed_.notify_all();
}

void Live::play(bool on) {
  {
    const std::lock_guard lock(mutex_);
    now_.playing = on;
    times_.clear();
    now_.per_second = 0;
  }
  changed_.notify_all();
}

void Live::show(uint64_t schedule) {
  {
    const std::lock_guard lock(mutex_);
    now_.playing = false;
    now_.schedule = schedule;
    now_.per_second = 0;
    one_more_ = true;
  }
  changed_.notify_all();
}

void Live::step(int by) {
  uint64_t from = 0;
  {
    const std::lock_guard lock(mutex_);
    from = now_.schedule;
  }
  const uint64_t distance = static_cast<uint64_t>(by < 0 ? -by : by);
  show(by < 0 ? from - std::min(distance, from) : from + distance);
}

void Live::hold(bool on) {
  {
    const std::lock_guard lock(mutex_);
    if (held_ == on) return;
    held_ = on;
  }
  changed_.notify_all();
}

Live::Snapshot Live::snapshot() {
  const std::lock_guard lock(mutex_);
  const Clock::time_point time = Clock::now();
  if (time - std::exchange(looked_, time) > kUnseenRest) changed_.notify_all();
  return now_;
}

bool Live::is_to_play() const {
  return now_.playing && !held_ && Clock::now() - looked_ <= kUnseenRest;
}

void Live::serve() {
  std::unique_ptr<LiveMachine> machine;
  Clock::time_point next = Clock::now();
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto has_work = [&] {
      return ending_ || wanted_ ||
             (now_.phase == Phase::ready && (one_more_ || changed_values_ || is_to_play()));
    };
    changed_.wait(lock, has_work);
    if (ending_) break;
    const uint64_t generation = generation_;
    cancel_ = false;
    if (wanted_) {
      const LiveRequest request = std::move(*wanted_);
      wanted_.reset();
      lock.unlock();
      Result<bool> prepared = true;
      try {
        if (!machine) machine = make_();
        prepared = machine->prepare(request, cancel_);
      } catch (const std::exception& exception) {
        prepared =
            Error{std::string("The kernel could not be made ready: ") + exception.what() + "."};
      }
      lock.lock();
      if (generation != generation_) continue;
      now_.phase = Phase::ready;
      if (!prepared) fail(prepared.error());
      continue;
    }
    if (changed_values_) {
      const exercise::LiveValues values = std::move(*changed_values_);
      changed_values_.reset();
      lock.unlock();
      const Result<bool> changed = machine->change(values);
      lock.lock();
      if (!changed && generation == generation_) fail(changed.error());
      continue;
    }
    // One that was asked for comes at once; those that play keep their distance.
    if (!one_more_ && Clock::now() < next) {
      changed_.wait_until(lock, next, [&] {
        return ending_ || wanted_ || changed_values_ || one_more_ || !now_.playing;
      });
      continue;
    }
    const bool shown_as_is = std::exchange(one_more_, false);
    if (!shown_as_is) ++now_.schedule;
    const uint64_t schedule = now_.schedule;
    next = Clock::now() + pause_;
    lock.unlock();
    Result<LiveFrame> frame = Error{""};
    try {
      frame = machine->launch(schedule, cancel_);
    } catch (const std::exception& exception) {
      frame = Error{std::string("The launch could not be made: ") + exception.what() + "."};
    }
    lock.lock();
    take(std::move(frame), generation);
  }
  lock.unlock();
}

void Live::fail(const std::string& why) {
  now_.phase = Phase::failed;
  now_.error = why;
}

void Live::take(Result<LiveFrame> frame, uint64_t generation) {
  if (generation != generation_) return;
  if (!frame) return fail(frame.error());
  ++now_.launches;
  // What keeps its state may have had to begin anew. A launch asked for meanwhile comes next.
  if (!one_more_) now_.schedule = frame->schedule;
  if (frame->right == frame->elements) ++now_.right_launches;
  now_.shares.push_back(static_cast<float>(frame->share()));
  if (now_.shares.size() > kKeptShares) now_.shares.erase(now_.shares.begin());
  now_.frame = std::move(*frame);
  const Clock::time_point time = Clock::now();
  times_.push_back(time);
  std::erase_if(times_, [&](Clock::time_point one) { return time - one > kRateWindow; });
  const double seconds = std::chrono::duration<double>(time - times_.front()).count();
  now_.per_second =
      now_.playing && seconds > 0 ? static_cast<double>(times_.size() - 1) / seconds : 0;
}

}  // namespace warplab::app
