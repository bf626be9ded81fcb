#include "observe/pairs.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "words/text.hpp"

#include "ptx/parser.hpp"

namespace warplab::sim_observe {
namespace {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

Dim3 extent(const std::string& text) {
  Dim3 d;
  const auto parts = split(text, 'x');
  d.x = static_cast<uint32_t>(std::stoul(parts.at(0)));
  if (parts.size() > 1) d.y = static_cast<uint32_t>(std::stoul(parts[1]));
  return d;
}

void take_header(Pair& pair, const std::string& line) {
  std::istringstream words(line.substr(2));
  std::string key;
  words >> key;
  if (key == "buffer:") {
    Pair::NamedBuffer b;
    std::string type;
    words >> b.name >> type >> b.count;
    b.element = data::element_type_named(type).value();
    for (std::string word; words >> word;) {
      if (word == "uninitialized") b.uninitialized = true;
      if (word == "must_be_written") b.must_be_written = true;
    }
    pair.buffers.push_back(b);
  } else if (key == "launch:") {
    sim::Launch& launch = pair.launches.emplace_back();
    for (std::string word; words >> word;) {
      const std::string name = word.substr(0, word.find('=')),
                        value = word.substr(word.find('=') + 1);
      if (name == "kernel") launch.kernel = value;
      if (name == "grid") launch.grid = extent(value);
      if (name == "block") launch.block = extent(value);
      if (name != "args") continue;
      for (const std::string& part : split(value, ',')) {
        sim::Argument a;
        for (size_t k = 0; k < pair.buffers.size(); ++k)
          if (pair.buffers[k].name == part) a.buffer = static_cast<int>(k);
        if (a.buffer < 0) {
          const int number = std::stoi(part);
          const auto* bytes = reinterpret_cast<const std::byte*>(&number);
          a.value.assign(bytes, bytes + sizeof number);
        }
        launch.arguments.push_back(std::move(a));
      }
    }
  } else if (key == "expect:") {
    words >> pair.expected;
  }
}

Pair load(const std::filesystem::path& path) {
  Pair pair;
  pair.name = path.stem().string();
  std::istringstream lines(read_text(path));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with("//")) take_header(pair, line);
    const size_t comment = line.find("  // ");
    if (comment == std::string::npos) continue;
    if (line.find("first", comment) != std::string::npos) pair.first_line = number;
    if (line.find("second", comment) != std::string::npos) pair.second_line = number;
  }
  std::filesystem::path ptx = path;
  auto module = ptx::parse(read_text(ptx.replace_extension(".ptx")));
  if (!module) throw std::runtime_error(pair.name + ": " + module.error());
  pair.module = std::move(*module);
  return pair;
}

}  // namespace

std::vector<Pair> load_pairs() {
  std::vector<std::filesystem::path> paths;
  for (const auto& file :
       std::filesystem::directory_iterator(WARPLAB_SOURCE_DIR "/tests/sim/observe/data"))
    if (file.path().extension() == ".cu") paths.push_back(file.path());
  std::ranges::sort(paths);
  std::vector<Pair> pairs;
  for (const auto& path : paths) pairs.push_back(load(path));
  if (pairs.empty()) throw std::runtime_error("there are no pairs");
  return pairs;
}

sim::Report run(const Pair& pair, const std::string& kernel, const sim::Options& options) {
  std::vector<std::vector<std::byte>> storage;
  for (const auto& b : pair.buffers) {
    std::vector<std::byte> bytes(b.count * sim::bytes_of(b.element));
    // Data differs from element to element; what synchronises starts at zero.
    if (b.name == "in")
      for (size_t k = 0; k < bytes.size(); k += sim::bytes_of(b.element))
        bytes[k] = static_cast<std::byte>((k * 7 / sim::bytes_of(b.element) + 3) % 251);
    storage.push_back(std::move(bytes));
  }
  std::vector<sim::Buffer> buffers;
  for (size_t k = 0; k < pair.buffers.size(); ++k) {
    sim::Buffer buffer;
    buffer.name = pair.buffers[k].name;
    buffer.element = pair.buffers[k].element;
    buffer.shape = {pair.buffers[k].count};
    buffer.bytes = storage[k];
    buffer.initialized = !pair.buffers[k].uninitialized;
    buffer.must_be_written = pair.buffers[k].must_be_written;
    buffers.push_back(std::move(buffer));
  }
  std::vector<sim::Launch> launches = pair.launches;
  for (sim::Launch& launch : launches)
    if (launch.kernel.empty()) launch.kernel = kernel;
  sim::Options all = options;
  all.student_file = pair.name + ".cu";
  all.max_work_per_warp = 2'000'000;
  auto report = sim::simulate(pair.module, buffers, launches, all);
  if (!report) throw std::runtime_error(pair.name + ": " + words::text_of(report.why().says));
  return std::move(*report);
}

}  // namespace warplab::sim_observe
