#pragma once
// For structures of dozens of members that are made, copied and destroyed in many files: each of
// these files would compile all of that again, some hundred functions of the standard library. They
// say so in the structure, as its last member, and have it compiled once, in special_members.cpp.
// Such a structure is no aggregate: its members are set by their names.
#define WARPLAB_SPECIAL_MEMBERS(T) \
  T();                             \
  T(const T&);                     \
  T(T&&) noexcept;                 \
  T& operator=(const T&);          \
  T& operator=(T&&) noexcept;      \
  ~T()

#define WARPLAB_DEFAULT_SPECIAL_MEMBERS(T) \
  T::T() = default;                        \
  T::T(const T&) = default;                \
  T::T(T&&) noexcept = default;            \
  T& T::operator=(const T&) = default;     \
  T& T::operator=(T&&) noexcept = default; \
  T::~T() = default
