#pragma once
// A corpus entry after the simulator has run it.
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "corpus/corpus.hpp"

namespace warplab {

struct CorpusRun {
  sim_corpus::Entry entry;
  std::string target;
  std::vector<std::vector<std::byte>> after;  // parallel to entry.buffers
  sim::Report report;

  size_t index_of(const std::string& buffer) const;
  template <class T>
  std::vector<T> before(const std::string& buffer) const {
    return numbers<T>(entry.buffers[index_of(buffer)].bytes);
  }
  template <class T>
  std::vector<T> result(const std::string& buffer) const {
    return numbers<T>(after[index_of(buffer)]);
  }
  const sim::Counters& total(size_t launch = 0) const { return report.launches[launch].total; }

 private:
  template <class T>
  static std::vector<T> numbers(const std::vector<std::byte>& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }
};

// The entry once for each of its targets, without races and values that nobody wrote. A run that
// cannot start fails the test.
std::vector<CorpusRun> run_corpus(const std::string& name);

// Where two lists differ first, and how; empty when they are equal. `tolerance` is relative.
template <class T>
std::string difference(const std::vector<T>& actual, const std::vector<T>& expected,
                       double tolerance = 0) {
  if (actual.size() != expected.size())
    return fmt::format("{} elements, expected {}", actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    if (actual[i] == expected[i]) continue;
    const auto a = static_cast<double>(actual[i]), e = static_cast<double>(expected[i]);
    if (std::isnan(a) && std::isnan(e)) continue;
    if (std::fabs(a - e) <= tolerance * std::max(std::fabs(a), std::fabs(e))) continue;
    return fmt::format("[{}] is {}, expected {}", i, actual[i], expected[i]);
  }
  return "";
}

}  // namespace warplab
