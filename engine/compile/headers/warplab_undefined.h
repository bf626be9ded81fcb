// Included before a source whose variables without an initial value were marked
// (undefined_marks.hpp). WARPLAB_UNDEFINED(x) stores in every byte of `x` what a register holds
// that nobody has written: the compiler knows nothing about it, so what the kernel does with `x`
// stays in the PTX, and the register carries the name of `x` to the simulator, which follows the
// value.
#pragma once

// The kernel is to be what it is without the marks.
#undef __CUDACC_DEBUG__

namespace warplab_undefined {

// Bytes that are stored at a time; 0 for objects to which their declaration does something, since
// what a constructor has set stays set.
template <class T>
__host__ __device__ constexpr unsigned unit() {
  return !__is_trivially_constructible(T) ? 0
         : alignof(T) % 8 == 0            ? 8
         : alignof(T) % 4 == 0            ? 4
         : alignof(T) % 2 == 0            ? 2
                                          : 1;
}
template <class T>
__host__ __device__ __forceinline__ char* bytes_of(T& x) {
  return const_cast<char*>(reinterpret_cast<const volatile char*>(&x));
}

// What may hold a value of another type, or none, such as cuda::std::optional: the room for a value
// that is not there has none.
template <class T>
concept MayBeEmpty = requires(T& x) {
  x.has_value();
  *x;
};
template <class T>
__host__ __device__ __forceinline__ bool holds_value(T& x) {
  if constexpr (MayBeEmpty<T>) return x.has_value();
  else return false;
}
// Of `x`, or of what it could hold.
template <class T>
__host__ __device__ __forceinline__ auto& room_in(T& x) {
  if constexpr (MayBeEmpty<T>) return *x;
  else return x;
}
template <class T>
struct Plain {
  using Type = T;
};
template <class T>
struct Plain<T&> : Plain<T> {};

// What a function gives back whose closing brace is reached: `return
// ::warplab_undefined::NoReturn();` in front of it.
struct NoReturn {
  template <class T>
  __host__ __device__ __forceinline__ operator T() const;
};

// The same where the function's type is that of what it returns elsewhere: `return
// like<decltype(decayed(value))>();`.
template <class T>
__host__ __device__ T decayed(T);
template <class T>
__host__ __device__ __forceinline__ T like() {
  return NoReturn();
}

}  // namespace warplab_undefined

#define WARPLAB_UNDEFINED_STORE(name, type, at)                                \
  asm volatile("{.reg ." type " warplab_undefined_" name ", to; mov." type     \
               " to, warplab_undefined_" name "; st.b%1 [%0], to;}" ::"l"(at), \
               "n"(8 * warplab_undefined_unit)                                 \
               : "memory")
#define WARPLAB_UNDEFINED_NAMED(x, name)                                                           \
  if (!__builtin_is_constant_evaluated() && !::warplab_undefined::holds_value(x)) {                \
    auto& warplab_undefined_room = ::warplab_undefined::room_in(x);                                \
    constexpr unsigned warplab_undefined_unit = ::warplab_undefined::unit<                         \
        typename ::warplab_undefined::Plain<decltype(warplab_undefined_room)>::Type>();            \
    if constexpr (warplab_undefined_unit != 0) {                                                   \
      char* const warplab_undefined_begin = ::warplab_undefined::bytes_of(warplab_undefined_room); \
      for (unsigned warplab_undefined_at = 0;                                                      \
           warplab_undefined_at < sizeof(warplab_undefined_room);                                  \
           warplab_undefined_at += warplab_undefined_unit) {                                       \
        if constexpr (warplab_undefined_unit == 8)                                                 \
          WARPLAB_UNDEFINED_STORE(name, "b64", warplab_undefined_begin + warplab_undefined_at);    \
        else if constexpr (warplab_undefined_unit == 4)                                            \
          WARPLAB_UNDEFINED_STORE(name, "b32", warplab_undefined_begin + warplab_undefined_at);    \
        else WARPLAB_UNDEFINED_STORE(name, "b16", warplab_undefined_begin + warplab_undefined_at); \
      }                                                                                            \
    }                                                                                              \
  }
#define WARPLAB_UNDEFINED(x) WARPLAB_UNDEFINED_NAMED(x, #x)
// Of a variable whose name PTX does not know.
#define WARPLAB_UNDEFINED_NAMELESS(x) WARPLAB_UNDEFINED_NAMED(x, "_")

template <class T>
__host__ __device__ __forceinline__ warplab_undefined::NoReturn::operator T() const {
  alignas(T) char warplab_undefined_return[sizeof(T)];
  WARPLAB_UNDEFINED(warplab_undefined_return)
  return static_cast<T&&>(*reinterpret_cast<T*>(warplab_undefined_return));
}
