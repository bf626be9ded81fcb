#include "views/editor_keys.hpp"

#include <optional>

namespace warplab::app {
namespace {

using namespace key;

struct MotionKey {
  int key;
  bool control;
  Motion motion;
};
constexpr MotionKey kMotions[] = {
    {kLeft, false, Motion::left},       {kRight, false, Motion::right},
    {kLeft, true, Motion::word_left},   {kRight, true, Motion::word_right},
    {kUp, false, Motion::up},           {kDown, false, Motion::down},
    {kHome, false, Motion::line_start}, {kEnd, false, Motion::line_end},
    {kHome, true, Motion::text_start},  {kEnd, true, Motion::text_end},
    {kPageUp, false, Motion::page_up},  {kPageDown, false, Motion::page_down},
};

std::optional<Motion> motion_of(const InputEvent& event) {
  for (const MotionKey& row : kMotions)
    if (event.key == row.key && ((event.modifiers & kControl) != 0) == row.control &&
        !(event.modifiers & kAlt))
      return row.motion;
  return std::nullopt;
}

void copy_to(std::string& clipboard, CodeText& code, bool cut) {
  // Without a selection the whole line is meant.
  const bool whole_line = !code.has_selection();
  const Position caret = code.caret();
  if (whole_line) code.select_line(caret.line);
  clipboard = code.selected_text();
  if (cut) code.erase_forward(false);
  else if (whole_line) code.place(caret);
}

KeyEffect apply_control(const InputEvent& event, CodeText& code, std::string& clipboard) {
  const bool shift = event.modifiers & kShift;
  switch (event.key) {
    case 'Z': shift ? code.redo() : code.undo(); return KeyEffect::moved;
    case 'Y': code.redo(); return KeyEffect::moved;
    case 'A': code.select_all(); return KeyEffect::moved;
    case 'C': copy_to(clipboard, code, false); return KeyEffect::copied;
    case 'X': copy_to(clipboard, code, true); return KeyEffect::moved;
    case 'V': code.insert(clipboard); return KeyEffect::moved;
    case 'F': return KeyEffect::open_find;
    case 'G': return KeyEffect::open_go_to_line;
    case '/':
    case 'K': code.toggle_comment(); return KeyEffect::moved;
    case kBackspace: code.erase_backward(true); return KeyEffect::moved;
    case kDelete: code.erase_forward(true); return KeyEffect::moved;
    case kEnter: {  // a line below, from anywhere in this one
      code.move(Motion::line_end, false);
      code.new_line();
      return KeyEffect::moved;
    }
    default: return KeyEffect::none;
  }
}

}  // namespace

KeyEffect apply_key(const InputEvent& event, CodeText& code, std::string& clipboard,
                    int page_lines) {
  if (event.key == 0) {
    code.type(event.text);
    return KeyEffect::moved;
  }
  const bool shift = event.modifiers & kShift;
  if (const auto motion = motion_of(event)) {
    code.move(*motion, shift, page_lines);
    return KeyEffect::moved;
  }
  if (event.modifiers & kControl) return apply_control(event, code, clipboard);
  if (event.modifiers & kAlt) {
    if (event.key != kUp && event.key != kDown) return KeyEffect::none;
    code.move_lines(event.key == kUp ? -1 : 1);
    return KeyEffect::moved;
  }
  switch (event.key) {
    case kEnter:
    case kKeypadEnter: code.new_line(); return KeyEffect::moved;
    case kTab: shift ? code.outdent() : code.indent(); return KeyEffect::moved;
    case kBackspace: code.erase_backward(false); return KeyEffect::moved;
    case kDelete: code.erase_forward(false); return KeyEffect::moved;
    case kF3: return shift ? KeyEffect::find_previous : KeyEffect::find_next;
    case kEscape:
      if (code.has_selection()) code.place(code.caret());
      return KeyEffect::close;
    default: return KeyEffect::none;
  }
}

}  // namespace warplab::app
