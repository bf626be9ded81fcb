#pragma once
// What the two kinds of Live have in common: launches that lose updates (live.cpp) and steps that
// go on (live_steps.cpp). Only they include this.
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "live/live_view.hpp"

namespace warplab::app {

// The output pane has its textures; these are others. The picture of a launch on the GPU that draws
// is painted from that GPU's memory, as long as it is seen whole and every place of it has an
// element.
class OwnSlots final : public PicturePainter {
 public:
  // `device`: null where the GPU that launches does not draw. `why_on_host`: of this frame, where
  // it is known beforehand. `trouble`: Ui::interop_trouble, of the picture that was painted last.
  OwnSlots(PicturePainter& painter, DevicePictures* device, const LiveFrame& frame,
           std::string why_on_host, std::string& trouble)
      : painter_(painter),
        device_(device),
        frame_(frame),
        why_on_host_(std::move(why_on_host)),
        trouble_(trouble) {}
  ImTextureID paint(int slot, const ValueGrid& grid, const ValueRange& range,
                    const ColorMap& map) override {
    if (slot == 0) trouble_ = why_on_host_;
    if (slot == 0 && device_ && frame_.on_device && is_whole(grid)) {
      const auto painted =
          device_->paint(kFirst, *frame_.on_device, grid.rows, grid.columns, range, map);
      if (painted) return *painted;
      trouble_ = painted.error();
    }
    return painter_.paint(kFirst + slot, grid, range, map);
  }
  ImTextureID color_bar(const ColorMap& map) override { return painter_.color_bar(map); }

 private:
  static constexpr int kFirst = 8;
  bool is_whole(const ValueGrid& grid) const {
    const Picture& picture = *frame_.picture;
    return grid.rows == picture.rows() && grid.columns == picture.columns() &&
           picture.elements() ==
               static_cast<uint64_t>(grid.rows) * static_cast<uint64_t>(grid.columns);
  }
  PicturePainter& painter_;
  DevicePictures* device_;
  const LiveFrame& frame_;
  std::string why_on_host_;
  std::string& trouble_;
};

// Why the picture cannot come from the GPU that draws although there is one; empty: it can, or
// there is none.
inline std::string why_on_host(const Ui& ui, const LiveState& state, const LiveFrame& frame) {
  if (state.device) return frame.why_on_host;
  return ui.device_pictures && !state.gpu.empty() ? "another GPU draws this window" : "";
}

template <class Draw>
void with_own_slots(Ui& ui, const LiveState& state, const LiveFrame& frame, const Draw& draw) {
  PicturePainter* const painter = ui.painter;
  std::unique_ptr<OwnSlots> own;
  if (painter)
    own = std::make_unique<OwnSlots>(*painter, state.device, frame, why_on_host(ui, state, frame),
                                     ui.interop_trouble);
  ui.painter = own.get();
  draw();
  ui.painter = painter;
}

// Has the text compiled that is to be seen. `anew`: steps begin again; else they go on.
void start_live(LiveState& state, const Lab& lab, bool anew);
// Pause while it plays, else play, with these words under the mouse.
void draw_play_button(Ui& ui, LiveState& state, const Live::Snapshot& now, std::string_view pause,
                      std::string_view play);

// live_steps.cpp
void draw_live_steps(Ui& ui, LiveState& state, const Lab& lab, const Live::Snapshot& now);

}  // namespace warplab::app
