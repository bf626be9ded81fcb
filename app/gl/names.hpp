#pragma once
// GL object names that delete themselves. Move only; the context must still be current then.
#include <glad/gl.h>

#include <utility>

namespace warplab::app::gl {

template <class Traits>
class Name {
 public:
  Name() = default;
  static Name make() {
    Name name;
    name.id_ = Traits::make();
    return name;
  }
  Name(Name&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Name& operator=(Name&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Name() {
    if (id_) Traits::remove(id_);
  }
  GLuint id() const { return id_; }
  explicit operator bool() const { return id_ != 0; }

 private:
  GLuint id_ = 0;
};

struct TextureTraits {
  static GLuint make() {
    GLuint id = 0;
    glGenTextures(1, &id);
    return id;
  }
  static void remove(GLuint id) { glDeleteTextures(1, &id); }
};
struct FramebufferTraits {
  static GLuint make() {
    GLuint id = 0;
    glGenFramebuffers(1, &id);
    return id;
  }
  static void remove(GLuint id) { glDeleteFramebuffers(1, &id); }
};
struct VertexArrayTraits {
  static GLuint make() {
    GLuint id = 0;
    glGenVertexArrays(1, &id);
    return id;
  }
  static void remove(GLuint id) { glDeleteVertexArrays(1, &id); }
};
struct ProgramTraits {
  static GLuint make() { return glCreateProgram(); }
  static void remove(GLuint id) { glDeleteProgram(id); }
};

using Texture = Name<TextureTraits>;
using Framebuffer = Name<FramebufferTraits>;
using VertexArray = Name<VertexArrayTraits>;
using Program = Name<ProgramTraits>;

}  // namespace warplab::app::gl
