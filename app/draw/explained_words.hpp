#pragma once
// The words of a statement that the glossary explains: where they stand, and what is said of them.
#include <vector>

#include "draw/markdown_layout.hpp"
#include "exercise/glossary.hpp"

namespace warplab::app {

// In text, not in code, headings and links. A word that two lines share is not found.
std::vector<LaidTerm> explained_words(const MarkdownLayout& layout, const Ui& ui,
                                      const exercise::Glossary& glossary);

// Explains the word under the mouse, and by keyboard each where it stands first, which has dots
// below it. `origin` is where the layout begins on the screen.
void draw_explained_words(Ui& ui, const std::vector<LaidTerm>& words,
                          const exercise::Glossary& glossary, ImVec2 origin);

}  // namespace warplab::app
