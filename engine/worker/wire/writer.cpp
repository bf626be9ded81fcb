#include "worker/wire/writer.hpp"

#include <nlohmann/json.hpp>

#include "worker/utf8.hpp"

namespace warplab::worker {

using nlohmann::json;

void Writer::flag(const char* name, bool value) { object_[name] = value; }
void Writer::number(const char* name, double value) { object_[name] = value; }
void Writer::whole(const char* name, int64_t value) { object_[name] = value; }
void Writer::natural(const char* name, uint64_t value) { object_[name] = value; }
void Writer::text(const char* name, const std::string& value) { object_[name] = value; }

void Writer::shown(const char* name, const std::string& value, size_t most) {
  object_[name] = shortened_utf8(valid_utf8(value), most);
}

void Writer::shown(const char* name, const std::vector<std::string>& values, size_t most_texts,
                   size_t most) {
  begin_list(name);
  for (size_t i = 0; i < values.size() && i < most_texts; ++i)
    object_[name].push_back(shortened_utf8(valid_utf8(values[i]), most));
}

void Writer::bytes(const char* name, std::string_view value, uint64_t) {
  object_[name] = value.size();
  blob_ += value;
}

Writer Writer::enter(const char* name) {
  object_[name] = json::object();
  return {object_[name], blob_};
}

void Writer::begin_list(const char* name) { object_[name] = json::array(); }

Writer Writer::append_object(const char* list) {
  json& entries = object_[list];
  entries.push_back(json::object());
  return {entries.back(), blob_};
}

void Writer::append_whole(const char* list, int64_t value) { object_[list].push_back(value); }
void Writer::append_natural(const char* list, uint64_t value) { object_[list].push_back(value); }

}  // namespace warplab::worker
