#include "course/metadata.hpp"

#include <fmt/format.h>
#include <yaml.h>

#include "course/submissions.hpp"

namespace warplab::course {
namespace {

// A document of libyaml, read as a tree.
class Document {
 public:
  explicit Document(std::string_view text) {
    yaml_parser_initialize(&parser_);
    yaml_parser_set_input_string(
        &parser_, static_cast<const unsigned char*>(static_cast<const void*>(text.data())),
        text.size());
    is_read_ = yaml_parser_load(&parser_, &document_) == 1;
  }
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  ~Document() {
    if (is_read_) yaml_document_delete(&document_);
    yaml_parser_delete(&parser_);
  }
  bool is_read() const { return is_read_; }
  size_t line_of_problem() const { return parser_.problem_mark.line + 1; }
  yaml_node_t* root() { return yaml_document_get_root_node(&document_); }
  yaml_node_t* node(int number) { return yaml_document_get_node(&document_, number); }

  static std::string text_of(const yaml_node_t* node) {
    if (!node || node->type != YAML_SCALAR_NODE) return {};
    const std::string text(
        static_cast<const char*>(static_cast<const void*>(node->data.scalar.value)),
        node->data.scalar.length);
    const bool is_plain = node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return is_plain && (text == "~" || text == "null") ? std::string() : text;
  }
  template <class Do>
  void for_each_pair(const yaml_node_t* map, const Do& with) {
    if (!map || map->type != YAML_MAPPING_NODE) return;
    for (const auto* pair = map->data.mapping.pairs.start; pair != map->data.mapping.pairs.top;
         ++pair)
      with(text_of(node(pair->key)), node(pair->value));
  }
  template <class Do>
  void for_each_item(const yaml_node_t* list, const Do& with) {
    if (!list || list->type != YAML_SEQUENCE_NODE) return;
    for (const auto* item = list->data.sequence.items.start; item != list->data.sequence.items.top;
         ++item)
      with(node(*item));
  }

 private:
  yaml_parser_t parser_{};
  yaml_document_t document_{};
  bool is_read_ = false;
};

}  // namespace

Result<std::map<std::string, Metadata>> read_metadata(std::string_view text) {
  Document document(text);
  if (!document.is_read())
    return Error{fmt::format(
        "submission_metadata.yml cannot be understood from line {} on, and it says who is who.",
        document.line_of_problem())};
  std::map<std::string, Metadata> all;
  document.for_each_pair(document.root(), [&](const std::string& name, const yaml_node_t* record) {
    if (!name.starts_with("submission_")) return;
    Metadata& of = all[name];
    document.for_each_pair(record, [&](const std::string& key, const yaml_node_t* value) {
      if (key == ":created_at") of.submitted = parse_time(Document::text_of(value));
      if (key != ":submitters") return;
      document.for_each_item(value, [&](const yaml_node_t* submitter) {
        Metadata::Submitter who;
        document.for_each_pair(submitter, [&](const std::string& field, const yaml_node_t* said) {
          if (field == ":sid") who.id = Document::text_of(said);
          if (field == ":name") who.name = Document::text_of(said);
          if (field == ":email") who.email = Document::text_of(said);
        });
        of.submitters.push_back(std::move(who));
      });
    });
  });
  return all;
}

}  // namespace warplab::course
