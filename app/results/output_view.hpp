#pragma once
// The student's buffer as a picture beside the expected one and the difference.
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "draw/picture.hpp"
#include "draw/ui.hpp"
#include "lab/lab.hpp"

namespace warplab::app {

// What part of a picture is seen; the panels share it.
struct PictureView {
  double zoom = 0;             // pixels of an element; 0: the whole picture fits
  double row = 0, column = 0;  // the element in the middle
};

// Yours, an earlier run's, the starter's, right, the difference, the mask.
inline constexpr size_t kMostPanels = 6;

struct OutputState {
  std::string slug;
  std::string buffer;     // the chosen one; empty: the first with an expected picture
  std::string color_map;  // empty: what the exercise says
  bool fixed = false;
  double low = 0, high = 1;
  bool range_from_view = false;  // `fixed`, `low` and `high` were taken from the exercise
  int run = 0;                   // 0: the run of the verdict; others: further orders
  PictureView view;
  const Picture* painted_for = nullptr;

  // What is painted in each slot, so that nothing is painted twice.
  struct Painted {
    const Picture* picture = nullptr;
    PictureSide side = PictureSide::actual;
    int64_t row = 0, column = 0, rows = 0, columns = 0, step = 0;
    double low = 0, high = 0;
    const ColorMap* map = nullptr;
    friend bool operator==(const Painted&, const Painted&) = default;
  };
  std::array<Painted, kMostPanels> painted;
  std::array<ImTextureID, kMostPanels> textures{};
  std::array<std::shared_ptr<const Picture>, kMostPanels>
      kept;  // so that an address is not used again

  struct Place {
    int64_t row = 0, column = 0;
  };
  std::optional<Place> hovered;
  std::optional<Place> chosen;  // in this frame, by a click or Enter
  bool has_earlier = false;     // an earlier run stands beside the last one
  bool wants_earlier = false;   // or not any more: a key was pressed
  bool shows_colors = false;    // the choice of colours and their range
};

// While the tab has the keyboard: E shows the newest earlier run of another text beside the last
// one, and E or Escape puts it away.
bool take_output_key(OutputState& state, const InputEvent& event);
// There is one, or it is on its way.
bool has_picture(const Lab& lab);
// Something in it is wrong, or it is to be compared with another one.
bool picture_is_news(const Lab& lab);
// From the cursor on, over what is in sight below it, and over more where that is too little.
// `lit`: what the selection touches, which lights up; null: nothing.
void draw_output(Ui& ui, OutputState& state, const Lab& lab, const LitElements* lit = nullptr);

}  // namespace warplab::app
