#pragma once
// ImGui without a window and without GL: frames are made and nothing is drawn. Things are pressed
// by the names under which the views note them.
#include <doctest/doctest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <functional>
#include <string>
#include <vector>

#include "draw/ui.hpp"

namespace warplab::test {

// Remembers what was painted.
class FakePainter : public app::PicturePainter {
 public:
  struct Painting {
    int slot;
    app::ValueGrid grid;
    app::ValueRange range;
    std::string map;
  };
  std::vector<Painting> paintings;

  FakePainter();
  ~FakePainter() override;
  ImTextureID paint(int slot, const app::ValueGrid& grid, const app::ValueRange& range,
                    const app::ColorMap& map) override;
  ImTextureID color_bar(const app::ColorMap&) override;
};

class FakeImages : public app::Images {
 public:
  std::filesystem::path loaded;
  Image image;
  Image load(const std::filesystem::path& file) override;
};

class FakeDesktop : public app::Desktop {
 public:
  std::vector<std::string> opened;
  std::string failure;
  bool quitting = false;
  std::string open_in_editor(const std::filesystem::path& file) override;
  std::string open_link(const std::string& address) override;
  void quit() override;
};

class Headless {
 public:
  app::Ui ui;
  FakePainter painter;
  FakeImages images;
  FakeDesktop desktop;
  std::function<void()> draw;  // the content of a frame

  explicit Headless(ImVec2 size = {1440, 900});
  ~Headless();
  Headless(const Headless&) = delete;
  Headless& operator=(const Headless&) = delete;

  void frame();
  void frames(int count);
  // Draws `content` in a window of its own that fills the screen.
  void show(std::function<void()> content);

  bool has(const std::string& name) const;
  // A line of text in its middle is not cut off by the window that it is in.
  bool is_whole(const std::string& name) const;
  ImRect area_of(const std::string& name) const;
  ImVec2 center_of(const std::string& name) const;
  void move_mouse(ImVec2 at);
  void click_at(ImVec2 at);
  void click(const std::string& name);
  void drag(ImVec2 from, ImVec2 to);
  void wheel(ImVec2 at, float by);
  void press(int key, unsigned modifiers = 0);
  void type(const std::string& text);

 private:
  const app::Ui::PlacedItem* find(const std::string& name) const;
  std::string clipboard_;
  ImGuiContext* context_ = nullptr;
};

}  // namespace warplab::test
