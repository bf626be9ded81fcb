#include "results/history.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/files.hpp"

namespace warplab::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using verdict::Status;
using SystemClock = std::chrono::system_clock;

constexpr int kSchema = 1;
constexpr const char* kReport = "attempt.json";
constexpr const char* kSource = "source.cu";
constexpr std::string_view kUnfinished = ".unfinished-";
// At the end of a folder's name, so that progress needs no file to be opened.
constexpr std::string_view kPassed = "-pass";

Status status_named(const std::string& name) {
  for (const Status status : {Status::pass, Status::fail})
    if (name == verdict::name_of(status)) return status;
  return Status::not_checked;
}

json to_json(const Attempt& attempt) {
  json gates = json::array();
  for (const GateNumber& gate : attempt.gates) {
    json row = {
        {"name", gate.name}, {"unit", gate.unit}, {"status", verdict::name_of(gate.status)}};
    if (gate.value) row["value"] = *gate.value;
    if (!gate.applies) row["applies"] = false;
    gates.push_back(std::move(row));
  }
  json times = json::array();
  for (const TimeNumber& time : attempt.times)
    times.push_back({{"what", time.what},
                     {"median_us", time.median_us},
                     {"q1_us", time.q1_us},
                     {"q3_us", time.q3_us},
                     {"copy_fraction", time.copy_fraction},
                     {"bytes", time.bytes},
                     {"stands", time.stands},
                     {"instructions_per_byte", time.instructions_per_byte}});
  using std::chrono::duration_cast, std::chrono::milliseconds;
  return {{"schema", kSchema},
          {"time_ms", duration_cast<milliseconds>(attempt.time.time_since_epoch()).count()},
          {"kind", attempt.kind == Attempt::Kind::run ? "run" : "kept"},
          {"verdict", verdict::name_of(attempt.verdict)},
          {"score", attempt.score},
          {"seconds", attempt.seconds},
          {"summary", attempt.summary},
          {"gates", std::move(gates)},
          {"gpu", attempt.gpu},
          {"times", std::move(times)}};
}

std::optional<Attempt> from_json(const json& object) {
  if (!object.is_object() || object.value("schema", 0) != kSchema) return std::nullopt;
  Attempt attempt;
  attempt.time =
      SystemClock::time_point(std::chrono::milliseconds(object.value("time_ms", int64_t{0})));
  attempt.kind = object.value("kind", "") == "kept" ? Attempt::Kind::kept : Attempt::Kind::run;
  attempt.verdict = status_named(object.value("verdict", ""));
  attempt.score = object.value("score", 0.0);
  attempt.seconds = object.value("seconds", 0.0);
  attempt.summary = object.value("summary", "");
  for (const json& row : object.value("gates", json::array())) {
    GateNumber gate{row.value("name", ""), row.value("unit", ""),
                    status_named(row.value("status", "")), std::nullopt,
                    row.value("applies", true)};
    if (row.contains("value")) gate.value = row["value"].get<double>();
    attempt.gates.push_back(std::move(gate));
  }
  attempt.gpu = object.value("gpu", "");
  for (const json& row : object.value("times", json::array()))
    attempt.times.push_back({row.value("what", ""), row.value("median_us", 0.0),
                             row.value("q1_us", 0.0), row.value("q3_us", 0.0),
                             row.value("copy_fraction", 0.0), row.value("bytes", uint64_t{0}),
                             row.value("stands", true), row.value("instructions_per_byte", 0.0)});
  return attempt;
}

std::optional<Attempt> read_attempt(const fs::path& folder) {
  const auto text = read_file(folder / kReport);
  std::error_code error;
  if (!text || !fs::exists(folder / kSource, error)) return std::nullopt;
  try {
    auto attempt = from_json(json::parse(*text));
    if (attempt) attempt->id = folder.filename().string();
    return attempt;
  } catch (const json::exception&) {  // damaged by hand: as if it were not there
    return std::nullopt;
  }
}

// "2026-11-20T13-45-01.250Z": names of attempts sort by time and are safe in every file system.
std::string name_of_time(SystemClock::time_point time) {
  const auto since_epoch =
      std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch());
  return fmt::format("{:%Y-%m-%dT%H-%M-%S}.{:03}Z", fmt::gmtime(SystemClock::to_time_t(time)),
                     since_epoch.count() % 1000);
}

