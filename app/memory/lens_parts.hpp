#pragma once
// The parts of the tab Lens around the picture of a warp's access, from top to bottom.
#include <memory>
#include <string>

#include "memory/lens_view.hpp"

namespace warplab::app {

// The line, what it asks for in a sentence, and where.
void draw_lens_head(Ui& ui, const LensView& view, const std::string& source, bool of_before);
// To the next and the last block, warp and iteration; `has_before`: there is a run before.
void draw_lens_steppers(Ui& ui, LensState& state, const LensView& view, bool has_before);
// The picture of the run's buffer with the elements of the access.
void draw_lens_buffer(Ui& ui, LensState& state, const Work& work, const LensView& view);
// Why it costs that, and where to look.
void draw_lens_texts(Ui& ui, const LensView& view);
// All lines. `view` is what is looked at, or null.
void draw_lens_table(Ui& ui, const Work& work, const LensAnswer& answer, const LensView* view);

// Of the run's own pictures; null: there is none of that buffer.
std::shared_ptr<const Picture> picture_of(const Work& work, const std::string& buffer);

}  // namespace warplab::app
