#pragma once
// A kernel as a text of PTX, run by one block.
#include <doctest/doctest.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ptx/parser.hpp"
#include "sim/simulate.hpp"
#include "words/text.hpp"

// Runs k(out) once with so many threads; out has a word for each. It comes to its end.
inline warplab::sim::Report run_one_block(const std::string& text, uint32_t threads) {
  using namespace warplab;
  const auto module = ptx::parse(text);
  REQUIRE_MESSAGE(module, (module ? "" : module.error()));
  std::vector<std::byte> memory(size_t{4} * threads);
  sim::Buffer out;
  out.name = "out";
  out.element = sim::ElementType::u32;
  out.shape = {threads};
  out.bytes = memory;
  sim::Launch launch{"k", {1, 1, 1}, {threads, 1, 1}, 0, {{0, {}}}};
  auto report = sim::simulate(*module, std::span(&out, 1), std::span(&launch, 1), {});
  REQUIRE_MESSAGE(report, (report ? "" : words::text_of(report.why().says)));
  CHECK(report->completed);
  return std::move(*report);
}
