#include "worker/protocol.hpp"
#include "data/gate_says.hpp"
#include "words/text.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <functional>

using namespace warplab;
using namespace warplab::worker;

namespace {

sim::Report example_report() {
  sim::Report report;
  report.completed = true;
  report.races_checked = true;
  report.may_read_unset_registers = true;
  report.output = "hello\n";
  report.launches.resize(2);
  report.launches[0].completed = true;
  report.launches[0].total[sim::Counter::global_load_sectors] = 0xffff'ffff'ffffull;
  report.launches[0].lines[12][sim::Counter::barriers] = 3;
  report.launches[0].lines[0][sim::Counter::branches] = 1;
  for (sim::LaunchReport& launch : report.launches) {
    fill_sums(launch.total);
    launch.traffic.buffers.resize(2);
  }
  sim::BufferTraffic& traffic = report.launches[0].traffic.buffers[1];
  traffic.lines[12][sim::BufferCounter::atomic_bytes] = 128;
  traffic.lines[14][sim::BufferCounter::load_bytes] = 5;
  report.launches[0].traffic.heap.lines[3][sim::BufferCounter::store_requests] = 1;
  for (sim::BufferTraffic* its : {&traffic, &report.launches[0].traffic.heap})
    for (auto& [line, counters] : its->lines) {
      fill_sums(counters);
      its->total += counters;
    }
  sim::Finding finding;
  finding.kind = sim::FindingKind::race;
  finding.line = 12;
  finding.told.what = data::as_it_is("Line 12 stores what line 14 loads.");
  finding.place = {{1, 2, 3}, {4, 5, 6}};
  finding.other_line = 14;
  finding.other_place = sim::ThreadPlace{{0, 0, 0}, {31, 0, 0}};
  finding.buffer = "out";
  finding.index = -1;
  finding.count = 1'000'000'000'000;
  report.findings.push_back(finding);
  report.writer_launch = {1, -1};
  return report;
}

SimulateRequest example_request() {
  SimulateRequest request;
  WireBuffer in, out;
  in.description.name = "in";
  in.description.element = sim::ElementType::f64;
  in.description.shape = {3, 5};
  in.bytes = 120;
  in.initial = 0;
  out.description.name = "out";
  out.description.element = sim::ElementType::u8;
  out.description.shape = {7};
  out.description.initialized = false;
  out.description.must_be_written = true;
  in.description.read_only = true;
  in.description.variable = "weights";
  out.bytes = 7;
  out.result = 1;
  request.buffers = {in, out};
  sim::Launch launch;
  launch.kernel = "k";
  launch.grid = {7, 8, 9};
  launch.block = {32, 4, 2};
  launch.dynamic_shared_bytes = 4096;
  launch.keep_variables = true;
  launch.cooperative = true;
  launch.round = data::Round::continues;
  launch.flag = 1;
  sim::Argument pointer, scalar;
  pointer.buffer = 1;
  scalar.value = {std::byte{1}, std::byte{0}, std::byte{255}, std::byte{127}};
  launch.arguments = {pointer, scalar};
  request.launches = {launch, launch};
  request.options.threads = 8;
  request.options.schedule = {sim::Schedule::Kind::delayed, ~0ull};
  request.options.max_output_bytes = 99;
  request.options.exact_tracking = false;
  request.options.keep_writers = false;
  request.options.only_undefined_variables = true;
  request.options.allows_same_value_stores = true;
  request.options.student_file = "transpose.cu";
  return request;
}

compile::Compiled example_compiled() {
  compile::Compiled compiled;
  compiled.ok = true;
  compiled.ptx = ".version 9.0\n";
  compiled.cubin = {0x7f, 'E', 'L', 'F', 0, 255};
  compiled.log = "a log";
  compiled.undefined_variables = 5;
  compiled.compiler = "NVRTC 13.0";
  compiled.milliseconds = 31.5;
  compiled.diagnostics.push_back(
      {compile::Diagnostic::Severity::warning, "kernel.cu", 3, 7, "unused"});
  compiled.kernels["k"] = {24, 132, 272, 8, 12};
  return compiled;
}

// Replaces the first `from` in the JSON of `message`.
Message with(Message message, const std::string& from, const std::string& to) {
  const size_t at = message.json.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, message.json);
  message.json.replace(at, from.size(), to);
  return message;
}

Result<sim::Report> decode_report(const Message& message, size_t launches, size_t buffers) {
  return decode<sim::Report>(message, {launches, buffers});
}

}  // namespace

