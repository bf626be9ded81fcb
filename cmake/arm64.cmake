# Cross-building for 64-bit ARM with Debian's packages; tests run under qemu-user.
#   dpkg --add-architecture arm64; apt-get install g++-aarch64-linux-gnu qemu-user-static, and cmake/debian-packages.txt
#   with :arm64 behind what is a library
#   cmake --preset arm64
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
