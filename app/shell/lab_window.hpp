#pragma once
// The whole window: where the panes are, the keys that work everywhere, and what becomes of what
// the views ask for.
#include <optional>

#include "course/course_list.hpp"
#include "course/statement_view.hpp"
#include "draw/item_focus.hpp"
#include "draw/key_queue.hpp"
#include "draw/pane_places.hpp"
#include "editor/editor_view.hpp"
#include "lab/lab.hpp"
#include "memory/ptx_view.hpp"
#include "shell/dialogs.hpp"
#include "shell/status_line.hpp"
#include "shell/tabs.hpp"

namespace warplab::app {

struct LabWindowState {
  CourseListState course;
  StatementState statement;
  EditorState editor;
  TabStates tabs;
  PtxState ptx;
  bool shows_code = false;  // what the compiler made stands below the text
  DialogsState dialogs;
  StatusState status;
  Tab tab = Tab::result;
  Tab other_tab =
      Tab::experiment;        // of exercises while an experiment is open, and the other way round
  std::string open;           // slug
  bool is_greeted = false;    // an experiment has taken the keyboard from the text
  bool tab_is_fixed = false;  // stays where --tab put it
  PanePlaces places;          // of the last frame
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

// Whether the statement of what is open is read, or what came of a run: as it was chosen, and else
// the statement until the first run.
bool reads(const Lab& lab);
// Remembered for this exercise until its next run.
void set_reads(Lab& lab, bool reads);

// One frame: keys, panes, and then everything that was asked for.
void draw_lab_window(Ui& ui, LabWindowState& state, Lab& lab);

}  // namespace warplab::app
