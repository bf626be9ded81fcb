#pragma once
// Pictures of statements as textures, loaded once and again when the file changes.
#include <filesystem>
#include <map>
#include <string>

#include "draw/ui.hpp"
#include "gl/names.hpp"

namespace warplab::app::gl {

class ImageTextures : public Images {
 public:
  Image load(const std::filesystem::path& file) override;
  // Forgets what changed on disk; call when files changed.
  void check_files();

 private:
  struct Entry {
    Texture texture;
    Image image;
    std::filesystem::file_time_type time;
  };
  std::map<std::string, Entry> entries_;
};

}  // namespace warplab::app::gl