TEST_CASE("a compile request and its answer arrive as they were sent") {
  const auto source = decode<compile::Source>(encode(compile::Source{"a.cu", "text\n\xff", 86}));
  REQUIRE(source);
  CHECK(source->file_name == "a.cu");
  CHECK(source->text == "text\n\xff");
  CHECK(source->compute_capability == 86);
  CHECK_FALSE(source->mark_undefined);
  CHECK(source->headers.empty());
  compile::Source with_headers{"a.cu", "text", 90};
  with_headers.headers = {{"a.cuh", "first\xff"}, {"b.cuh", ""}};
  const auto arrived = decode<compile::Source>(encode(with_headers));
  REQUIRE(arrived);
  REQUIRE(arrived->headers.size() == 2);
  CHECK(arrived->text == "text");
  CHECK(arrived->headers[0].name == "a.cuh");
  CHECK(arrived->headers[0].text == "first\xff");
  CHECK(arrived->headers[1].name == "b.cuh");
  CHECK(arrived->headers[1].text.empty());
  CHECK(decode<compile::Source>(encode(compile::Source{"a.cu", "", 86, true}))->mark_undefined);
  CHECK_FALSE(source->only_ptx);
  CHECK(
      decode<compile::Source>(encode(compile::Source{"a.cu", "", 86, false, {}, true}))->only_ptx);
  const compile::Compiled sent = example_compiled();
  const auto compiled = decode<compile::Compiled>(encode(sent));
  REQUIRE_MESSAGE(compiled, compiled.error());
  CHECK(compiled->ok);
  CHECK(compiled->ptx == sent.ptx);
  CHECK(compiled->cubin == sent.cubin);
  CHECK(compiled->log == sent.log);
  CHECK(compiled->compiler == sent.compiler);
  CHECK(compiled->milliseconds == sent.milliseconds);
  CHECK(compiled->undefined_variables == sent.undefined_variables);
  REQUIRE(compiled->diagnostics.size() == 1);
  CHECK(compiled->diagnostics[0].severity == compile::Diagnostic::Severity::warning);
  CHECK(compiled->diagnostics[0].line == 3);
  CHECK(compiled->diagnostics[0].column == 7);
  CHECK(compiled->diagnostics[0].message == "unused");
  CHECK(compiled->kernels.at("k").spill_load_bytes == 12);
  CHECK(compiled->kernels.at("k").registers == 24);
}

TEST_CASE("a simulate request arrives as it was sent") {
  const SimulateRequest sent = example_request();
  const auto request = decode<SimulateRequest>(encode(sent));
  REQUIRE_MESSAGE(request, request.error());
  REQUIRE(request->buffers.size() == 2);
  CHECK(request->buffers[0].description.name == "in");
  CHECK(request->buffers[0].description.element == sim::ElementType::f64);
  CHECK(request->buffers[0].description.shape == std::vector<uint64_t>{3, 5});
  CHECK(request->buffers[0].initial == 0);
  CHECK(request->buffers[0].result == -1);
  CHECK(request->buffers[1].description.must_be_written);
  CHECK(request->buffers[0].description.read_only);
  CHECK(request->buffers[0].description.variable == "weights");
  CHECK_FALSE(request->buffers[1].description.read_only);
  CHECK_FALSE(request->buffers[1].description.initialized);
  CHECK(request->buffers[1].result == 1);
  REQUIRE(request->launches.size() == 2);
  const sim::Launch& launch = request->launches[1];
  CHECK(launch.grid == Dim3{7, 8, 9});
  CHECK(launch.block == Dim3{32, 4, 2});
  CHECK(launch.dynamic_shared_bytes == 4096);
  CHECK(launch.keep_variables);
  CHECK(launch.cooperative);
  CHECK(launch.round == data::Round::continues);
  CHECK(launch.flag == 1);
  REQUIRE(launch.arguments.size() == 2);
  CHECK(launch.arguments[0].buffer == 1);
  CHECK(launch.arguments[1].buffer == -1);
  CHECK(launch.arguments[1].value == sent.launches[0].arguments[1].value);
  CHECK(request->options.threads == 8);
  CHECK(request->options.schedule == sim::Schedule{sim::Schedule::Kind::delayed, ~0ull});
  CHECK(request->options.max_output_bytes == 99);
  CHECK_FALSE(request->options.exact_tracking);
  CHECK_FALSE(request->options.keep_writers);
  CHECK(request->options.only_undefined_variables);
  CHECK(request->options.allows_same_value_stores);
  CHECK(request->options.student_file == "transpose.cu");
}

