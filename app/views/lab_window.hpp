#pragma once
// The whole window: where the panes are, the keys that work everywhere, and what becomes of what
// the views ask for.
#include <optional>

#include "model/lab.hpp"
#include "views/course_list.hpp"
#include "views/dialogs.hpp"
#include "views/editor.hpp"
#include "views/item_focus.hpp"
#include "views/key_queue.hpp"
#include "views/messages_pane.hpp"
#include "views/pane_places.hpp"
#include "views/statement.hpp"
#include "views/tabs.hpp"

namespace warplab::app {

struct LabWindowState {
  CourseListState course;
  StatementState statement;
  EditorState editor;
  TabStates tabs;
  MessagesState messages;
  DialogsState dialogs;
  Tab tab = Tab::results;
  Tab other_tab =
      Tab::experiment;          // of exercises while an experiment is open, and the other way round
  std::string open;             // slug
  bool is_greeted = false;      // an experiment has taken the keyboard from the text
  bool tab_is_fixed = false;    // stays where --tab put it
  Side side = Side::statement;  // where there is room for one pane beside the editor
  PanePlaces places;            // of the last frame
  Pane focused = Pane::editor;
  std::optional<Pane> focus_request;
  ItemFocus item_focus;
  KeyQueue keys;
  int runs_seen = 0;

  LabWindowState();
  ~LabWindowState();
  LabWindowState(const LabWindowState&) = delete;
  LabWindowState& operator=(const LabWindowState&) = delete;
};

// One frame: keys, panes, and then everything that was asked for.
void draw_lab_window(Ui& ui, LabWindowState& state, Lab& lab);

}  // namespace warplab::app
