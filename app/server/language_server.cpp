#include "server/language_server.hpp"

#include <utility>

#include "server/json_rpc.hpp"

namespace warplab::app {
namespace {

// Why a request has no answer.
struct Refusal {
  int code;
  std::string message;
};

enum class MessageType { error = 1, warning, info, log };

const std::string& uri_in(const nlohmann::json& params) {
  return params.at("textDocument").at("uri").get_ref<const std::string&>();
}

const nlohmann::json kCapabilities = {
    {"textDocumentSync", {{"openClose", true}, {"change", 1}, {"save", {{"includeText", false}}}}},
    {"hoverProvider", true},
    {"codeLensProvider", {{"resolveProvider", false}}},
    {"executeCommandProvider", {{"commands", {kSeeWhy}}}}};

bool refreshes_lenses(const nlohmann::json& params) {
  return params.value(
      nlohmann::json::json_pointer("/capabilities/workspace/codeLens/refreshSupport"), false);
}

}  // namespace

LanguageServer::LanguageServer(World world)
    : world_(std::move(world)), thread_([this] { grade_what_is_wanted(); }) {}

LanguageServer::~LanguageServer() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    cancel_ = true;
  }
  something_.notify_all();
  thread_.join();
}

void LanguageServer::send(const Json& message) {
  const std::lock_guard lock(sending_);
  world_.send(message);
}

void LanguageServer::notify(const char* method, Json params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

void LanguageServer::take(const std::string& content) {
  const Json message = Json::parse(content, nullptr, /*allow_exceptions=*/false);
  const auto refuse = [&](const Json& id, const Refusal& why) {
    send({{"jsonrpc", "2.0"},
          {"id", id},
          {"error", {{"code", why.code}, {"message", why.message}}}});
  };
  if (message.is_discarded()) return refuse(nullptr, {kParseError, "This is no JSON."});
  if (!message.is_object()) return refuse(nullptr, {kInvalidRequest, "This is no message."});
  const Json id = message.value("id", Json());
  const auto method = message.find("method");
  if (method == message.end()) return;  // the answer to a request of ours
  if (!method->is_string()) return refuse(id, {kInvalidRequest, "The method is no text."});
  const Json params = message.value("params", Json::object());
  try {
    if (!message.contains("id")) return notified(*method, params);
    send({{"jsonrpc", "2.0"}, {"id", id}, {"result", answer(*method, params)}});
  } catch (const Refusal& why) {
    if (message.contains("id")) refuse(id, why);
  } catch (const Json::exception& wrong) {  // a parameter is not there, or of another type
    if (message.contains("id")) refuse(id, {kInvalidParams, wrong.what()});
  }
}

void LanguageServer::notified(const std::string& method, const Json& params) {
  if (method == "exit") {
    exit_code_ = is_shut_down_ ? 0 : 1;
  } else if (!is_initialized_ || is_shut_down_) {
    return;
  } else if (method == "textDocument/didOpen") {
    opened_or_changed(uri_in(params), params.at("textDocument").at("text"));
    want(uri_in(params));
  } else if (method == "textDocument/didChange") {
    const Json& changes = params.at("contentChanges");
    if (!changes.empty()) opened_or_changed(uri_in(params), changes.back().at("text"));
  } else if (method == "textDocument/didSave") {
    want(uri_in(params));
  } else if (method == "textDocument/didClose") {
    {
      const std::lock_guard lock(mutex_);
      documents_.erase(uri_in(params));
      wanted_.erase(uri_in(params));
      if (grading_ == uri_in(params)) cancel_ = true;
    }
    notify("textDocument/publishDiagnostics",
           {{"uri", uri_in(params)}, {"diagnostics", Json::array()}});
  }
}

LanguageServer::Json LanguageServer::answer(const std::string& method, const Json& params) {
  if (method == "initialize") {
    is_initialized_ = true;
    refreshes_lenses_ = refreshes_lenses(params);
    return {{"capabilities", kCapabilities},
            {"serverInfo", {{"name", "warplab-lsp"}, {"version", world_.version}}}};
  }
  if (!is_initialized_) throw Refusal{kNotInitialized, "The first request is initialize."};
  if (is_shut_down_) throw Refusal{kInvalidRequest, "The server is shut down."};
  if (method == "shutdown") {
    is_shut_down_ = true;
    return nullptr;
  }
  if (method == "workspace/executeCommand") return see_why(params);
  if (method != "textDocument/hover" && method != "textDocument/codeLens")
    throw Refusal{kMethodNotFound, "There is no method " + method + "."};
  const std::optional<Document> asked = document(uri_in(params));
  const bool is_hover = method == "textDocument/hover";
  if (!asked || !asked->graded) return is_hover ? Json() : Json::array();
  if (!is_hover) return lenses_of(*asked->graded, asked->text, uri_in(params));
  return hover_of(*asked->graded, asked->text, params.at("position").at("line").get<int>() + 1);
}

LanguageServer::Json LanguageServer::see_why(const Json& params) {
  if (params.at("command") != kSeeWhy)
    throw Refusal{kInvalidParams, std::string("The only command is ") + kSeeWhy + "."};
  const Json& arguments = params.at("arguments");
  const std::optional<Document> asked = document(arguments.at(0).get<std::string>());
  const std::string trouble = asked && asked->graded
                                  ? world_.open_window(*asked->graded, arguments.at(1).get<int>())
                                  : "The file has not been graded yet.";
  if (!trouble.empty())
    notify("window/showMessage", {{"type", MessageType::error}, {"message", trouble}});
  return nullptr;
}

std::optional<LanguageServer::Document> LanguageServer::document(const std::string& uri) const {
  const std::lock_guard lock(mutex_);
  const auto found = documents_.find(uri);
  return found == documents_.end() ? std::nullopt : std::optional(found->second);
}

void LanguageServer::opened_or_changed(const std::string& uri, std::string text) {
  const std::lock_guard lock(mutex_);
  documents_[uri].text = std::move(text);
}

// What is being graded of the same document is old.
void LanguageServer::want(const std::string& uri) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = documents_.find(uri);
    if (found == documents_.end()) return;
    wanted_[uri] = found->second.text;
    if (grading_ == uri) cancel_ = true;
  }
  something_.notify_all();
}

void LanguageServer::grade_what_is_wanted() {
  std::unique_lock lock(mutex_);
  while (true) {
    something_.wait(lock, [this] { return ends_ || !wanted_.empty(); });
    if (ends_) return;
    const auto next = wanted_.extract(wanted_.begin());
    const std::string uri = next.key();
    grading_ = uri;
    cancel_ = false;
    lock.unlock();
    const Result<GradedFile> result = world_.grade(path_of_uri(uri), next.mapped(), cancel_);
    lock.lock();
    grading_.clear();
    if (cancel_) continue;
    lock.unlock();
    graded(uri, result);
    lock.lock();
  }
}

void LanguageServer::graded(const std::string& uri, const Result<GradedFile>& result) {
  if (!result) {
    notify("window/logMessage", {{"type", MessageType::info}, {"message", result.error()}});
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    const auto found = documents_.find(uri);
    if (found == documents_.end()) return;
    found->second.graded = std::make_shared<const GradedFile>(*result);
  }
  notify("textDocument/publishDiagnostics",
         {{"uri", uri}, {"diagnostics", diagnostics_of(*result, uri)}});
  if (refreshes_lenses_)
    send({{"jsonrpc", "2.0"}, {"id", next_request_++}, {"method", "workspace/codeLens/refresh"}});
}

}  // namespace warplab::app