std::string ending_of(const Attempt& attempt) {
  if (attempt.kind == Attempt::Kind::kept) return "-kept";
  return "-" + std::string(verdict::name_of(attempt.verdict));
}

}  // namespace

std::string name_of(const verdict::Timing& timing) {
  // So the only variant of an exercise that names none is called.
  const std::string variant = timing.variant == "default" ? "" : timing.variant;
  if (variant.empty() || timing.launch.empty()) return variant + timing.launch;
  return variant + ", " + timing.launch;
}

int Attempt::gates_passed() const {
  return static_cast<int>(std::count_if(
      gates.begin(), gates.end(), [](const GateNumber& g) { return g.status == Status::pass; }));
}

int Attempt::gates_counted() const {
  return static_cast<int>(std::count_if(gates.begin(), gates.end(),
                                        [](const GateNumber& gate) { return gate.applies; }));
}

fs::path history_folder(const fs::path& data, const fs::path& submission) {
  std::error_code error;
  const fs::path all = data / "history";
  const fs::path place = fs::weakly_canonical(fs::absolute(submission, error), error);
  const fs::path folder = all / ("of-" + fingerprint(place.string()));
  if (fs::exists(folder, error)) return folder;
  std::vector<fs::path> older;
  for (fs::directory_iterator at(all, error), end; !error && at != end; at.increment(error))
    if (!at->path().filename().string().starts_with("of-")) older.push_back(at->path());
  for (const fs::path& slug : older) {
    fs::create_directories(folder, error);
    fs::rename(slug, folder / slug.filename(), error);
  }
  return folder;
}

History::History(fs::path folder) : folder_(std::move(folder)) {}

const std::vector<Attempt>& History::of(const std::string& slug) {
  const auto [entry, is_new] = read_.try_emplace(slug);
  std::vector<Attempt>& attempts = entry->second;
  if (!is_new) return attempts;
  std::error_code error;
  for (fs::directory_iterator at(folder_ / slug, error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().filename().string().starts_with(kUnfinished)) continue;
    if (auto attempt = read_attempt(at->path())) attempts.push_back(std::move(*attempt));
  }
  std::sort(attempts.begin(), attempts.end(),
            [](const Attempt& a, const Attempt& b) { return a.id > b.id; });
  return attempts;
}

Progress History::progress(const std::string& slug) const {
  Progress progress = Progress::untouched;
  std::error_code error;
  for (fs::directory_iterator at(folder_ / slug, error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(kUnfinished)) continue;
    if (name.ends_with(kPassed)) return Progress::passed;
    progress = Progress::tried;
  }
  return progress;
}

Result<bool> History::add(const std::string& slug, Attempt attempt, std::string_view source) {
  of(slug);
  std::error_code error;
  const fs::path folder = folder_ / slug;
  const std::string name = name_of_time(attempt.time), end = ending_of(attempt);
  attempt.id = name + end;
  for (int i = 2; fs::exists(folder / attempt.id, error); ++i)
    attempt.id = fmt::format("{}-{:03}{}", name, i, end);

  const fs::path unfinished = folder / (std::string(kUnfinished) + attempt.id);
  const auto not_kept = [&](const std::string& why) {
    std::error_code ignored;
    fs::remove_all(unfinished, ignored);
    return Error{"This text is not kept in the history: " + why};
  };
  const std::string report =
      to_json(attempt).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
  for (const auto& [name_of_file, content] :
       {std::pair<const char*, std::string_view>{kSource, source}, {kReport, report}})
    if (const auto written = replace_file(unfinished / name_of_file, content); !written)
      return not_kept(written.error());
  fs::rename(unfinished, folder / attempt.id, error);
  if (error) return not_kept(fmt::format("{}: {}.", folder.string(), error.message()));
  std::vector<Attempt>& attempts = read_[slug];
  attempts.insert(attempts.begin(), std::move(attempt));
  return true;
}

Result<std::string> History::source(const std::string& slug, const std::string& id) const {
  return read_file(folder_ / slug / id / kSource);
}

}  // namespace warplab::app
