// Stands before a source whose variables are noted (variable_notes.hpp). note<7>(x) leaves in the
// PTX what `x` holds there: in a register warplab_value_7_K, K being the kind of its type, and in
// warplab_set_7 that it has a value. Every note of a variable is of the same register
// (base/noted_register.hpp). Memory is not read or written across a note, so that what stands behind
// one in the source mostly stands behind it in the PTX.
namespace warplab_variables {

// lens/variables.cpp has the same list.
template <class T>
inline constexpr unsigned kind = 0;  // not noted
template <>
inline constexpr unsigned kind<bool> = 1;
template <>
inline constexpr unsigned kind<char> = 2;
template <>
inline constexpr unsigned kind<signed char> = 2;
template <>
inline constexpr unsigned kind<short> = 2;
template <>
inline constexpr unsigned kind<int> = 2;
template <>
inline constexpr unsigned kind<unsigned char> = 3;
template <>
inline constexpr unsigned kind<unsigned short> = 3;
template <>
inline constexpr unsigned kind<unsigned> = 3;
template <>
inline constexpr unsigned kind<float> = 4;
template <>
inline constexpr unsigned kind<double> = 5;
template <>
inline constexpr unsigned kind<long> = sizeof(long) == 8 ? 6 : 2;
template <>
inline constexpr unsigned kind<long long> = 6;
template <>
inline constexpr unsigned kind<unsigned long> = sizeof(long) == 8 ? 7 : 3;
template <>
inline constexpr unsigned kind<unsigned long long> = 7;

#define WARPLAB_NOTE(type, constraint, value)                                               \
  asm volatile("{.reg ." type " warplab_value_%1_%2; .reg .b32 warplab_set_%1; mov." type   \
               " warplab_value_%1_%2, %0; mov.b32 warplab_set_%1, 1;}" ::constraint(value), \
               "n"(number), "n"(kind<T>)                                                    \
               : "memory")
template <unsigned number, class T>
__host__ __device__ __forceinline__ void note(const T& x) {
  if constexpr (kind<T> == 4) WARPLAB_NOTE("f32", "f", x);
  else if constexpr (kind<T> == 5) WARPLAB_NOTE("f64", "d", x);
  else if constexpr (kind<T> >= 6) WARPLAB_NOTE("b64", "l", x);
  else if constexpr (kind<T> != 0) WARPLAB_NOTE("b32", "r", static_cast<int>(x));
}
#undef WARPLAB_NOTE

}  // namespace warplab_variables
