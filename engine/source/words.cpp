#include "source/words.hpp"

#include <algorithm>
#include <map>

namespace warplab::source {
namespace {

struct Row {
  uint32_t roles = 0;
  std::string_view words;  // with spaces between them
};

constexpr uint32_t kForAll = kKeyword | kSpecifier | kOneForAll;
constexpr uint32_t kNumber = kBuiltIn | kKeyword | kElement;
constexpr uint32_t kInteger = kNamedType | kWholeNumber;
constexpr uint32_t kVariable = kSpecifier | kOneForAll | kMemory | kOfDevice;

constexpr Row kRows[] = {
    {kKeyword | kBuiltIn, "char16_t char32_t char8_t void wchar_t"},
    {kNumber, "bool char double float signed"},
    {kNumber | kWholeNumber, "int long short unsigned"},
    {kBuiltIn, "__int128 __int64"},
    {kKeyword | kQualifier, "const register volatile"},
    {kKeyword, "__volatile__"},
    {kQualifier, "__restrict __restrict__ restrict"},
    {kKeyword | kTypeKey, "class enum struct union"},
    {kKeyword, "auto decltype typename"},
    {kKeyword | kSpecifier, "explicit friend inline mutable typedef virtual"},
    {kForAll, "constinit extern static thread_local"},
    {kForAll | kOfDevice, "constexpr consteval"},
    {kVariable, "__constant__ __device__ __managed__ __shared__"},
    {kSpecifier | kOfDevice, "__global__"},
    {kSpecifier, "__forceinline__ __host__ __inline__ __noinline__ __grid_constant__"},
    {kKeyword | kAttribute, "alignas"},
    {kAttribute, "__align__ __attribute __attribute__ __builtin_align__ __declspec"},
    {kAttribute, "__launch_bounds__"},
    {kKeyword | kBlock | kControl, "for if switch while"},
    {kKeyword | kBlock, "catch do else try"},
    {kKeyword | kLabel, "case default private protected public"},
    {kKeyword,
     "__asm __asm__ alignof and asm break co_await co_return co_yield concept const_cast continue "
     "delete dynamic_cast export false goto namespace new noexcept not nullptr operator or "
     "reinterpret_cast requires return sizeof static_assert static_cast template this throw true "
     "typeid using xor"},
    {kInteger | kElement, "int16_t int32_t int64_t int8_t size_t uint16_t uint32_t uint64_t"},
    {kInteger | kElement, "uint8_t"},
    {kInteger, "intptr_t ptrdiff_t uintptr_t"},
    {kNamedType | kElement, "float2 int2 uint2"},
    {kNamedType, "__half __half2 __nv_bfloat16 __nv_bfloat162 dim3 half half2"},
    {kNamedType, "char1 char2 char3 char4 double1 double2 double3 double4 float1 float3 float4"},
    {kNamedType, "int1 int3 int4 long1 long2 long3 long4 longlong1 longlong2 longlong3 longlong4"},
    {kNamedType, "short1 short2 short3 short4 uchar1 uchar2 uchar3 uchar4 uint1 uint3 uint4"},
    {kNamedType, "ulong1 ulong2 ulong3 ulong4 ulonglong1 ulonglong2 ulonglong3 ulonglong4"},
    {kNamedType, "ushort1 ushort2 ushort3 ushort4"},
    {kPlace, "blockDim blockIdx gridDim threadIdx"},
    {kOther, "INFINITY NAN assert clock64 printf warpSize"},
};

using Table = std::map<std::string_view, uint32_t>;

const Table& table() {
  static const Table kTable = [] {
    Table words;
    for (const Row& row : kRows)
      for (std::string_view rest = row.words; !rest.empty();) {
        const size_t end = std::min(rest.find(' '), rest.size());
        words[rest.substr(0, end)] |= row.roles;
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    return words;
  }();
  return kTable;
}

}  // namespace

bool is_a(std::string_view word, uint32_t roles) {
  const auto found = table().find(word);
  return found != table().end() && (found->second & roles) != 0;
}

bool is_of_cuda(std::string_view word) {
  return word.starts_with("__") || word.starts_with("atomic") || is_a(word, kPlace | kOther);
}

bool is_beside_type(std::string_view word) {
  return is_a(word, kQualifier | kTypeKey | kSpecifier) || word == "typename";
}

bool is_no_type(std::string_view word) {
  return is_a(word, kKeyword | kSpecifier) &&
         !is_a(word, kBuiltIn | kQualifier | kTypeKey | kAttribute) && word != "decltype" &&
         word != "typename";
}

std::vector<std::string_view> words_that_are(uint32_t roles) {
  std::vector<std::string_view> words;
  for (const auto& [word, its] : table())
    if ((its & roles) != 0) words.push_back(word);
  return words;
}

}  // namespace warplab::source
