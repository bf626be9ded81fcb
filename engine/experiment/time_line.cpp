#include "experiment/time_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/file_text.hpp"
#include "exercise/spelling.hpp"

namespace warplab::experiment {
namespace {

using nlohmann::json;

struct SpanName {
  SpanKind kind;
  std::string_view name;
};
constexpr SpanName kSpanNames[] = {
    {SpanKind::launch, "launch"}, {SpanKind::copy, "copy"},         {SpanKind::kernel, "kernel"},
    {SpanKind::wait, "wait"},     {SpanKind::allocate, "allocate"}, {SpanKind::free, "free"},
    {SpanKind::other, "other"},
};

// A thousand rounds with an allocation, a launch and a release each are some thousands.
constexpr size_t kMostSpans = 50'000;
constexpr size_t kMostRuns = 32;
constexpr uintmax_t kLargestRecording = uintmax_t{16} << 20;

// One recording while it is read: what is wrong is said once, with the place in the document.
class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  void complain(const std::string& where, std::string_view expected) {
    if (error_.empty()) error_ = fmt::format("{}: {}: expected {}", file_, where, expected);
  }
  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }

  std::string text(const json& object, const char* key, const std::string& where) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (object.is_object() && found != object.end() && found->is_string())
      return found->get<std::string>();
    complain(where + "." + key, "a string");
    return {};
  }
  double number(const json& object, const char* key, const std::string& where) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (object.is_object() && found != object.end() && found->is_number() &&
        std::isfinite(found->get<double>()))
      return found->get<double>();
    complain(where + "." + key, "a number");
    return 0;
  }
  // Empty where there is none and it need not be there.
  const json& list(const json& object, const char* key, const std::string& where, bool needed,
                   size_t most) {
    static const json kNone = json::array();
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end()) {
      if (needed) complain(where + "." + key, "a list");
      return kNone;
    }
    if (found->is_array() && found->size() <= most) return *found;
    complain(where + "." + key, fmt::format("a list of {} entries at most", most));
    return kNone;
  }

  Span span(const json& object, const std::string& where) {
    Span span;
    const std::string kind = text(object, "kind", where);
    const auto* const row = std::find_if(std::begin(kSpanNames), std::end(kSpanNames),
                                         [&](const SpanName& one) { return one.name == kind; });
    if (row != std::end(kSpanNames)) span.kind = row->kind;
    else complain(where + ".kind", "launch, copy, kernel, wait, allocate, free or other");
    const std::string side = text(object, "where", where);
    if (side != "host" && side != "gpu") complain(where + ".where", "\"host\" or \"gpu\"");
    span.where = side == "gpu" ? Span::Where::gpu : Span::Where::host;
    span.label = text(object, "label", where);
    span.begin_us = number(object, "begin_us", where);
    span.end_us = number(object, "end_us", where);
    if (span.end_us < span.begin_us || span.begin_us < 0)
      complain(where, "a span that begins at 0 or later and ends no earlier than it begins");
    return span;
  }

  TimeLine run(const json& object, const std::string& where) {
    TimeLine run;
    run.name = text(object, "name", where);
    for (const json& one : list(object, "spans", where, true, kMostSpans)) {
      run.spans.push_back(span(one, fmt::format("{}.spans[{}]", where, run.spans.size())));
      if (failed()) return run;
    }
    for (const json& one : list(object, "memory", where, false, kMostSpans)) {
      const std::string at = fmt::format("{}.memory[{}]", where, run.memory.size());
      const double bytes = number(one, "bytes", at);
      // What a double still counts one by one.
      if (bytes < 0 || bytes > 9e15) complain(at + ".bytes", "a number of bytes");
      if (failed()) return run;
      run.memory.push_back({number(one, "at_us", at), static_cast<uint64_t>(bytes)});
    }
    for (const json& one : list(object, "notes", where, false, kMostRuns)) {
      const std::string at = fmt::format("{}.notes[{}]", where, run.notes.size());
      run.notes.push_back(
          {text(one, "label", at), number(one, "value", at), text(one, "unit", at)});
    }
    std::stable_sort(run.spans.begin(), run.spans.end(),
                     [](const Span& a, const Span& b) { return a.begin_us < b.begin_us; });
    std::stable_sort(run.memory.begin(), run.memory.end(),
                     [](const MemoryUse& a, const MemoryUse& b) { return a.at_us < b.at_us; });
    return run;
  }

 private:
  const std::string& file_;
  std::string error_;
};

}  // namespace

std::string_view name_of(SpanKind kind) {
  for (const SpanName& row : kSpanNames)
    if (row.kind == kind) return row.name;
  return "";
}

double TimeLine::end_us() const {
  double end = memory.empty() ? 0 : memory.back().at_us;
  for (const Span& span : spans) end = std::max(end, span.end_us);
  return end;
}

const TimeLine* Recording::run_named(std::string_view name) const {
  const auto found =
      std::find_if(runs.begin(), runs.end(), [&](const TimeLine& run) { return run.name == name; });
  return found == runs.end() ? nullptr : &*found;
}

Result<Recording> parse_recording(std::string_view text, const std::string& file) {
  const json document = json::parse(text, nullptr, false);
  if (document.is_discarded() || !document.is_object())
    return Error{
        fmt::format("{}: is not a JSON object; expected what bench/time_lines writes", file)};
  Reader reader(file);
  Recording recording;
  recording.file = std::filesystem::path(file).filename().string();
  recording.gpu = reader.text(document, "gpu", "recording");
  recording.driver = reader.text(document, "driver", "recording");
  recording.date = reader.text(document, "date", "recording");
  for (const json& one : reader.list(document, "runs", "recording", true, kMostRuns)) {
    recording.runs.push_back(reader.run(one, fmt::format("runs[{}]", recording.runs.size())));
    if (reader.failed()) break;
  }
  if (reader.failed()) return Error{reader.error()};
  return recording;
}

Result<Recording> load_recording(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::file_size(file, error) > kLargestRecording || error)
    return Error{fmt::format("{}: cannot be read: {}", file.string(),
                             error ? error.message() : "it is larger than any recording")};
  const std::optional<std::string> text = file_text(file);
  if (!text) return Error{fmt::format("{}: cannot be read", file.string())};
  return parse_recording(*text, file.string());
}

}  // namespace warplab::experiment
