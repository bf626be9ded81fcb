#pragma once
#include <string>

namespace warplab::compile {

// `text` as the compiler is to read it; columns stay as they are. Every byte that is no UTF-8, and
// every control character but white space, is a question mark. NVRTC takes the byte 0xFF for the
// end of the file, and what follows would be ignored. In a comment, where such bytes come from, it
// makes no difference. Names get letters that NVRTC knows, as nvcc gives them some: groesse for
// größe.
std::string readable_text(std::string text);

}  // namespace warplab::compile
