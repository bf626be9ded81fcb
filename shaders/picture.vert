#version 330 core
// One triangle that covers the target; texture coordinates 0 ... 1 with row 0 at the top.
out vec2 place;

void main() {
  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  place = corner;
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
