#include <doctest/doctest.h>

#include <vector>

#include "cuda/driver.hpp"

using namespace warplab::cuda;

namespace {

std::vector<Device> two_devices() {
  std::vector<Device> devices(2);
  devices[0].name = "Tesla T4";
  devices[0].uuid = "GPU-11aa";
  devices[1].ordinal = 1;
  devices[1].name = "NVIDIA H200";
  devices[1].uuid = "GPU-11bb";
  return devices;
}

}  // namespace

TEST_CASE("without a UUID the first GPU is taken") {
  CHECK(choose_device(two_devices(), "")->name == "Tesla T4");
}

TEST_CASE("a GPU is chosen by its UUID or the beginning of it") {
  CHECK(choose_device(two_devices(), "GPU-11bb")->ordinal == 1);
  CHECK(choose_device(two_devices(), "GPU-11a")->ordinal == 0);
}

TEST_CASE("a UUID that fits none or two is refused with those there are") {
  const auto none = choose_device(two_devices(), "GPU-22");
  REQUIRE_FALSE(none);
  CHECK(none.error() ==
        "There is no GPU with the UUID GPU-22; there are: GPU-11aa (Tesla T4), GPU-11bb (NVIDIA "
        "H200).");
  CHECK_FALSE(choose_device(two_devices(), "GPU-11"));
}
