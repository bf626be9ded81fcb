#pragma once
// The source of own_kernels.cu, embedded, and how its kernels are launched.
#include <string_view>

namespace warplab::cuda {

std::string_view own_kernels_source();

}  // namespace warplab::cuda
