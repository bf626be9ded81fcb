#pragma once
// A language server: says in any editor what the window says of a file. It grades what is opened
// and saved, on a thread of its own. Source: Language Server Protocol 3.17.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "base/result.hpp"
#include "server/answers.hpp"

namespace warplab::app {

class LanguageServer {
 public:
  struct World {
    // A message to the client. Called by two threads, one at a time.
    std::function<void(const nlohmann::json&)> send;
    // The Error says why nothing can be said of the file. Ends early, with anything, where `cancel`
    // becomes true.
    std::function<Result<GradedFile>(const std::filesystem::path& file, const std::string& text,
                                     const std::atomic<bool>& cancel)>
        grade;
    // The window's lens at a line; a sentence where it cannot be opened.
    std::function<std::string(const GradedFile& graded, int line)> open_window;
    std::string version;
  };
  explicit LanguageServer(World world);
  ~LanguageServer();
  LanguageServer(const LanguageServer&) = delete;
  LanguageServer& operator=(const LanguageServer&) = delete;

  // A message from the client, whatever stands in it.
  void take(const std::string& content);
  // Behind `exit`: 0 where `shutdown` came first, as the protocol has it.
  std::optional<int> exit_code() const { return exit_code_; }

 private:
  struct Document {
    std::string text;
    std::shared_ptr<const GradedFile> graded;  // null: not yet, or the file belongs to no exercise
  };
  using Json = nlohmann::json;

  void notified(const std::string& method, const Json& params);
  Json answer(const std::string& method, const Json& params);
  Json see_why(const Json& params);
  void opened_or_changed(const std::string& uri, std::string text);
  void want(const std::string& uri);
  void grade_what_is_wanted();
  void graded(const std::string& uri, const Result<GradedFile>& result);
  void send(const Json& message);
  void notify(const char* method, Json params);
  // A copy: the grading thread puts in another one.
  std::optional<Document> document(const std::string& uri) const;

  World world_;
  bool is_initialized_ = false, is_shut_down_ = false, refreshes_lenses_ = false;
  std::optional<int> exit_code_;
  std::mutex sending_;
  int next_request_ = 1;  // of ours

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable something_;
  std::map<std::string, Document> documents_;  // by URI
  std::map<std::string, std::string> wanted_;  // texts to grade, by URI
  std::string grading_;                        // the URI; empty: none
  bool ends_ = false;
  std::atomic<bool> cancel_ = false;
  std::thread thread_;
};

}  // namespace warplab::app
