#include "common/settings.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "common/files.hpp"

namespace warplab::app {
namespace {

using nlohmann::json;

constexpr const char* kFile = "settings.json";

template <class T>
void read(const json& object, const char* key, T& value) {
  const auto found = object.find(key);
  if (found == object.end()) return;
  if constexpr (std::is_same_v<T, bool>) {
    if (found->is_boolean()) value = found->template get<bool>();
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (!found->is_number()) return;
    const double number = found->template get<double>();
    if (number > -1e6 && number < 1e6) value = static_cast<T>(number);
  } else {
    if (found->is_string()) value = found->template get<std::string>();
  }
}

// Shares that earlier versions had at first, whose window was divided otherwise. A share that was
// never moved becomes today's.
constexpr int kLayoutVersion = 3;
constexpr float kEarlierLeft[] = {0.245f, 0.27f, 0.28f, 0.29f},
                kEarlierRight[] = {0.255f, 0.32f, 0.34f}, kEarlierBeside[] = {0.40f};
// As far as the splitters go: what is left is the editor's.
constexpr float kMostBeside = 0.75f, kMostLeftAndRight = 0.85f;

void renew_earlier(Layout& layout) {
  const auto renew = [](float& share, std::span<const float> earlier, float now) {
    for (const float one : earlier)
      if (std::abs(share - one) < 1e-4f) share = now;
  };
  const Layout now;
  renew(layout.left, kEarlierLeft, now.left);
  renew(layout.right, kEarlierRight, now.right);
  renew(layout.beside, kEarlierBeside, now.beside);
}

void read_layout(const json& object, Layout& layout) {
  for (const auto& [key, share] :
       std::initializer_list<std::pair<const char*, float*>>{{"left", &layout.left},
                                                             {"right", &layout.right},
                                                             {"beside", &layout.beside},
                                                             {"code", &layout.code}}) {
    read(object, key, *share);
    *share = std::clamp(*share, 0.05f, 0.9f);
  }
  int version = 0;
  read(object, "layout_version", version);
  if (version < kLayoutVersion) renew_earlier(layout);
  layout.beside = std::min(layout.beside, kMostBeside);
  if (layout.left + layout.right > kMostLeftAndRight) {
    layout.left = Layout{}.left;
    layout.right = Layout{}.right;
  }
  for (const auto& [key, folded] : std::initializer_list<std::pair<const char*, bool*>>{
           {"left_folded", &layout.left_folded},
           {"right_folded", &layout.right_folded},
           {"course_folded", &layout.course_folded},
           {"task_folded", &layout.task_folded}})
    read(object, key, *folded);
  // Earlier versions showed the list above the statement, where it had little room.
  if (version < kLayoutVersion) layout.course_folded = true;
}

}  // namespace

Settings load_settings(const std::filesystem::path& folder) {
  Settings settings;
  const auto text = read_file(folder / kFile);
  if (!text) return settings;
  const json object = json::parse(*text, nullptr, false);
  if (!object.is_object()) return settings;

  std::string theme;
  read(object, "theme", theme);
  if (theme == "light") settings.theme = ThemeChoice::light;
  read(object, "font_size", settings.font_size);
  settings.font_size = std::clamp(settings.font_size, kSmallestFont, kLargestFont);
  read_layout(object, settings.layout);
  read(object, "wrap_lines", settings.wrap_lines);
  read(object, "run_on_save", settings.run_on_save);
  read(object, "compute_capability", settings.compute_capability);
  settings.compute_capability = std::clamp(settings.compute_capability, 75, 90);
  read(object, "device", settings.device);
  read(object, "model_gpu", settings.model_gpu);
  read(object, "last_exercise", settings.last_exercise);
  if (const auto reads = object.find("reads"); reads != object.end() && reads->is_object())
    for (const auto& [slug, value] : reads->items())
      if (value.is_boolean()) settings.reads[slug] = value.get<bool>();
  if (const auto written = object.find("written"); written != object.end() && written->is_object())
    for (const auto& [slug, value] : written->items())
      if (value.is_string()) settings.written[slug] = value.get<std::string>();
  read(object, "language", settings.language);
  read(object, "window_width", settings.window_width);
  read(object, "window_height", settings.window_height);
  settings.window_width = std::clamp(settings.window_width, 640, 16384);
  settings.window_height = std::clamp(settings.window_height, 400, 16384);
  return settings;
}

void save_settings(const std::filesystem::path& folder, const Settings& settings) {
  const json object = {
      {"theme", settings.theme == ThemeChoice::light ? "light" : "dark"},
      {"font_size", settings.font_size},
      {"layout_version", kLayoutVersion},
      {"left", settings.layout.left},
      {"right", settings.layout.right},
      {"beside", settings.layout.beside},
      {"code", settings.layout.code},
      {"left_folded", settings.layout.left_folded},
      {"right_folded", settings.layout.right_folded},
      {"course_folded", settings.layout.course_folded},
      {"task_folded", settings.layout.task_folded},
      {"wrap_lines", settings.wrap_lines},
      {"run_on_save", settings.run_on_save},
      {"compute_capability", settings.compute_capability},
      {"device", settings.device},
      {"model_gpu", settings.model_gpu},
      {"last_exercise", settings.last_exercise},
      {"reads", settings.reads},
      {"written", settings.written},
      {"language", settings.language},
      {"window_width", settings.window_width},
      {"window_height", settings.window_height},
  };
  (void)replace_file(folder / kFile,
                     object.dump(2, ' ', false, json::error_handler_t::replace) + "\n",
                     Durability::process);
}

}  // namespace warplab::app
