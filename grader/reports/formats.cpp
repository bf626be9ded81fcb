#include <algorithm>

#include "reports/format.hpp"

namespace warplab::grader {

extern const Format kTextFormat;  // text.cpp
extern const Format kJsonFormat;  // json.cpp

namespace {

constexpr const Format* kFormats[] = {&kTextFormat, &kJsonFormat};

}  // namespace

std::span<const Format* const> formats() { return kFormats; }

const Format* format_named(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kFormats), std::end(kFormats),
                   [&](const Format* format) { return format->name == name; });
  return found == std::end(kFormats) ? nullptr : *found;
}

}  // namespace warplab::grader
