#pragma once
#include <string>
#include <string_view>

namespace warplab::compile {

// Why a source that compiles has no kernel `name`, as its own declaration of that name says: a
// function for kernels to call, a template, or a declaration alone. Without a full stop; empty
// where the source tells nothing of it.
std::string why_no_kernel(std::string_view source, std::string_view name);

}  // namespace warplab::compile
