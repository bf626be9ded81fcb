#include "memory/lens.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "lens/walk.hpp"
#include "memory/disassembler.hpp"

namespace warplab::app {
namespace {

// A look takes tenths of a second; one that takes this long will not end.
constexpr std::chrono::milliseconds kLookTime{60'000};

// 12 MB of a log: with two texts of three launches each the window stays within its memory. A line
// that does not fit is looked at alone.
constexpr uint32_t kMostAccesses = 40'000;

// What is kept between two questions besides the logs: buffers and a compiler. Above this it is
// made anew, which takes a second.
constexpr uint64_t kMostKeptBytes = uint64_t{64} << 20;

uint64_t bytes_of_buffers(const lens::Look& look) {
  uint64_t bytes = 0;
  for (const data::Buffer& buffer : look.buffers) bytes += data::bytes_of(buffer);
  return bytes;
}

std::string element_name(const exercise::Exercise&, const SelectedElement& element,
                         const LensAnswer& answer) {
  for (const auto& look : answer.looks)
    for (const data::Buffer& buffer : look->look.buffers)
      if (buffer.name == element.buffer) return data::element_text(buffer, element.index);
  return "This element of " + element.buffer;
}

}  // namespace

bool same_question(const LensQuestion& a, const LensQuestion& b) {
  return a.exercise == b.exercise && a.source == b.source &&
         a.compute_capability == b.compute_capability && a.element == b.element &&
         a.line == b.line && a.launch == b.launch && a.machine_code == b.machine_code;
}

const LensLine* LensLook::find(int line) const {
  const auto at = std::ranges::find(lines, line, &LensLine::line);
  return at == lines.end() ? nullptr : &*at;
}

std::shared_ptr<const LensLook> lens_look(lens::Look look, int only_line, bool given) {
  auto made = std::make_shared<LensLook>();
  made->look = std::move(look);
  made->only_line = only_line;
  made->given = given;
  const data::AccessLog& log = made->look.log;
  std::map<int, LensLine> lines;
  for (size_t i = 0; i < log.accesses.size(); ++i) {
    const data::LoggedAccess& access = log.accesses[i];
    made->costs.push_back(lens::cost_of(access));
    if (made->by_instruction.size() <= access.instruction)
      made->by_instruction.resize(access.instruction + 1);
    InstructionCost& sum = made->by_instruction[access.instruction];
    sum.accesses += 1;
    sum.units += made->costs.back().units;
    sum.ideal += made->costs.back().ideal;
    if (access.line > 0) lines[access.line].in_time.push_back(i);
  }
  for (auto& [number, line] : lines) {
    line.line = number;
    line.accesses = lens::accesses_of_line(log, number);
    line.worst = *std::ranges::max_element(line.accesses, {}, [&](size_t i) {
      return std::pair(made->costs[i].excess(), made->costs[i].units);
    });
    std::set<std::pair<uint64_t, uint32_t>> warps;
    for (const size_t i : line.accesses)
      warps.insert({log.accesses[i].block, log.accesses[i].warp});
    line.warps = warps.size();
    made->lines.push_back(std::move(line));
  }
  return made;
}

void BlockMachine::begin(const LensQuestion& question) {
  if (question.exercise == exercise_ && question.source == source_ &&
      question.compute_capability == compute_capability_)
    return;
  session_.reset();
  exercise_ = question.exercise;
  source_ = question.source;
  compute_capability_ = question.compute_capability;
  answer_ = {};
  answer_.source = source_;
}

lens::LookOptions BlockMachine::options(const Talk& talk) const {
  lens::LookOptions options;
  options.time_limit = kLookTime;
  options.start_worker = start_worker_;
  options.cancel = talk.cancel;
  options.count_instructions = true;
  options.compute_capability = compute_capability_;
  options.most_accesses = kMostAccesses;
  return options;
}

// In the place of a look at the same launch and lines.
void BlockMachine::put(lens::Look made, int only_line) {
  const auto spec = static_cast<size_t>(made.launch_spec);
  auto look = lens_look(std::move(made), only_line, exercise_->launches[spec].given);
  const auto same = std::ranges::find_if(answer_.looks, [&](const auto& one) {
    return one->look.launch_spec == look->look.launch_spec && one->only_line == look->only_line;
  });
  if (same != answer_.looks.end()) *same = std::move(look);
  else answer_.looks.push_back(std::move(look));
}

Result<bool> BlockMachine::look_at_launches(const Talk& talk) {
  std::vector<size_t> order(exercise_->launches.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_partition(order.begin(), order.end(),
                        [&](size_t spec) { return !exercise_->launches[spec].given; });
  for (const size_t spec : order) {
    if (*talk.cancel) return true;
    talk.tell("executing some blocks of " + exercise_->launches[spec].kernel, 0.2);
    lens::LookOptions wanted = options(talk);
    wanted.launch_spec = static_cast<int>(spec);
    Result<lens::Look> look = session_->look(wanted);
    if (*talk.cancel) return true;
    if (!look) {
      answer_.why_not = look.error();
      continue;
    }
    if (!answer_.compiled && session_->compiled())
      answer_.compiled = std::make_shared<const compile::Compiled>(*session_->compiled());
    put(std::move(*look), 0);
    if (!talk.publish(answer_)) return true;
  }
  if (answer_.looks.empty() && !answer_.why_not.empty()) return Error{answer_.why_not};
  answer_.is_whole = true;
  return true;
}

Result<bool> BlockMachine::find_writer(const LensQuestion& question, const Talk& talk) {
  talk.tell("finding the thread that wrote it", 0.6);
  LensWriter writer{*question.element, {}, {}};
  const auto found =
      session_->writer_of(question.element->buffer, question.element->index, options(talk));
  if (*talk.cancel) return true;
  if (!found) {
    writer.why = found.error();
  } else if (!*found) {
    writer.why = element_name(*exercise_, *question.element, answer_) +
                 ": no thread wrote it, or several did together.";
  } else {
    writer.thread = **found;
    // Its block is looked at, with the launch that it belongs to.
    lens::LookOptions wanted = options(talk);
    wanted.launch = writer.thread->launch_number;
    wanted.block = writer.thread->block;
    Result<lens::Look> look = session_->look(wanted);
    if (*talk.cancel) return true;
    if (look) put(std::move(*look), 0);
  }
  answer_.writer = std::move(writer);
  return true;
}

void BlockMachine::read_machine_code(const Talk& talk) {
  if (answer_.machine_code || !answer_.compiled) return;
  const auto program = find_disassembler();
  answer_.why_no_machine_code.clear();
  if (!program) {
    answer_.why_no_machine_code =
        "The machine code is read by nvdisasm, a program of the CUDA Toolkit, which is not here: "
        "it was looked for in $PATH, $CUDA_HOME/bin and /usr/local/cuda/bin.";
    return;
  }
  talk.tell("reading the machine code", 0.8);
  Result<std::string> text = disassemble(*program, answer_.compiled->cubin, talk.cancel);
  if (text) answer_.machine_code = std::make_shared<const std::string>(std::move(*text));
  else answer_.why_no_machine_code = text.error();
}

Result<bool> BlockMachine::answer(const LensQuestion& question, const Talk& talk) {
  begin(question);
  if (!session_) session_ = std::make_unique<lens::LookSession>(*exercise_, source_, options(talk));
  const auto work = [&]() -> Result<bool> {
    if (!answer_.is_whole)
      if (const auto done = look_at_launches(talk); !done || *talk.cancel) return done;
    if (question.element)
      if (const auto done = find_writer(question, talk); !done || *talk.cancel) return done;
    if (question.line > 0) {
      talk.tell("looking at this line alone", 0.6);
      lens::LookOptions wanted = options(talk);
      wanted.launch_spec = question.launch;
      wanted.line = question.line;
      Result<lens::Look> look = session_->look(wanted);
      if (*talk.cancel) return true;
      if (!look) return Error{look.error()};
      std::erase_if(answer_.looks, [](const auto& one) { return one->only_line > 0; });
      put(std::move(*look), question.line);
    }
    if (question.machine_code) read_machine_code(talk);
    talk.publish(answer_);
    return true;
  };
  const Result<bool> done = work();
  const bool large =
      !answer_.looks.empty() && bytes_of_buffers(answer_.looks.front()->look) > kMostKeptBytes;
  // What was cancelled may have cost the worker its life.
  if (!done || *talk.cancel || large) session_.reset();
  return done;
}

}  // namespace warplab::app