TEST_CASE("a report arrives with every counter, finding and line") {
  const sim::Report sent = example_report();
  const auto report = decode_report(encode(sent), 2, 2);
  REQUIRE_MESSAGE(report, report.error());
  CHECK(report->completed);
  CHECK(report->races_checked);
  CHECK(report->may_read_unset_registers);
  CHECK_FALSE(report->cancelled);
  CHECK(report->output == "hello\n");
  REQUIRE(report->launches.size() == 2);
  CHECK(report->launches[0].total == sent.launches[0].total);
  CHECK(report->launches[0].lines == sent.launches[0].lines);
  CHECK(report->launches[0].traffic == sent.launches[0].traffic);
  CHECK(report->launches[1].traffic == sent.launches[1].traffic);
  CHECK(report->launches[0].completed);
  CHECK_FALSE(report->launches[1].completed);
  CHECK(report->writer_launch == sent.writer_launch);
  REQUIRE(report->findings.size() == 1);
  const sim::Finding &found = report->findings[0], &expected = sent.findings[0];
  CHECK(found.kind == expected.kind);
  CHECK(found.line == expected.line);
  CHECK(found.told == expected.told);
  CHECK(found.place == expected.place);
  CHECK(found.other_line == expected.other_line);
  CHECK(found.other_place == expected.other_place);
  CHECK(found.buffer == expected.buffer);
  CHECK(found.index == expected.index);
  CHECK(found.count == expected.count);
}

TEST_CASE("a finding without another side arrives without one") {
  sim::Report report = example_report();
  report.findings[0].other_place.reset();
  const auto arrived = decode_report(encode(report), 2, 2);
  REQUIRE(arrived);
  CHECK_FALSE(arrived->findings[0].other_place);
}

TEST_CASE("the small messages arrive as they were sent") {
  const auto ready = decode<Ready>(encode(Ready{"/lib/libnvrtc.so.13", 6}));
  REQUIRE(ready);
  CHECK(ready->compiler == "/lib/libnvrtc.so.13");
  CHECK(ready->landlock_version == 6);
  const auto failure =
      decode<Failure>(encode(Failure{Failure::Kind::rejected, data::as_it_is("no such kernel"),
                                     sim::Refusal::Kind::unsupported, 7}));
  REQUIRE(failure);
  CHECK(failure->kind == Failure::Kind::rejected);
  CHECK(failure->refusal == sim::Refusal::Kind::unsupported);
  CHECK(failure->line == 7);
  CHECK(words::text_of(failure->says) == "no such kernel");
  CHECK(decode<VariableRequest>(encode(VariableRequest{"warplab_block"}))->name == "warplab_block");
  CHECK_FALSE(decode<VariableAnswer>(encode(VariableAnswer{}))->bytes);
  const std::vector<uint8_t> bytes = {1, 0, 255};
  CHECK(decode<VariableAnswer>(encode(VariableAnswer{bytes}))->bytes == bytes);
  const auto asked = decode<WriterRequest>(encode(WriterRequest{3, 1ull << 40}));
  REQUIRE(asked);
  CHECK(asked->buffer == 3);
  CHECK(asked->index == 1ull << 40);
  CHECK_FALSE(decode<WriterAnswer>(encode(WriterAnswer{}))->writer);
  const Worker::Writer writer{2, {{1, 2, 3}, {4, 5, 6}}};
  const auto answered = decode<WriterAnswer>(encode(WriterAnswer{writer}));
  REQUIRE(answered);
  REQUIRE(answered->writer);
  CHECK(answered->writer->launch == 2);
  CHECK(answered->writer->place == writer.place);
  CHECK(decode<WrittenRequest>(encode(WrittenRequest{63}))->buffer == 63);
  CHECK_FALSE(decode<WrittenAnswer>(encode(WrittenAnswer{}))->bits);
  CHECK(decode<WrittenAnswer>(encode(WrittenAnswer{bytes}))->bits == bytes);
}

TEST_CASE("texts that are no UTF-8 arrive as text") {
  sim::Report report = example_report();
  report.output = "caf\xe9";
  report.findings[0].told.what = data::as_it_is("assert \xff failed");
  const auto arrived = decode_report(encode(report), 2, 2);
  REQUIRE_MESSAGE(arrived, arrived.error());
  CHECK(arrived->output == "caf\xEF\xBF\xBD");
  CHECK(words::text_of(arrived->findings[0]) == "assert \xEF\xBF\xBD failed.");
}

