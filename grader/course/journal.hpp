#pragma once
// What is known of a course: an append-only journal in a SQLite database. Every result is written
// by itself and is safe when the call returns, so a run may be killed at any moment and goes on
// where it was. Several processes may use one journal at a time.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "course/feedback_text.hpp"

namespace warplab::course {

// What a result depends on; two results with one key are the same.
struct Key {
  std::string slug;
  std::string file_hash, exercise_hash;  // SHA-256, hexadecimal
  std::string options;                   // compiler, GPU or model, seed, in words
  // SHA-256 of what of the student's predictions the exercise asks for; empty: it asks for none.
  std::string predictions_hash;
  std::string programs;  // which grader, worker and NVRTC: see About
  // SHA-256 over all of them, hexadecimal.
  std::string text() const;
};

struct StoredResult {
  std::string key, slug, file_hash, exercise_hash, options;
  int round = 0;            // of --again; the latest counts
  std::string json;         // one element of "exercises" of the report, without times of the run
  double milliseconds = 0;  // that grading took
  std::string graded_at;    // 2026-11-30T23:59:00Z
  std::string predictions_hash, programs;  // as in Key
};

// One attempt of a student at an exercise: a file that was handed in once.
struct Attempt {
  // As in Person. Who that is in the course is said by the submissions of now: an id that was wrong
  // in students.csv and is mended leaves nothing behind.
  std::string owner, slug, file_hash;
  // Seconds since 1970. Of a file that is there now, what is said of it now.
  std::optional<int64_t> submitted;
  bool marked_late = false;
  std::string path;    // of the file in the submissions
  int64_t number = 0;  // of all attempts in the journal: later ones are larger
  // As in Key. Empty for an attempt of before the exercise asked.
  std::string predictions_hash;
};

// A student and what was found of them when the submissions were last read.
struct StudentRow {
  std::string student, owner, name, email, path;
  std::optional<int64_t> submitted;
  std::string submitted_by;
  bool marked_late = false;
  std::string notes_json;  // {"unused": [...], "troubles": [{"path", "sentence"}]}
};

// What of a student answers an exercise at present.
struct AnswerRow {
  std::string student, slug;
  std::string path;       // empty: nothing was handed in
  std::string file_hash;  // empty: it cannot be graded, `sentence` says why
  std::string sentence;   // of a file that is missing or cannot be read
  std::optional<int64_t> submitted;
  bool marked_late = false;
  std::string predictions_hash;  // as in Key
};

// The text of an attempt or of its predictions, kept so that a changed exercise can grade earlier
// ones anew.
struct Source {
  std::string file_hash, text;
};

// What the submissions were read as and are graded with.
struct About {
  std::string version, layout, root;
  std::string options;  // of every Key
  // Of every Key: "Warp Lab 0.1.0, grader 3f2a..., worker ..., NVRTC ...", by hashes of the files.
  std::string programs;
  // A result that other programs made counts where these made none.
  bool keep_old = false;
  // The zone that dates in zips were read in, and whether some date needed one.
  std::string time_zone;
  bool needs_zone = false;
  struct Exercise {
    std::string slug, title, hash;
  };
  std::vector<Exercise> exercises;
  struct Note {
    std::string path, sentence;
  };
  std::vector<Note> troubles;  // of names that are nobody's
  // The key of the result of an attempt at an exercise of the course; none: it has no such
  // exercise.
  std::optional<Key> key_of(const std::string& slug, const std::string& file_hash,
                            const std::string& predictions_hash = "") const;
};

// Why a key has no result yet: the grader's trouble, never the student's.
struct NotGradedRow {
  std::string key, slug, sentence;
};

// Whether it is what grading leaves of an exercise, whatever its verdict: an element of the
// report's "exercises".
bool is_result(const nlohmann::json& json, const std::string& slug);

class Journal {
 public:
  // Makes the file where there is none, and brings one of an older Warp Lab up to date, with
  // everything that is in it. The Error says why it cannot be used: read-only, full, damaged,
  // empty, of a newer Warp Lab, of another program.
  static Result<Journal> open(const std::filesystem::path& file);
  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;
  ~Journal();

  // What the submissions hold now takes the place of what they held. Attempts are added, and never
  // taken away; those that are there now have the date that is said now, and those of before the
  // exercise asked for predictions take what is predicted now.
  Result<bool> set_course(const About& about, const std::vector<StudentRow>& students,
                          const std::vector<AnswerRow>& answers,
                          const std::vector<Source>& sources);
  Result<std::optional<About>> about() const;  // none: nothing was read yet

  // From several threads.
  Result<bool> add(const StoredResult& result);
  Result<bool> add_not_graded(const NotGradedRow& row);
  // Feedback on the latest round of a key; it takes the place of what was there.
  Result<bool> add_feedback(const std::string& key, const FeedbackText& text);
  Result<std::set<std::string>> keys_with_feedback() const;
  Result<std::optional<FeedbackText>> feedback(const std::string& key) const;
  // Takes away what stands in the place of a result and is none ("{}"), so that it is graded again.
  Result<bool> drop_what_is_no_result();
  // The highest round of each key that has a result.
  Result<std::map<std::string, int>> known() const;
  // The latest round of a key; none: it was not graded.
  Result<std::optional<StoredResult>> result(const std::string& key) const;
  // The latest of those that are of the same but for the programs that made them.
  Result<std::optional<StoredResult>> result_of_others(const Key& key) const;

  // The owners of this student's attempts: by the submissions, and by the id in a journal of
  // before.
  static std::vector<std::string> owners_of(const StudentRow& row);

  Result<std::vector<StudentRow>> students() const;
  Result<std::vector<AnswerRow>> answers() const;
  Result<std::vector<Attempt>> attempts() const;
  Result<std::string> source(const std::string& file_hash) const;  // "": not there
  Result<std::vector<NotGradedRow>> not_graded() const;

  // Everything in `other` that is not here: results, attempts; its course where this has none.
  Result<bool> merge(const std::filesystem::path& other);

 private:
  struct Database;
  explicit Journal(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace warplab::course
