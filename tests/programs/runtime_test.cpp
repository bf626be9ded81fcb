// The parts of a program's run that need no compiler.
#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "runtime/access_set.hpp"
#include "runtime/fat_binary.hpp"
#include "runtime/link_ptx.hpp"
#include "runtime/source_names.hpp"
#include "runtime/stand_in.hpp"
#include "runtime/stream_order.hpp"
#include "runtime/time_line.hpp"

using namespace warplab;
using data::ElementType;

namespace {

void append(std::string& to, const void* from, size_t bytes) {
  to.append(static_cast<const char*>(from), bytes);
}

struct Entry {
  uint16_t kind = 1, version = 0x101;
  uint32_t header_bytes = 64;
  uint64_t bytes = 0;
  uint32_t compressed_bytes = 0, reserved = 0;
  uint16_t minor = 0, major = 9;
  uint32_t architecture = 90;
  char rest[32] = {};
};
static_assert(sizeof(Entry) == 64);

std::string fat_binary(const std::vector<std::pair<Entry, std::string>>& entries) {
  std::string body;
  for (auto [entry, text] : entries) {
    entry.bytes = text.size();
    append(body, &entry, sizeof entry);
    body += text;
  }
  const uint32_t magic = 0xba55ed50;
  const uint16_t version = 1, header_bytes = 16;
  const uint64_t bytes = body.size();
  std::string binary;
  append(binary, &magic, sizeof magic);
  append(binary, &version, sizeof version);
  append(binary, &header_bytes, sizeof header_bytes);
  append(binary, &bytes, sizeof bytes);
  return binary + body;
}

using Names = std::vector<std::string>;
Names names(std::string_view line) { return runtime::allocated_variables(line); }

}  // namespace

TEST_CASE("the PTX of the newest architecture is taken from a fat binary") {
  Entry machine, old, newest;
  machine.kind = 2;
  old.architecture = 75;
  const auto ptx = runtime::ptx_in(
      fat_binary({{machine, "ELF"}, {old, "old"}, {newest, std::string("new\0\0", 5)}}));
  REQUIRE(ptx);
  CHECK(*ptx == "new");
}

TEST_CASE("a fat binary without readable PTX says what it has instead") {
  Entry machine, compressed;
  machine.kind = 2;
  compressed.compressed_bytes = 3;
  CHECK(runtime::ptx_in("x").error() == "The program's code for the GPU is no fat binary.");
  CHECK(runtime::ptx_in(fat_binary({{machine, "ELF"}})).error().find("holds no PTX") !=
        std::string::npos);
  CHECK(runtime::ptx_in(fat_binary({{compressed, "xyz"}})).error().find("is compressed") !=
        std::string::npos);
}

TEST_CASE("a fat binary that is cut off anywhere is read to its end and no further") {
  const std::string whole = fat_binary({{Entry{}, "text"}});
  for (size_t size = 0; size < whole.size(); ++size)
    CHECK_FALSE(runtime::ptx_in(whole.substr(0, size)));
}

TEST_CASE("an image that a program loads is PTX as text, or fat binaries that are linked") {
  CHECK(*runtime::ptx_of_image(".version 9.0\n") == ".version 9.0\n");
  const std::string one = fat_binary({{Entry{}, ".version 9.0\n.visible .func a { ret; }"}});
  const std::string two = fat_binary({{Entry{}, ".version 9.0\n.visible .func b { ret; }"}});
  CHECK(runtime::ptx_of_image(one)->find(".visible .func a") != std::string::npos);
  const auto linked = runtime::ptx_of_image(one + two);
  REQUIRE(linked);
  CHECK(linked->find("func a") < linked->find("func b"));
  CHECK(linked->find(".version") == linked->rfind(".version"));
}

TEST_CASE("what is weak is linked once, and what is a module's own stays its own") {
  const std::string head = ".version 9.0\n.target sm_90\n.address_size 64\n";
  const std::string linked = runtime::link_ptx(
      {head + ".weak .func f { ret; }\n.global .u32 mine = 1;\n.file 1 \"a.cu\"\n",
       head + ".weak .func f { trap; }\n.global .u32 mine = 2;\n.file 1 \"b.cu\"\n"
              ".visible .entry k { .loc 1 3 0\n ld.global.u32 %r1, [mine]; ret; }\n"});
  CHECK(linked.find("trap") == std::string::npos);
  CHECK(linked.find("mine = 1") != std::string::npos);
  CHECK(linked.find("mine$module1 = 2") != std::string::npos);
  CHECK(linked.find("[mine$module1]") != std::string::npos);
  CHECK(linked.find(".file 100001 \"b.cu\"") != std::string::npos);
  CHECK(linked.find(".loc 100001 3 0") != std::string::npos);
}