TEST_CASE("what is said of a finding arrives as it was, and nothing that a worker may not say") {
  using data::say;
  using data::Says;
  sim::Report report = example_report();
  sim::Finding& finding = report.findings[0];
  finding.form = sim::Finding::Form::clause;
  finding.told.what =
      say(Says::race_other_line, sim::ThreadPlace{{1, 0, 0}, {2, 0, 0}}, Says::writes,
          data::Own::element, -14, data::Thread{{3, 0, 0}}, data::Count{1'000'000'000'000});
  finding.told.advice = say(Says::because, say(Says::copy_wait_first, "wait()"));
  finding.element = data::as_it_is("tile[5]");
  const auto arrived = decode_report(encode(report), 2, 2);
  REQUIRE_MESSAGE(arrived, arrived.error());
  CHECK(arrived->findings[0] == finding);

  data::Saying deep = data::as_it_is("x");
  for (int k = 0; k < 10; ++k) deep = say(Says::because, deep);
  finding.told.advice = deep;
  CHECK_FALSE(decode_report(encode(report), 2, 2));
  finding.told.advice = say(data::GateSays::not_compiled);
  CHECK_FALSE(decode_report(encode(report), 2, 2));
}

TEST_CASE("sums that contradict their parts are made anew from these") {
  sim::Report report = example_report();
  report.launches[0].total[sim::Counter::global_sectors] = 1;
  auto& heap = report.launches[0].traffic.heap;
  heap.total[sim::BufferCounter::sectors] = 99;
  heap.lines[3][sim::BufferCounter::sectors] = 99;
  const auto arrived = decode_report(encode(report), 2, 2);
  REQUIRE_MESSAGE(arrived, arrived.error());
  CHECK(arrived->launches[0].total[sim::Counter::global_sectors] == 0xffff'ffff'ffffull);
  CHECK(arrived->launches[0].traffic == example_report().launches[0].traffic);
}

TEST_CASE("traffic of another number of buffers than there are is refused") {
  sim::Report report = example_report();
  report.launches[1].traffic.buffers.pop_back();
  CHECK_FALSE(decode_report(encode(report), 2, 2));
  report.launches[1].traffic.buffers.resize(3);
  CHECK_FALSE(decode_report(encode(report), 2, 2));
}

TEST_CASE("an answer of another kind than the one asked for is refused") {
  const auto compiled = decode<compile::Compiled>(encode(example_report()));
  REQUIRE_FALSE(compiled);
  CHECK(compiled.error().find("makes no sense") != std::string::npos);
  CHECK_FALSE(decode_report(encode(example_compiled()), 2, 2));
  CHECK_FALSE(decode<Ready>(encode(Failure{})));
}

TEST_CASE("values out of range are refused, and the message says which") {
  const Message good = encode(example_report());
  for (const auto& [from, to] : {
           std::pair{"\"kind\":", "\"kind\":99"},
           std::pair{"\"line\":12", "\"line\":-1"},
           std::pair{"\"line\":12", "\"line\":99999999999"},
           std::pair{"\"completed\":true", "\"completed\":1"},
           std::pair{"\"launches\":2", "\"launches\":3"},
           std::pair{"\"writer_launch\":[1,-1]", "\"writer_launch\":[2,-1]"},
           std::pair{"\"writer_launch\":[1,-1]", "\"writer_launch\":[1,-1,0]"},
           std::pair{"\"block\":[", "\"block\":[-"},
           std::pair{"\"output_bytes\":6", "\"output_bytes\":7000"},
           std::pair{"\"output_bytes\":6", "\"output_bytes\":5"},
           std::pair{"\"advice\":", "\"advise\":"},
           std::pair{"\"place\":{", "\"place\":[{"},
           std::pair{"{", "[{"},
       }) {
    CAPTURE(std::string(to));
    const auto report = decode_report(with(good, from, to), 2, 2);
    REQUIRE_FALSE(report);
    CHECK(report.error().size() > 40);
  }
  CHECK(decode_report(good, 2, 2));
  CHECK_FALSE(decode_report(good, 1, 2));
  CHECK_FALSE(decode_report(good, 2, 1));
}

TEST_CASE("a report that ended early may have fewer launches than were asked for") {
  sim::Report report = example_report();
  report.launches.pop_back();
  report.writer_launch = {0, -1};
  CHECK(decode_report(encode(report), 2, 2));
}

TEST_CASE("counters that are cut off, or followed by more, are refused") {
  Message message = encode(example_report());
  message.blob.pop_back();
  CHECK_FALSE(decode_report(message, 2, 2));
  message = encode(example_report());
  message.blob += 'x';
  CHECK_FALSE(decode_report(message, 2, 2));
}

