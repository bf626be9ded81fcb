#include "headless.hpp"

#include <utility>

namespace warplab::test {

ImTextureID FakePainter::paint(int slot, const app::ValueGrid& grid, const app::ValueRange& range,
                               const app::ColorMap& map) {
  paintings.push_back({slot, grid, range, std::string(map.name)});
  return nullptr;
}

ImTextureID FakePainter::color_bar(const app::ColorMap&) { return nullptr; }

app::Images::Image FakeImages::load(const std::filesystem::path& file) {
  loaded = file;
  return image;
}

std::string FakeDesktop::open_in_editor(const std::filesystem::path& file) {
  opened.push_back(file.string());
  return failure;
}

std::string FakeDesktop::open_link(const std::string& address) {
  opened.push_back(address);
  return failure;
}

void FakeDesktop::quit() { quitting = true; }

FakePainter::FakePainter() = default;
FakePainter::~FakePainter() = default;

Headless::Headless(ImVec2 size) {
  context_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = size;
  io.DeltaTime = 1 / 60.0f;
#if IMGUI_VERSION_NUM < 18700
  // As a window's backend would: navigation by keyboard wants every key to have a number.
  for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = 400 + key;
#endif
  io.SetClipboardTextFn = [](void* user, const char* text) {
    static_cast<Headless*>(user)->clipboard_ = text;
  };
  io.GetClipboardTextFn = [](void* user) {
    return static_cast<Headless*>(user)->clipboard_.c_str();
  };
  io.ClipboardUserData = this;
  ui.palette = &app::palette_of(app::ThemeChoice::dark);
  app::apply_theme(*ui.palette, 1);
  ui.fonts = app::build_fonts(*io.Fonts, 15);
  ui.painter = &painter;
  ui.images = &images;
  ui.desktop = &desktop;
}

Headless::~Headless() { ImGui::DestroyContext(context_); }

void Headless::frame() {
  ImGui::SetCurrentContext(context_);
  ui.now += 1 / 60.0;
  ui.wake_after = 1e9;
  ImGui::NewFrame();
  draw();
  ImGui::Render();
}

void Headless::frames(int count) {
  for (int i = 0; i < count; ++i) frame();
}

void Headless::show(std::function<void()> content) {
  draw = [this, content = std::move(content)] {
    ui.items.clear();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("test", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    content();
    ImGui::End();
    ui.input.clear();
  };
}

bool Headless::has(const std::string& name) const { return find(name) != nullptr; }

bool Headless::is_whole(const std::string& name) const {
  const auto* item = find(name);
  INFO("item ", name);
  REQUIRE(item);
  REQUIRE(item->window);
  const ImRect room = item->window->InnerRect;
  const float middle = (item->min.y + item->max.y) / 2, half = ui.fonts.text->FontSize / 2;
  return middle - half >= room.Min.y && middle + half <= room.Max.y;
}

ImRect Headless::area_of(const std::string& name) const {
  const auto* item = find(name);
  INFO("item ", name);
  REQUIRE(item);
  return {item->min, item->max};
}

ImVec2 Headless::center_of(const std::string& name) const { return area_of(name).GetCenter(); }

void Headless::move_mouse(ImVec2 at) {
  ImGui::GetIO().MousePos = at;
  frame();
}

void Headless::click_at(ImVec2 at) {
  move_mouse(at);
  ImGui::GetIO().MouseDown[0] = true;
  frame();
  ImGui::GetIO().MouseDown[0] = false;
  frame();
  frame();
}

void Headless::click(const std::string& name) { click_at(center_of(name)); }

void Headless::drag(ImVec2 from, ImVec2 to) {
  move_mouse(from);
  ImGui::GetIO().MouseDown[0] = true;
  frame();
  move_mouse({(from.x + to.x) / 2, (from.y + to.y) / 2});
  move_mouse(to);
  ImGui::GetIO().MouseDown[0] = false;
  frame();
}

void Headless::wheel(ImVec2 at, float by) {
  move_mouse(at);
  ImGui::GetIO().MouseWheel = by;
  frame();
  ImGui::GetIO().MouseWheel = 0;
  frame();
}

void Headless::press(int key, unsigned modifiers) {
  ui.input.push_back({key, modifiers, {}});
  frame();
  frame();
}

void Headless::type(const std::string& text) {
  for (const char c : text) ui.input.push_back({0, 0, std::string(1, c)});
  frame();
}

const app::Ui::PlacedItem* Headless::find(const std::string& name) const {
  for (const auto& item : ui.items)
    if (item.name == name) return &item;
  return nullptr;
}

}  // namespace warplab::test
