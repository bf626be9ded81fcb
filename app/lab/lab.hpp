#pragma once
// Everything the window shows and does, without the window: the course, the exercise that is open,
// its text, runs and history. The views read it; what the student asks for arrives as calls of its
// members.
#include <atomic>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/devices.hpp"
#include "common/selection.hpp"
#include "common/settings.hpp"
#include "common/user_folders.hpp"
#include "course/course.hpp"
#include "course/course_reader.hpp"
#include "course/predictions.hpp"
#include "course/statement_text.hpp"
#include "editor/breakpoints.hpp"
#include "editor/builtins.hpp"
#include "editor/document.hpp"
#include "editor/typing_check.hpp"
#include "exercise/folder_watch.hpp"
#include "results/history.hpp"
#include "results/launch_costs.hpp"
#include "results/messages.hpp"
#include "results/run.hpp"
#include "results/what_changed.hpp"

namespace warplab::app {

// What the last run said about lines; the lines move as the text is edited. What the compiler says
// is that of the last text that was compiled, in a run or since.
struct LineMarks {
  std::vector<Message> messages;
  bool compiled_since = false;        // the compiler's messages are of a later text than the run's
  std::vector<LineCost> costs;        // of the variant that is shown, all its launches together
  std::vector<LaunchLines> launches;  // the same by launch
  uint64_t of_version = 0;            // the text that was run
  std::vector<LineChange> moved;      // since then
};

// One exercise that was opened, kept while the program runs.
struct Work {
  explicit Work(Document opened) : document(std::move(opened)) {}
  Document document;
  std::shared_ptr<const RunOutcome> outcome;  // of the last run in this session
  std::vector<PictureRun> pictures;           // that belong to it; of the student's text first
  std::shared_ptr<const StarterRun> starter;  // after a text has passed
  // Beside them: those of an earlier text; `earlier_title` is what it is called, empty: none was
  // asked for. Null while it is being run.
  std::shared_ptr<const EarlierRun> earlier;
  std::string earlier_title;
  bool pictures_put_away = false;  // for the memory; the next run makes them again
  uint64_t last_opened = 0;        // grows from one opening of an exercise to the next
  LineMarks marks;
  uint64_t compiled_version = 0;  // of the text that was compiled last, or is being
  size_t variant = 0;             // whose counters are shown
  Selection selection;
  std::vector<int> linked_lines;  // of the run, that have a colour while their code is shown
  Breakpoints breakpoints;        // of the text as it is now
  int executing_line = 0;         // of the run, that executes next in a walk that is shown; 0: none
  int hints_shown = 0;
  StatementText statement;
  uint64_t statement_version = 0;  // grows when `statement` changes
};

class Lab {
 public:
  struct Places {
    std::filesystem::path exercises, submission;
    UserFolders user;
    std::vector<std::filesystem::path> gpus =
        {};  // folders of descriptions for models: ours, the user's
  };
  // Where GPUs come from; without `find` there are none.
  struct Gpus {
    FindGpus find;
    verdict::StartGpuWorker start = &worker::GpuWorker::start;
  };
  // `wake` is called from other threads when tick() has something to do.
  Lab(Places places, CourseLoader loader, Grade grade, std::function<void()> wake, Gpus gpus,
      ExperimentLoader experiments = {});
  Lab(Places places, CourseLoader loader, Grade grade, std::function<void()> wake)
      : Lab(std::move(places), std::move(loader), std::move(grade), std::move(wake), Gpus{}) {}
  ~Lab();

  const Places& places() const { return places_; }
  const Course& course() const { return course_; }
  Progress progress_of(const std::string& slug) const;
  Settings& settings() { return settings_; }
  const Settings& settings() const { return settings_; }
  // What the command line asks for holds in this window until it is changed here, and is not
  // remembered. A window that is opened for a picture or a measurement remembers nothing.
  struct Overrides {
    std::optional<ThemeChoice> theme = {};
    std::optional<std::string> language = {};
    bool remembers = true;
  };
  void override_settings(const Overrides& overrides);
  // Besides English, those in which the course has statements, and how many.
  const std::map<std::string, size_t>& languages() const { return course_.languages(); }
  const Builtins& builtins() const { return builtins_; }
  const Devices& devices() const { return devices_; }
  // The GPU that runs are timed on. None: the simulator alone runs them, and why_no_gpu() says why.
  const Gpu* chosen_gpu() const;
  std::string why_no_gpu() const;  // "no time was measured, because there is no NVIDIA GPU"

