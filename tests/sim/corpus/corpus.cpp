#include "corpus/corpus.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "data/random.hpp"
#include "sim/wait_loops.hpp"

namespace warplab::sim_corpus {
namespace {

using data::ElementType;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

void append(std::vector<std::byte>& to, const void* from, size_t bytes) {
  const auto* b = static_cast<const std::byte*>(from);
  to.insert(to.end(), b, b + bytes);
}

// Whole numbers beyond the type's range come round, as in C++.
void append_number(std::vector<std::byte>& to, ElementType type, double number) {
  if (!is_whole_type(type)) {
    const std::vector<std::byte> bytes = element_bytes(type, number);
    return append(to, bytes.data(), bytes.size());
  }
  const bool large = number >= 9223372036854775808.0;
  const uint64_t value =
      large ? static_cast<uint64_t>(number) : static_cast<uint64_t>(static_cast<int64_t>(number));
  append(to, &value, bytes_of(type));
}

// SplitMix64 as a generator that goes on by itself.
uint64_t random_bits(uint64_t& state) { return data::mix_bits(state += 0x9e3779b97f4a7c15); }

// zero; constant:VALUE; ramp[:FIRST[:STEP]]; random:SEED:LOW:HIGH, whole numbers, both ends
// included; uniform:SEED:LOW:HIGH, numbers with random digits; bits:SEED, any bit patterns.
Result<std::vector<std::byte>> fill(const std::string& text, ElementType type, uint64_t count) {
  const std::vector<std::string> parts = split(text, ':');
  const auto number = [&](size_t i, double otherwise) {
    return i < parts.size() ? std::stod(parts[i]) : otherwise;
  };
  std::vector<std::byte> bytes;
  auto state = static_cast<uint64_t>(number(1, 0));
  for (uint64_t i = 0; i < count; ++i) {
    const auto index = static_cast<double>(i);
    if (parts[0] == "zero") {
      append_number(bytes, type, 0);
    } else if (parts[0] == "constant") {
      append_number(bytes, type, number(1, 0));
    } else if (parts[0] == "ramp") {
      append_number(bytes, type, number(1, 0) + number(2, 1) * index);
    } else if (parts[0] == "random") {
      const double low = number(2, 0), high = number(3, 100);
      const auto range = static_cast<uint64_t>(high - low) + 1;
      append_number(bytes, type, low + static_cast<double>(random_bits(state) % range));
    } else if (parts[0] == "uniform") {
      const double low = number(2, 0), high = number(3, 1);
      const double part = static_cast<double>(random_bits(state) >> 11) * 0x1p-53;
      append_number(bytes, type, low + (high - low) * part);
    } else if (parts[0] == "bits") {
      const uint64_t value = random_bits(state);
      append(bytes, &value, bytes_of(type));
    } else {
      return Error{fmt::format("there is no fill called {}", parts[0])};
    }
  }
  return bytes;
}

Result<Dim3> extent(const std::string& text) {
  const std::vector<std::string> parts = split(text, 'x');
  if (parts.empty() || parts.size() > 3) return Error{fmt::format("{} is no extent", text)};
  Dim3 d;
  d.x = static_cast<uint32_t>(std::stoul(parts[0]));
  if (parts.size() > 1) d.y = static_cast<uint32_t>(std::stoul(parts[1]));
  if (parts.size() > 2) d.z = static_cast<uint32_t>(std::stoul(parts[2]));
  return d;
}

Result<sim::Argument> argument(const std::string& text, const Entry& entry) {
  sim::Argument a;
  for (size_t k = 0; k < entry.buffers.size(); ++k)
    if (entry.buffers[k].name == text) a.buffer = static_cast<int>(k);
  if (a.buffer >= 0) return a;
  const size_t colon = text.find(':');
  const std::string type_name = text.substr(0, colon);
  const std::string value = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (type_name == "bytes") {
    for (size_t k = 0; k + 1 < value.size(); k += 2)
      a.value.push_back(static_cast<std::byte>(std::stoul(value.substr(k, 2), nullptr, 16)));
    return a;
  }
  const auto type = data::element_type_named(type_name);
  if (!type || value.empty())
    return Error{fmt::format("the argument {} is neither a buffer nor TYPE:NUMBER", text)};
  append_number(a.value, *type, std::stod(value));
  return a;
}

Result<sim::Launch> launch(const std::string& text, const Entry& entry) {
  std::istringstream words(text);
  sim::Launch l;
  words >> l.kernel;
  for (std::string word; words >> word;) {
    const size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (key == "grid" || key == "block") {
      const auto d = extent(value);
      if (!d) return Error{d.error()};
      (key == "grid" ? l.grid : l.block) = *d;
    } else if (key == "shared") {
      l.dynamic_shared_bytes = static_cast<uint32_t>(std::stoul(value));
    } else if (key == "variables") {
      l.keep_variables = value == "kept";
    } else if (key == "cooperative") {
      l.cooperative = value == "yes";
    } else if (key == "args") {
      for (const std::string& part : split(value, ',')) {
        auto a = argument(part, entry);
        if (!a) return Error{a.error()};
        l.arguments.push_back(std::move(*a));
      }
    } else {
      return Error{fmt::format("launch has no {}", key)};
    }
  }
  return l;
}

Result<ExpectedFinding> expected_finding(const std::string& text) {
  std::istringstream words(text);
  std::string kind;
  words >> kind;
  ExpectedFinding f;
  bool known = false;
#define X(id, name) \
  if (kind == name) f.kind = sim::FindingKind::id, known = true;
  WARPLAB_FINDING_KINDS(X)
#undef X
  if (!known) return Error{fmt::format("there is no finding called {}", kind)};
  for (std::string word; words >> word;) {
    if (word.starts_with("line=")) f.line = std::stoi(word.substr(5));
    if (word.starts_with("count=")) f.count = std::stoull(word.substr(6));
  }
  return f;
}

// One "// key: value" line of the header.
std::optional<Error> take_line(const std::string& key, const std::string& value, Entry& entry) {
  if (key == "buffer") {
    std::istringstream words(value);
    std::string name, type_name, filling;
    uint64_t count = 0;
    words >> name >> type_name >> count >> filling;
    const auto type = data::element_type_named(type_name);
    if (!type) return Error{fmt::format("there is no type called {}", type_name)};
    auto bytes = fill(filling, *type, count);
    if (!bytes) return Error{bytes.error()};
    entry.buffers.push_back({name, *type, std::move(*bytes)});
  } else if (key == "launch") {
    auto l = launch(value, entry);
    if (!l) return Error{l.error()};
    entry.launches.push_back(std::move(*l));
  } else if (key == "finding") {
    auto f = expected_finding(value);
    if (!f) return Error{f.error()};
    entry.findings.push_back(*f);
  } else if (key == "prints") {
    entry.output += value + "\n";
  } else if (key == "steps") {
    entry.max_work_per_warp = std::stoull(value);
  } else if (key == "targets") {
    entry.targets = split(value, ' ');
  } else {
    return Error{fmt::format("the header has no key {}", key)};
  }
  return std::nullopt;
}

constexpr std::string_view kKeys[] = {"buffer", "launch", "finding", "prints", "steps", "targets"};

std::filesystem::path folder() {
  return std::filesystem::path(WARPLAB_SOURCE_DIR) / "tests" / "sim" / "corpus";
}

// "saxpy.cu" and "indexed_branch.ptx", but not "saxpy.sm_80.ptx".
bool is_entry(std::string_view file) {
  return file.ends_with(".cu") ||
         (file.ends_with(".ptx") && file.find(".sm_") == std::string_view::npos);
}

Result<std::string> read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{fmt::format("cannot read {}", path.string())};
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace

Result<Entry> load(const std::string& name) {
  Entry entry;
  entry.name = name;
  const bool by_hand = std::filesystem::exists(folder() / (name + ".ptx"));
  entry.source_file = name + (by_hand ? ".ptx" : ".cu");
  const auto text = read_text(folder() / entry.source_file);
  if (!text) return Error{text.error()};
  std::istringstream lines(*text);
  int number = 0;
  for (std::string line; std::getline(lines, line) && line.starts_with("//");) {
    ++number;
    const std::string content = line.size() > 3 ? line.substr(3) : "";
    const size_t colon = content.find(": ");
    const std::string key = content.substr(0, colon);
    if (colon == std::string::npos ||
        std::find(std::begin(kKeys), std::end(kKeys), key) == std::end(kKeys)) {
      entry.description += (entry.description.empty() ? "" : " ") + content;
      continue;
    }
    if (const auto error = take_line(key, content.substr(colon + 2), entry))
      return Error{fmt::format("{}, line {}: {}", entry.source_file, number, error->message)};
  }
  if (entry.launches.empty())
    return Error{fmt::format("{} has no line \"// launch: \"", entry.source_file)};
  if (by_hand) entry.targets = {"ptx"};
  if (entry.targets.empty()) entry.targets = {"sm_75", "sm_80", "sm_90"};
  return entry;
}

Result<std::vector<Entry>> load() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder()))
    if (is_entry(file.path().filename().string())) names.push_back(file.path().stem().string());
  std::sort(names.begin(), names.end());
  std::vector<Entry> entries;
  for (const std::string& name : names) {
    auto entry = load(name);
    if (!entry) return Error{entry.error()};
    entries.push_back(std::move(*entry));
  }
  return entries;
}

Result<std::string> ptx(const Entry& entry, const std::string& target) {
  if (target == "ptx") return read_text(folder() / entry.source_file);
  return read_text(folder() / fmt::format("{}.{}.ptx", entry.name, target));
}

std::vector<sim::Buffer> buffers(const Entry& entry, std::vector<std::vector<std::byte>>& storage) {
  storage.clear();
  std::vector<sim::Buffer> result;
  for (const NamedBytes& b : entry.buffers) storage.push_back(b.bytes);
  for (size_t k = 0; k < entry.buffers.size(); ++k) {
    sim::Buffer buffer;
    buffer.name = entry.buffers[k].name;
    buffer.element = entry.buffers[k].element;
    buffer.shape = {storage[k].size() / bytes_of(buffer.element)};
    buffer.bytes = storage[k];
    result.push_back(std::move(buffer));
  }
  return result;
}

bool only_waits_somewhere(const ptx::Module& module) {
  return std::ranges::any_of(module.functions, [](const ptx::Function& f) {
    return f.has_body && !sim::wait_loops(f, ptx::control_flow(f)).ends.empty();
  });
}

}  // namespace warplab::sim_corpus
