#version 330 core
// Values to colours. Each value's place in the range is `values` times scale plus shift: 0 is the low end, 1 the
// high end.
// Beyond the range the end colours stay. What is not a number is hatched, so that it can be told from
// every colour of every map, and where there is no element the background shows.
uniform sampler2D values;
uniform sampler2D colors;       // 256 x 1
uniform float scale;
uniform float shift;
uniform vec3 not_a_number[2];   // the two colours of the hatching
uniform bool gaps;              // there may be places without an element
in vec2 place;
out vec4 color;

const float kNoElement = -1.0e30;
const float kNotWritten = -3.0e29;

void main() {
  float value = texelFetch(values, ivec2(gl_FragCoord.xy), 0).r;
  if (isnan(value)) {
    bool stripe = ((int(gl_FragCoord.x) + int(gl_FragCoord.y)) & 2) == 0;
    color = vec4(not_a_number[stripe ? 1 : 0], 1.0);
  } else if (gaps && value <= kNoElement) {
    color = vec4(0.0);
  } else if (gaps && value <= kNotWritten) {
    // The other way than a NaN, and in grey: a value that is not there.
    bool stripe = ((int(gl_FragCoord.x) - int(gl_FragCoord.y)) & 2) == 0;
    color = vec4(vec3(stripe ? 0.62 : 0.38), 1.0);
  } else {
    // The centre of the table's first and last entry, so that the ends are exact.
    float at = (clamp(value * scale + shift, 0.0, 1.0) * 255.0 + 0.5) / 256.0;
    color = vec4(texture(colors, vec2(at, 0.5)).rgb, 1.0);
  }
}
