#include "experiment/time_line.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "experiment/live.hpp"

using namespace warplab;
using namespace warplab::experiment;

namespace {

// Of a test, and of no GPU.
constexpr const char* kMadeUp = R"json({
  "schema": 1, "gpu": "No GPU", "driver": "none", "date": "2001-01-01",
  "runs": [
    {"name": "first",
     "spans": [
       {"kind": "kernel", "where": "gpu", "label": "copy", "begin_us": 5, "end_us": 20},
       {"kind": "launch", "where": "host", "label": "launch", "begin_us": 0, "end_us": 6}],
     "memory": [{"at_us": 30, "bytes": 0}, {"at_us": 1, "bytes": 8388608}],
     "notes": [{"label": "time", "value": 6, "unit": "us"}]}]
})json";

std::string error_of(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  const auto recording = parse_recording(text.replace(at, from.size(), to), "folder/recorded.json");
  REQUIRE(!recording);
  return recording.error();
}

}  // namespace

TEST_CASE("a recording says whose it is, and its spans come in the order of time") {
  const auto recording = parse_recording(kMadeUp, "folder/recorded-x.json");
  REQUIRE_MESSAGE(recording, recording.error());
  CHECK(recording->file == "recorded-x.json");
  CHECK(recording->gpu == "No GPU");
  CHECK(recording->date == "2001-01-01");
  const TimeLine* const run = recording->run_named("first");
  REQUIRE(run);
  CHECK(recording->run_named("second") == nullptr);
  REQUIRE(run->spans.size() == 2);
  CHECK(run->spans[0].kind == SpanKind::launch);
  CHECK(run->spans[1].where == Span::Where::gpu);
  REQUIRE(run->memory.size() == 2);
  CHECK(run->memory[0].bytes == 8388608);
  CHECK(run->end_us() == 30);
  CHECK(run->notes[0].value == 6);
}

TEST_CASE("a recording that is broken is refused with its file and place") {
  CHECK(error_of(kMadeUp, "\"gpu\": \"No GPU\",", "") ==
        "folder/recorded.json: recording.gpu: expected a string");
  CHECK(error_of(kMadeUp, "\"kind\": \"launch\"", "\"kind\": \"lunch\"") ==
        "folder/recorded.json: runs[0].spans[1].kind: expected launch, copy, kernel, wait, "
        "allocate, free or other");
  CHECK(error_of(kMadeUp, "\"begin_us\": 5", "\"begin_us\": 25")
            .find("runs[0].spans[0]: expected a "
                  "span that begins") != std::string::npos);
  CHECK(error_of(kMadeUp, "\"end_us\": 6", "\"end_us\": \"6\"") ==
        "folder/recorded.json: runs[0].spans[1].end_us: expected a number");
  CHECK(error_of(kMadeUp, "\"bytes\": 0", "\"bytes\": -1") ==
        "folder/recorded.json: runs[0].memory[0].bytes: expected a number of bytes");
  CHECK(error_of(kMadeUp, "{", "[").find("is not a JSON object") != std::string::npos);
}

TEST_CASE("a live recording is what the recorder prints, and why there is none is its sentence") {
  const std::string folder = std::string(WARPLAB_BINARY_DIR) + "/live-test";
  std::filesystem::create_directories(folder);
  const std::string program = folder + "/recorder.sh";
  const auto write = [&](const std::string& body) {
    std::ofstream(program) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  };
  setenv("WARPLAB_TIME_LINES", program.c_str(), 1);
  write(std::string("cat <<'END'\n") + kMadeUp + "\nEND");
  const auto made = record_live("timing-trap");
  REQUIRE_MESSAGE(made, made.error());
  CHECK(made->file == "live");
  CHECK(made->runs.size() == 1);
  write("echo \"time_lines: there is no GPU for $1\" >&2; exit 1");
  const auto none = record_live("timing-trap");
  REQUIRE(!none);
  CHECK(none.error() == "time_lines: there is no GPU for timing-trap");
  write("exec sleep 30");
  const std::atomic<bool> cancel = true;
  CHECK(record_live("timing-trap", &cancel).error() == "The recording was cancelled.");
  setenv("WARPLAB_TIME_LINES", (folder + "/nothing").c_str(), 1);
  CHECK(record_live("timing-trap").error().find("cannot be started") != std::string::npos);
  unsetenv("WARPLAB_TIME_LINES");
  std::filesystem::remove_all(folder);
}