TEST_CASE("streams are ordered by events, the default stream and the host") {
  runtime::StreamOrder order;
  order.make(2, false);
  order.make(3, false);
  order.make(4, true);
  const runtime::Moment a = order.begin(2);
  order.begin(3);
  CHECK_FALSE(order.comes_before(a, 3));
  order.record(7, 2);
  order.await(3, 7);
  CHECK(order.comes_before(a, 3));
  const runtime::Moment b = order.begin(0);
  CHECK(order.comes_before(a, 0));
  order.begin(4);
  CHECK_FALSE(order.comes_before(b, 4));
  order.begin(2);
  CHECK(order.comes_before(b, 2));
  CHECK_FALSE(order.host_knows(a));
  CHECK_FALSE(order.is_done(7));
  order.host_waits_for_event(7);
  CHECK(order.host_knows(a));
  CHECK_FALSE(order.host_knows(b));
  order.host_waits_for_device();
  CHECK(order.host_knows(b));
  order.begin(4);
  CHECK(order.comes_before(b, 4));
}

TEST_CASE("accesses conflict in a byte that one of them writes") {
  using runtime::Touch;
  runtime::AccessSet first, second, third;
  first.add(4090, 12, Touch::written);
  second.add(4102, 4, Touch::read);
  CHECK_FALSE(runtime::conflict_of(first, second));
  second.add(4101, 1, Touch::read);
  const auto conflict = runtime::conflict_of(first, second);
  REQUIRE(conflict);
  CHECK(conflict->address == 4101);
  CHECK(conflict->first_writes);
  CHECK_FALSE(conflict->second_writes);
  third.add(4101, 1, Touch::updated);
  CHECK(runtime::conflict_of(second, third));
  CHECK_FALSE(runtime::conflict_of(third, third));
}

TEST_CASE("nvcc's stand-in makes PTX with lines, and links the simulator's runtime") {
  runtime::Toolkit toolkit;
  toolkit.nvcc = "/t/bin/nvcc";
  toolkit.version = "13.0";
  const auto words = [&](std::vector<std::string> from) {
    std::string text;
    for (const std::string& word : runtime::stand_in_command(toolkit, "/lib", 90, from))
      text += word + ' ';
    return text;
  };
  CHECK(words({"--version"}) == "/t/bin/nvcc --version ");
  const std::string compiled = words({"-arch=sm_80", "-gencode", "arch=a,code=b", "-c", "k.cu"});
  CHECK(compiled ==
        "/t/bin/nvcc -c k.cu -g -lineinfo -gencode arch=compute_90,code=compute_90 "
        "-Xfatbin -compress=false ");
  const std::string linked = words({"-O2", "k.o", "-o", "k", "-cudart", "static"});
  CHECK(linked.find("-cudart none") != std::string::npos);
  CHECK(linked.find("-L/lib -Xlinker -rpath,/lib -l:libcudart.so.13") != std::string::npos);
  CHECK(linked.find("static") == std::string::npos);
}

TEST_CASE("the variable that an allocation is for is read from its line") {
  CHECK(names("  cudaMalloc(&x, n * 4);") == Names{"x"});
  CHECK(names("CHECK(cudaMalloc((void**)&d_in, sizeof(float) * n));") == Names{"d_in"});
  CHECK(names("cudaMallocManaged(&grid.cells, n);") == Names{"cells"});
  CHECK(names("cudaMalloc(pointers + k, n);") == Names{"pointers"});
  CHECK(names("cudaMalloc((void **)&parts[k], n);") == Names{"parts"});
  CHECK(names("allocate(x);").empty());
  CHECK(names("cudaMalloc(&a, n), cudaMalloc(&b, n);") == Names{"a", "b"});
}

TEST_CASE("a kernel's name and what its pointers lead to are read from its symbol") {
  const runtime::KernelName plain = runtime::kernel_name("_Z5countPiPKfdPKv");
  CHECK(plain.shown == "count");
  REQUIRE(plain.elements.size() == 4);
  CHECK(plain.elements[0] == ElementType::i32);
  CHECK(plain.elements[1] == ElementType::f32);
  CHECK_FALSE(plain.elements[2]);
  CHECK_FALSE(plain.elements[3]);
  const runtime::KernelName made = runtime::kernel_name("_Z7reverseIdLi64EEvPT_");
  CHECK(made.shown == "reverse<double, 64>");
  REQUIRE(made.elements.size() == 1);
  CHECK(made.elements[0] == ElementType::f64);
  CHECK(runtime::kernel_name("plain_c").shown == "plain_c");
}

TEST_CASE("streams save the time in which copies and kernels of several run beside each other") {
  using runtime::Engine;
  // One stream: each waits for the one before.
  runtime::TimeLine one;
  one.add({1, 1}, {{1, 1}}, Engine::to_device, 10);
  one.add({1, 2}, {{1, 2}}, Engine::kernels, 10);
  CHECK(one.overlap() == doctest::Approx(0));
  // A second one copies while the first computes: 30 us in place of 40.
  runtime::TimeLine two = one;
  two.add({2, 1}, {{2, 1}}, Engine::to_device, 10);
  two.add({2, 2}, {{2, 2}}, Engine::kernels, 10);
  CHECK(two.overlap() == doctest::Approx(0.25));
  CHECK(two.spans().back().begin == doctest::Approx(20));
  // It waits for the first one's kernel.
  runtime::TimeLine waits = one;
  waits.add({2, 1}, {{1, 2}, {2, 1}}, Engine::to_device, 10);
  CHECK(waits.overlap() == doctest::Approx(0));
}