  // The open exercise. `entry` is null before the first open(); `work` also for one that cannot be
  // read.
  const CourseEntry* entry() const { return course_.find(slug_); }
  const exercise::Exercise* exercise() const;
  // Null: what is open is an exercise, or cannot be read. exercise() has its kernels and statement.
  std::shared_ptr<const experiment::Experiment> experiment() const;
  Work* work();
  const Work* work() const;
  void open(const std::string& slug);
  void open_neighbour(int direction);  // +1: the next exercise
  // Where the student goes from the open exercise, and how far the course has come.
  CourseStanding standing() const;
  // Every exercise of the course with the runs that it took.
  std::vector<CourseRow> summary();

  // What was predicted, and what was seen; each is written at once.
  const Predictions& predictions() const { return predictions_; }
  void predict(const experiment::Prediction& prediction, experiment::Predicted said, bool right);
  void see_answer();

  // Saves and runs. An experiment is saved only: its numbers follow the text by themselves.
  // `other_schedules`: how many further orders of blocks and warps are tried after it.
  void run(int other_schedules = 0);
  void cancel() { runner_.cancel(); }
  const Runner& runner() const { return runner_; }
  void confirm_quiet() { runner_.confirm_quiet(); }  // see Runner::wants_quiet()
  // Grows with every run() of the experiment that is open, whose numbers are then those of the text
  // at this time.
  int experiment_runs() const { return experiment_runs_; }
  // Grows with every run that ended, so that views notice.
  int runs_ended() const { return runs_ended_; }

  // From now on check_typing() compiles with what this makes; before that it does nothing.
  void use_checker(const TypingCheck::MakeMachine& make);
  // Compiles the text as it stands in the background, unless that was done or a run is doing it.
  // What comes of it replaces the compiler's messages in the marks.
  void check_typing();
  void drop_check();  // one that is going on
  bool is_checking() const { return check_ && check_->snapshot().working; }

  void save();
  void show_next_hint();
  void reset_to_starter();                   // the old text goes to the history
  void restore(const std::string& attempt);  // likewise
  void keep_mine();
  void take_theirs();
  void show_variant(size_t variant);
  // Runs the text of an attempt for its pictures, which then stand beside those of the last run,
  // until the next run or hide_earlier(). `title`: "13:45:01".
  void show_earlier(const std::string& attempt, const std::string& title);
  void hide_earlier();
  // The newest attempt with another text than the last run's; null: there is none.
  const Attempt* newest_earlier();
  History& history() { return history_; }

  // Sentences of the lab's own, newest last: reloads, failures to write, what was recovered.
  struct Notice {
    Severity severity;
    std::string slug, text;
    int times = 1;  // that it was said; the last time counts for the order
  };
  const std::deque<Notice>& notices() const { return notices_; }
  void notice(Severity severity, std::string text);

  // Once a frame: takes results and changes of files, keeps the journal. Returns whether anything
  // changed.
  bool tick();
  // Asks for a look at the files on disk, as when the window gets the focus.
  void check_files() { exercises_changed_ = submission_changed_ = true; }
  // The course is being read again. What was read before stays until a tick() after that.
  bool is_reading_course() const { return exercises_changed_ || course_reader_.is_busy(); }

 private:
  void load_work();
  void load_statement(Work& work);
  void take_course(CourseRead read);
  void keep_settings();
  void choose_device(RunRequest& request) const;
  bool take_news();  // of the runner; returns whether there was any
  void take_outcome(std::shared_ptr<const RunOutcome> outcome);
  void update_marks(Work& work);
  bool take_check();
  static void move_marks(LineMarks& marks, const std::vector<LineChange>& moved);
  void put_aside(const std::string& why, const std::string& text);  // into the history
  // Says what goes wrong now, where anything does, once, and takes back what has been mended.
  void follow_trouble(std::string& said, Severity severity, const std::string& now);
  bool check_document();
  // Drops pictures until those that are kept have at most `most` bytes, beginning with the exercise
  // that was opened longest ago. The one that is open and `besides` keep theirs and do not count.
  void put_pictures_away(size_t most, const std::string& besides);

  Places places_;
  Settings settings_, saved_settings_;
  Settings own_settings_;  // as they are on disk, without what the command line asked for
  Overrides overrides_;
  std::string language_shown_;  // the setting that statements were read for
  Course course_;
  CourseReader course_reader_;
  History history_;
  Predictions predictions_;
  std::string slug_;
  std::map<std::string, std::unique_ptr<Work>> works_;
  std::map<std::string, Progress> progress_;
  std::deque<Notice> notices_;
  std::string journal_trouble_, save_trouble_, course_trouble_;  // that stand in notices_
  int runs_ended_ = 0, experiment_runs_ = 0;
  uint64_t openings_ = 0;
  Builtins builtins_;
  Devices devices_;
  Runner runner_;
  std::unique_ptr<TypingCheck> check_;  // null: there is none
  std::shared_ptr<const CheckAnswer> last_check_;
  std::atomic<bool> exercises_changed_ = false, submission_changed_ = false;
  exercise::FolderWatch exercises_watch_, submission_watch_;
};

}  // namespace warplab::app
