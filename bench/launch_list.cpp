#include "launch_list.hpp"

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "data/random.hpp"
#include "exercise/expression.hpp"

namespace warplab::bench {
namespace {

using nlohmann::json;

struct Reader {
  std::map<std::string, int64_t> names;

  int64_t number(const json& node) const {
    if (node.is_number()) return node.get<int64_t>();
    const Result<exercise::Expression> parsed =
        exercise::Expression::parse(node.get<std::string>());
    if (!parsed) throw std::runtime_error(parsed.error());
    const Result<int64_t> value = parsed->evaluate(names);
    if (!value) throw std::runtime_error(value.error());
    return *value;
  }

  Dim3 extent(const json& node) const {
    Dim3 extent;
    uint32_t* const parts[] = {&extent.x, &extent.y, &extent.z};
    for (size_t i = 0; i < node.size() && i < 3; ++i)
      *parts[i] = static_cast<uint32_t>(number(node[i]));
    return extent;
  }

  ListedBuffer buffer(const json& node) const {
    ListedBuffer buffer;
    buffer.name = node.at(0).get<std::string>();
    const auto element = data::element_type_named(node.at(1).get<std::string>());
    if (!element) throw std::runtime_error(buffer.name + " has an element type that is not known");
    buffer.element = *element;
    buffer.elements = static_cast<uint64_t>(number(node.at(2)));
    const auto fill = node.at(3).get<std::string>();
    constexpr std::string_view kBelow = "below ";
    if (fill == "zeros") {
      buffer.fill = Fill::zeros;
    } else if (fill == "uniform") {
      buffer.fill = Fill::uniform;
    } else if (fill.starts_with(kBelow)) {
      buffer.fill = Fill::below;
      buffer.bound = static_cast<uint64_t>(number(fill.substr(kBelow.size())));
    } else if (fill != "none") {
      throw std::runtime_error("\"" + fill + "\" is no fill");
    }
    return buffer;
  }

  data::Argument argument(const json& node, const std::vector<ListedBuffer>& buffers) const {
    data::Argument argument;
    if (node.is_string()) {
      for (size_t i = 0; i < buffers.size(); ++i)
        if (buffers[i].name == node.get<std::string>()) argument.buffer = static_cast<int>(i);
      if (argument.buffer < 0) throw std::runtime_error("there is no buffer " + node.dump());
      return argument;
    }
    const json::const_iterator member = node.begin();
    const std::string& type = member.key();
    const json& value = member.value();
    const auto element = data::element_type_named(type);
    if (!element) throw std::runtime_error(type + " is no element type");
    const auto whole = number(value);
    data::with_type(*element, [&]<class T>(T) {
      argument.value.resize(sizeof(T));
      if constexpr (std::is_arithmetic_v<T>) {
        const T typed = static_cast<T>(whole);
        std::memcpy(argument.value.data(), &typed, sizeof typed);
      }
    });
    return argument;
  }

  ListedLaunch launch(const json& entry) const {
    ListedLaunch listed;
    listed.name = entry.at("name").get<std::string>();
    if (entry.contains("n") && entry.at("n").size() > 1)
      listed.name += fmt::format(", n {}", names.at("n"));
    listed.file = entry.at("file").get<std::string>();
    listed.launch.kernel = entry.at("kernel").get<std::string>();
    listed.launch.grid = extent(entry.at("grid"));
    listed.launch.block = extent(entry.at("block"));
    if (entry.contains("shared"))
      listed.launch.dynamic_shared_bytes = static_cast<uint32_t>(number(entry.at("shared")));
    for (const json& node : entry.at("buffers")) listed.buffers.push_back(buffer(node));
    for (const json& node : entry.at("arguments"))
      listed.launch.arguments.push_back(argument(node, listed.buffers));
    return listed;
  }
};

}  // namespace

uint64_t ListedLaunch::bytes() const {
  uint64_t sum = 0;
  for (const ListedBuffer& buffer : buffers)
    sum += buffer.elements * data::bytes_of(buffer.element);
  return sum;
}

Result<std::vector<ListedLaunch>> read_launch_list(const std::string& path) {
  std::vector<ListedLaunch> launches;
  std::ifstream file(path);
  if (!file) return Error{"There is no file " + path + "."};
  std::string name;
  try {
    const json list = json::parse(file);
    for (const json& entry : list.at("launches")) {
      name = entry.at("name").get<std::string>();
      const json values = entry.value("n", json::array({0}));
      for (const json& value : values)
        launches.push_back(Reader{{{"n", value.get<int64_t>()}}}.launch(entry));
    }
  } catch (const std::exception& problem) {
    return Error{fmt::format("{}, \"{}\": {}.", path, name, problem.what())};
  }
  return launches;
}

std::vector<std::byte> content_of(const ListedBuffer& buffer) {
  const data::RandomStream random(1, buffer.name);
  std::vector<std::byte> bytes(buffer.elements * data::bytes_of(buffer.element));
  if (buffer.fill != Fill::uniform && buffer.fill != Fill::below) return bytes;
  data::with_type(buffer.element, [&]<class T>(T) {
    if constexpr (std::is_arithmetic_v<T>) {
      for (uint64_t i = 0; i < buffer.elements; ++i) {
        const T value = buffer.fill == Fill::uniform
                            ? static_cast<T>(random.unit(i))
                            : static_cast<T>(random.below(buffer.bound, i));
        std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
      }
    }
  });
  return bytes;
}

}  // namespace warplab::bench
