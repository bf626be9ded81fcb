#include "gl/program.hpp"

#include <string>

namespace warplab::app::gl {
namespace {

Result<GLuint> compile(GLenum kind, std::string_view source) {
  const GLuint shader = glCreateShader(kind);
  const GLchar* text = source.data();
  const auto length = static_cast<GLint>(source.size());
  glShaderSource(shader, 1, &text, &length);
  glCompileShader(shader);
  GLint ok = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok) return shader;
  std::string log(4096, '\0');
  GLsizei written = 0;
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &written, log.data());
  glDeleteShader(shader);
  log.resize(static_cast<size_t>(written));
  return Error{"A shader does not compile: " + log};
}

}  // namespace

Result<Program> link_program(std::string_view vertex_source, std::string_view fragment_source) {
  const auto vertex = compile(GL_VERTEX_SHADER, vertex_source);
  if (!vertex) return Error{vertex.error()};
  const auto fragment = compile(GL_FRAGMENT_SHADER, fragment_source);
  if (!fragment) {
    glDeleteShader(*vertex);
    return Error{fragment.error()};
  }
  Program program = Program::make();
  glAttachShader(program.id(), *vertex);
  glAttachShader(program.id(), *fragment);
  glLinkProgram(program.id());
  glDeleteShader(*vertex);
  glDeleteShader(*fragment);
  GLint ok = 0;
  glGetProgramiv(program.id(), GL_LINK_STATUS, &ok);
  if (ok) return program;
  std::string log(4096, '\0');
  GLsizei written = 0;
  glGetProgramInfoLog(program.id(), static_cast<GLsizei>(log.size()), &written, log.data());
  log.resize(static_cast<size_t>(written));
  return Error{"The shaders do not link: " + log};
}

}  // namespace warplab::app::gl