TEST_CASE("parts of a compile answer that do not add up are refused") {
  const Message good = encode(example_compiled());
  CHECK_FALSE(decode<compile::Compiled>(with(good, "\"ptx_bytes\":13", "\"ptx_bytes\":14")));
  CHECK_FALSE(decode<compile::Compiled>(
      with(good, "\"ptx_bytes\":13", "\"ptx_bytes\":18446744073709551615")));
  CHECK_FALSE(
      decode<compile::Compiled>(with(good, "\"milliseconds\":31.5", "\"milliseconds\":1e999")));
}

TEST_CASE("a text of nothing but brackets costs no memory and is refused") {
  Message message{MessageKind::ready, std::string(4'000'000, '['), ""};
  CHECK_FALSE(decode<Ready>(message));
  message.json = "{\"a\":" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}";
  const auto ready = decode<Ready>(message);
  REQUIRE_FALSE(ready);
  CHECK(ready.error().find("nested too deeply") != std::string::npos);
}

TEST_CASE("a header with another version, kind or length is refused") {
  const Message message{MessageKind::ready, "{}", "x"};
  auto bytes = encode_header(message);
  const auto header = decode_header(bytes);
  REQUIRE(header);
  CHECK(header->kind == MessageKind::ready);
  CHECK(header->json_bytes == 2);
  CHECK(header->blob_bytes == 1);
  for (const size_t place : {size_t{0}, size_t{4}, size_t{7}, size_t{15}, size_t{23}}) {
    auto changed = bytes;
    changed[place] = std::byte{0x7f};
    CHECK_FALSE(decode_header(changed));
  }
}

TEST_CASE("a clock that stands still is refused: time would be divided by it") {
  SimulateRequest request = example_request();
  request.options.clock_khz = 0;
  CHECK_FALSE(decode<SimulateRequest>(encode(request)));
  request.options.clock_khz = 1;
  CHECK(decode<SimulateRequest>(encode(request)));
}

TEST_CASE("requests with more than a run can have are refused") {
  SimulateRequest request = example_request();
  request.buffers.resize(kMaxBuffers + 1);
  CHECK_FALSE(decode<SimulateRequest>(encode(request)));
  request = example_request();
  request.launches[0].arguments[0].buffer = 2;
  CHECK_FALSE(decode<SimulateRequest>(encode(request)));
}

TEST_CASE("no single byte changed in an answer does any harm") {
  const Message good = encode(example_report());
  size_t refused = 0;
  for (size_t i = 0; i < good.json.size(); ++i)
    for (const char value : {'\0', '"', '-', '9', '[', '}', '\xff'}) {
      Message changed = good;
      changed.json[i] = value;
      if (!decode_report(changed, 2, 2)) ++refused;
    }
  CHECK(refused > good.json.size());
}

TEST_CASE("a log has only accesses that a warp can make, and no more than were asked for") {
  data::AccessLog log;
  log.accesses.resize(2);
  for (data::LoggedAccess& access : log.accesses) {
    access.mask = 1;
    access.bytes = 16;
    access.line = 3;
  }
  log.buffers = {{1, 4096, 64}};
  const auto fits = [](const data::AccessLog& of) {
    return bool(decode<data::AccessLog>(encode(of), {1, 2}));
  };
  REQUIRE(fits(log));
  const auto changed = [&](const auto& change) {
    data::AccessLog of = log;
    change(of.accesses[1]);
    return fits(of);
  };
  CHECK_FALSE(changed([](data::LoggedAccess& a) { a.mask = 0; }));
  CHECK_FALSE(changed([](data::LoggedAccess& a) { a.line = -1; }));
  for (const uint8_t bytes : {0, 3, 32, 255})
    CHECK_FALSE(changed([&](data::LoggedAccess& a) { a.bytes = bytes; }));
  CHECK_FALSE(changed([](data::LoggedAccess& a) { a.space = static_cast<data::TraceSpace>(4); }));
  CHECK_FALSE(changed([](data::LoggedAccess& a) { a.kind = static_cast<data::TraceKind>(3); }));
  data::AccessLog counted = log;
  counted.executed = {{3, 17, 4, 0, 8, 256}};
  CHECK(decode<data::AccessLog>(encode(counted), {1, 2})->executed == counted.executed);
  counted.executed[0].ptx_line = -1;
  CHECK_FALSE(fits(counted));
  data::AccessLog other = log;
  other.buffers[0].buffer = 2;  // the request has two
  CHECK_FALSE(fits(other));
  other = log;
  other.accesses.resize(kMaxLoggedAccesses + 1, log.accesses[0]);
  CHECK_FALSE(fits(other));
}
