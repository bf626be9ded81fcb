#include "sample_lens.hpp"

#include <chrono>
#include <memory>
#include <thread>

namespace warplab::test {

data::LoggedAccess sample_access(uint64_t block, uint32_t warp, uint32_t iteration, int line) {
  data::LoggedAccess made;
  made.block = block;
  made.warp = warp;
  made.execution = iteration;
  made.instruction = static_cast<uint32_t>(10 * line);
  made.mask = ~0u;
  made.line = line;
  made.bytes = 4;
  return made;
}

lens::Look sample_look(const std::string& launch) {
  lens::Look look;
  look.where = "n 64, seed 1";
  look.launch = launch;
  for (const char* name : {"in", "out"}) {
    data::Buffer buffer;
    buffer.name = name;
    buffer.shape = {64, 64};
    look.buffers.push_back(buffer);
  }
  look.log.kernel = "step";
  look.log.grid = {4, 1, 1};
  look.log.block = {64, 1, 1};
  look.log.completed = true;
  look.log.buffers = {{0, kInputAt, 64 * 64 * 4}, {1, kOutputAt, 64 * 64 * 4}};
  look.log.instructions = {{20, "ld.global.f32"}, {30, "ld.shared.f32"}, {40, "st.global.f32"}};
  for (uint64_t block = 0; block < 4; ++block)
    for (uint32_t warp = 0; warp < 2; ++warp) {
      for (uint32_t iteration = 0; iteration < 2; ++iteration) {
        data::LoggedAccess load = sample_access(block, warp, iteration, kStridedLine);
        const bool is_worst = block == 1 && warp == 1 && iteration == 1;
        for (uint64_t lane = 0; lane < 32; ++lane)
          load.addresses[lane] = kInputAt + (is_worst ? lane * 256 : lane * 16);
        look.log.accesses.push_back(load);
      }
      data::LoggedAccess shared = sample_access(block, warp, 0, kSharedLine);
      shared.space = data::TraceSpace::shared;
      for (uint64_t lane = 0; lane < 32; ++lane) shared.addresses[lane] = lane * 128;
      look.log.accesses.push_back(shared);
      data::LoggedAccess store = sample_access(block, warp, 0, kStoreLine);
      store.kind = data::TraceKind::store;
      for (uint64_t lane = 0; lane < 32; ++lane)
        store.addresses[lane] = kOutputAt + (block * 64 + warp * 32 + lane) * 4;
      look.log.accesses.push_back(store);
    }
  return look;
}

app::LensAnswer sample_answer(const std::string& source) {
  app::LensAnswer answer;
  answer.source = source;
  answer.looks = {app::lens_look(sample_look(), 0, false)};
  answer.is_whole = true;
  return answer;
}

namespace {

app::LensAnswer answered(const app::LensQuestion& question) {
  app::LensAnswer made = sample_answer(question.source);
  if (question.element) {
    // The thread whose number is that of the element.
    const uint64_t thread = question.element->index;
    made.writer = app::LensWriter{
        *question.element, lens::LookSession::Written{0, 0, thread / 64, thread % 64}, {}};
  }
  return made;
}

}  // namespace

ScriptedLens::ScriptedLens() : answer(answered) {}
ScriptedLens::~ScriptedLens() = default;

class ScriptedLens::Machine final : public app::LensMachine {
 public:
  explicit Machine(ScriptedLens& script) : script_(script) {}
  Result<bool> answer(const app::LensQuestion& question, const Talk& talk) override {
    {
      const std::lock_guard lock(script_.mutex_);
      script_.asked_.push_back(question);
    }
    while (!script_.may_answer && !*talk.cancel)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (!*talk.cancel) talk.publish(script_.answer(question));
    return true;
  }

 private:
  ScriptedLens& script_;
};

std::vector<app::LensQuestion> ScriptedLens::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

app::MakeLensMachine ScriptedLens::machine() {
  return [this] { return std::make_unique<Machine>(*this); };
}

}  // namespace warplab::test
