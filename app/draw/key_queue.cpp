#include "draw/key_queue.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

#include "common/text_buffer.hpp"

namespace warplab::app {
namespace {

// A field of ImGui takes three frames to have the keyboard, the text after a field as many. Whoever
// has not got it after some more (a pane that is folded away) does not get it at all.
constexpr int kMostFramesHeld = 8;

// With Control: what edits the text, or its size, and can be held down. These hand nothing on.
constexpr std::string_view kRepeated = "ZYACXVDLK/[] \\=+-0";

// After such a key somebody else may have the keyboard, or something else is open.
bool stands_alone(const InputEvent& event, bool in_text) {
  using namespace key;
  if (event.key == 0) return false;
  if (event.key == kEscape || (event.key >= kF1 && event.key <= kF1 + 11)) return true;
  if (event.key == kEnter || event.key == kKeypadEnter || event.key == kTab) return !in_text;
  if (event.key == kPageUp || event.key == kPageDown) return event.modifiers & kAlt;
  if (event.key > 255 || !(event.modifiers & (kControl | kAlt))) return false;
  return kRepeated.find(static_cast<char>(event.key)) == std::string_view::npos;
}

// What ImGui was given of letters that wait here would be in its fields too early.
void give_letters_to_imgui(const std::vector<InputEvent>& events) {
  ImVector<ImWchar>& letters = ImGui::GetIO().InputQueueCharacters;
  letters.resize(0);
  for (const InputEvent& event : events)
    for (size_t i = 0; event.key == 0 && i < event.text.size();) {
      const Letter letter = letter_at(event.text, i);
      letters.push_back(static_cast<ImWchar>(letter.code));
      i += static_cast<size_t>(letter.bytes);
    }
}

bool has(const std::vector<InputEvent>& events, int key) {
  return std::any_of(events.begin(), events.end(),
                     [&](const InputEvent& event) { return event.key == key; });
}

// ImGui asks whether a key went down in this frame. With Escape a field takes back what was typed,
// and with Enter it ends: that must not come before the letters that wait with it.
void give_keys_to_imgui(const std::vector<InputEvent>& now,
                        const std::vector<InputEvent>& waiting) {
  constexpr std::pair<int, ImGuiKey> kEnds[] = {{key::kEscape, ImGuiKey_Escape},
                                                {key::kEnter, ImGuiKey_Enter}};
  for (const auto& [key, of_imgui] : kEnds) {
    const bool is_now = has(now, key);
    if (!is_now && !has(waiting, key)) continue;
#if IMGUI_VERSION_NUM < 18700
    ImGuiIO& io = ImGui::GetIO();
    if (const int at = io.KeyMap[of_imgui]; at >= 0)
      io.KeysDownDuration[at] = is_now ? 0.0f : -1.0f;
#else
    ImGuiKeyData& data = *ImGui::GetKeyData(of_imgui);
    data.Down = is_now;
    data.DownDuration = is_now ? 0.0f : -1.0f;
#endif
  }
}

}  // namespace

void take_turn(Ui& ui, KeyQueue& queue, bool hands_on, bool in_text) {
  const bool waited = !queue.waiting.empty();
  std::vector<InputEvent> events = std::exchange(queue.waiting, {});
  std::move(ui.input.begin(), ui.input.end(), std::back_inserter(events));
  ui.input.clear();
  queue.frames_held = hands_on ? queue.frames_held + 1 : 0;
  auto end = events.begin();
  if (!hands_on || queue.frames_held > kMostFramesHeld) {
    end = std::find_if(events.begin(), events.end(),
                       [&](const InputEvent& event) { return stands_alone(event, in_text); });
    if (end == events.begin() && end != events.end()) ++end;
  }
  queue.waiting.assign(std::make_move_iterator(end), std::make_move_iterator(events.end()));
  events.erase(end, events.end());
  ui.input = std::move(events);
  if (!waited && queue.waiting.empty()) return;
  give_letters_to_imgui(ui.input);
  give_keys_to_imgui(ui.input, queue.waiting);
  if (!queue.waiting.empty()) ui.wake_within(0);
}

}  // namespace warplab::app
