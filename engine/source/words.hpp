#pragma once
// What words of C++ and CUDA are by themselves: the one table of them. Source: ISO C++20,
// [lex.key]; CUDA C++ Programming Guide, "C++ Language Extensions".
#include <cstdint>
#include <string_view>
#include <vector>

namespace warplab::source {

// A word may have several.
enum Role : uint32_t {
  kKeyword = 1u << 0,     // of C++, and what NVRTC takes for `asm`
  kBuiltIn = 1u << 1,     // a type, or a part of its name: unsigned
  kQualifier = 1u << 2,   // beside a type: const, __restrict__
  kTypeKey = 1u << 3,     // struct, class, union, enum
  kSpecifier = 1u << 4,   // in front of a declaration: static, __global__
  kOneForAll = 1u << 5,   // a variable that is declared with it is not one run's of the function
  kMemory = 1u << 6,      // says where a variable lies: __shared__
  kOfDevice = 1u << 7,    // in front of a function or variable: kernels use it
  kAttribute = 1u << 8,   // stands with ( ) beside a declaration: alignas, __launch_bounds__
  kControl = 1u << 9,     // has ( ) behind it, and a statement: if, for, while, switch
  kBlock = 1u << 10,      // may stand in front of { } with statements: all of these, else, do, try
  kLabel = 1u << 11,      // begins what ends with a colon: case, public
  kNamedType = 1u << 12,  // of CUDA and of the standard library: float4, half, uint32_t
  kWholeNumber = 1u << 13,
  kElement = 1u << 14,  // a type whose values are as large as their alignment is
  kPlace = 1u << 15,    // of a thread in the grid: threadIdx
  kOther = 1u << 16,    // of CUDA and of the library: printf
};

// Whether the word has one of these roles.
bool is_a(std::string_view word, uint32_t roles);
// CUDA's own: threadIdx, and whatever begins like __global__ or atomicAdd.
bool is_of_cuda(std::string_view word);
// In front of a type or in it, and no type by itself: const, struct, static, __device__.
bool is_beside_type(std::string_view word);
// Neither a type nor a part of one can begin with this word, nor be its name: return, sizeof.
bool is_no_type(std::string_view word);

// In the order of the alphabet.
std::vector<std::string_view> words_that_are(uint32_t roles);

}  // namespace warplab::source
