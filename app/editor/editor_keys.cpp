#include "editor/editor_keys.hpp"

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
  const bool whole_line = !code.has_selection() && code.other_carets().empty();
  const Position caret = code.caret();
  if (whole_line) code.select_line(caret.line);
  clipboard = code.selected_text();
  if (cut) code.erase_forward(false);
  else if (whole_line) code.place(caret);
}

KeyEffect go_to_partner(CodeText& code) {
  if (const auto pair = code.bracket_pair()) {
    const bool at_first =
        code.caret() == pair->begin || code.caret() == code.buffer().next(pair->begin);
    code.place(at_first ? pair->end : pair->begin);
  }
  return KeyEffect::moved;
}

// A line below, or above, from anywhere in this one.
void open_line(CodeText& code, bool above) {
  if (!above) {
    code.move(Motion::line_end, false);
    return code.new_line();
  }
  const int line = code.caret().line;
  const std::string& text = code.buffer().line(line);
  const std::string indentation = text.substr(0, static_cast<size_t>(indentation_bytes(text)));
  code.place({line, 0});
  code.insert(indentation + "\n");
  code.place({line, static_cast<int>(indentation.size())});
}

KeyEffect apply_control_shift(const InputEvent& event, CodeText& code) {
  switch (event.key) {
    case 'Z': code.redo(); return KeyEffect::moved;
    case 'D': code.duplicate_lines(1); return KeyEffect::moved;
    case 'K': code.erase_lines(); return KeyEffect::moved;
    case 'L': code.select_every(); return KeyEffect::moved;
    case '\\': return go_to_partner(code);
    case kEnter: open_line(code, true); return KeyEffect::moved;
    case kBackspace: code.erase_backward(true); return KeyEffect::moved;
    case kDelete: code.erase_forward(true); return KeyEffect::moved;
    default: return KeyEffect::none;
  }
}

KeyEffect apply_control(const InputEvent& event, CodeText& code, std::string& clipboard) {
  if (event.modifiers & kShift) return apply_control_shift(event, code);
  switch (event.key) {
    case 'Z': code.undo(); return KeyEffect::moved;
    case 'Y': code.redo(); return KeyEffect::moved;
    case 'A': code.select_all(); return KeyEffect::moved;
    case 'C': copy_to(clipboard, code, false); return KeyEffect::copied;
    case 'X': copy_to(clipboard, code, true); return KeyEffect::moved;
    case 'V': code.insert(clipboard); return KeyEffect::moved;
    case 'D': code.select_next(); return KeyEffect::moved;
    case 'L': code.select_lines(); return KeyEffect::moved;
    case 'F': return KeyEffect::open_find;
    case 'H': return KeyEffect::open_replace;
    case 'G': return KeyEffect::open_go_to_line;
    case ' ': return KeyEffect::complete;
    case '/':
    case 'K': code.toggle_comment(); return KeyEffect::moved;
    case ']': code.indent(true); return KeyEffect::moved;
    case '[': code.outdent(); return KeyEffect::moved;
    case kBackspace: code.erase_backward(true); return KeyEffect::moved;
    case kDelete: code.erase_forward(true); return KeyEffect::moved;
    case kEnter: open_line(code, false); return KeyEffect::moved;
    default: return KeyEffect::none;
  }
}

// With Alt: lines are moved, with Shift a rectangle grows, with Control and Shift lines are copied.
KeyEffect apply_alt(const InputEvent& event, CodeText& code) {
  const int lines = event.key == kDown ? 1 : event.key == kUp ? -1 : 0;
  const int columns = event.key == kRight ? 1 : event.key == kLeft ? -1 : 0;
  switch (event.modifiers) {
    case kAlt:
      if (lines == 0) return KeyEffect::none;
      code.move_lines(lines);
      return KeyEffect::moved;
    case kAlt | kShift:
      if (lines == 0 && columns == 0) return KeyEffect::none;
      code.extend_columns(columns, lines);
      return KeyEffect::moved;
    case kAlt | kShift | kControl:
      if (lines == 0) return KeyEffect::none;
      code.duplicate_lines(lines);
      return KeyEffect::moved;
    default: return KeyEffect::none;
  }
}

}  // namespace

KeyEffect apply_key(const InputEvent& event, CodeText& code, std::string& clipboard, int page_lines,
                    LineWrap* wrap) {
  if (event.key == 0) {
    code.type(event.text);
    return KeyEffect::moved;
  }
  const bool shift = event.modifiers & kShift;
  if (const auto motion = motion_of(event)) {
    code.move(*motion, shift, page_lines, wrap);
    return KeyEffect::moved;
  }
  if (event.modifiers & kAlt) return apply_alt(event, code);
  if (event.modifiers & kControl) return apply_control(event, code, clipboard);
  switch (event.key) {
    case kEnter:
    case kKeypadEnter: code.new_line(); return KeyEffect::moved;
    case kTab: shift ? code.outdent() : code.indent(); return KeyEffect::moved;
    case kBackspace: code.erase_backward(false); return KeyEffect::moved;
    case kDelete: code.erase_forward(false); return KeyEffect::moved;
    case kF3: return shift ? KeyEffect::find_previous : KeyEffect::find_next;
    case kEscape:
      if (!code.other_carets().empty()) {
        code.keep_main_caret();
        return KeyEffect::moved;
      }
      if (code.has_selection()) code.place(code.caret());
      return KeyEffect::close;
    default: return KeyEffect::none;
  }
}

}  // namespace warplab::app
