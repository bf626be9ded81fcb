#pragma once
#include <string>

namespace warplab::compile {

// `text` as the compiler is to read it: every byte that is no UTF-8, and every control character
// but white space, is a question mark. NVRTC takes the byte 0xFF for the end of the file, and what
// follows would be ignored. In a comment, where such bytes come from, it makes no difference;
// columns stay as they are.
std::string readable_text(std::string text);

}  // namespace warplab::compile
