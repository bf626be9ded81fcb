// Corpus kernels about kinds of memory and ways to reach it.
#include <bit>

#include "corpus_run.hpp"
#include "words/text.hpp"

using namespace warplab;
using sim::Counter;

TEST_CASE("one multiplication and addition per element leaves the rest of the buffer alone") {
  for (const CorpusRun& run : run_corpus("saxpy")) {
    const auto x = run.before<float>("x"), y = run.before<float>("y");
    std::vector<float> expected;
    for (size_t i = 0; i < 100; ++i) expected.push_back(std::fma(2.5f, x[i], y[i]));
    CHECK(difference(run.result<float>("y"), expected) == "");
  }
}

TEST_CASE("special registers tell each thread its place in a three-dimensional launch") {
  for (const CorpusRun& run : run_corpus("special_registers")) {
    std::vector<uint32_t> expected;
    for (uint32_t block = 0; block < 12; ++block)
      for (uint32_t thread = 0; thread < 60; ++thread) {
        const Dim3 b = position_of(block, {3, 2, 2}), t = position_of(thread, {5, 4, 3});
        expected.push_back(b.x | b.y << 4 | b.z << 8 | t.x << 12 | t.y << 16 | t.z << 20);
        expected.push_back(thread % 32 | thread / 32 << 8 | (thread % 32) << 16);
      }
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
  }
}

TEST_CASE("local arrays keep what each lane put at its own index") {
  for (const CorpusRun& run : run_corpus("local_arrays")) {
    const auto in = run.before<uint32_t>("in");
    std::vector<uint32_t> expected(512, 0);
    for (size_t i = 0; i < 32; ++i)
      for (size_t k = 0; k < 8; ++k) {
        uint32_t& cell = expected[16 * i + in[(i + k) % 32]];
        cell = (cell ^ 1u << (k + 8)) + 1;
      }
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
    CHECK(run.total()[Counter::local_load_sectors] > run.total()[Counter::local_load_requests]);
  }
}

TEST_CASE("struct parameters are read member by member and indexed at run time") {
  for (const CorpusRun& run : run_corpus("struct_parameters")) {
    std::vector<int> expected;
    for (int i = 0; i < 64; ++i) expected.push_back((10 + i % 4) * 1000 + 1 + 20 + 3 + 4 + 5);
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("parameters have addresses of their own and generic ones") {
  for (const CorpusRun& run : run_corpus("parameter_addresses")) {
    std::vector<uint32_t> expected;
    for (uint32_t i = 0; i < 32; ++i) expected.push_back(((i & 7) ^ 1) * 100 + 100 + (i & 7) + 1);
    CHECK(difference(run.result<uint32_t>("out"), expected) == "");
    CHECK(run.total()[Counter::global_load_requests] == 0);
  }
}

TEST_CASE("constant memory gives its values and costs no global requests") {
  for (const CorpusRun& run : run_corpus("constant_memory")) {
    const float taps[] = {0.5f, -1, 2, 0.25f, 3};
    const int order[] = {3, 1, 4, 1, 0, 2, 2, 4};
    std::vector<float> expected;
    for (int i = 0; i < 64; ++i) {
      float sum = taps[order[i % 8]];
      for (int k = 0; k < 5; ++k) sum += taps[k] * static_cast<float>(i + k);
      expected.push_back(sum);
    }
    CHECK(difference(run.result<float>("out"), expected) == "");
    CHECK(run.total()[Counter::global_load_requests] == 0);
  }
}

TEST_CASE("module variables keep their values between launches and may hold addresses") {
  for (const CorpusRun& run : run_corpus("global_variables")) {
    std::vector<int> counters{5, 6, 7}, expected;
    counters.resize(64, 0);
    for (int i = 0; i < 64; ++i) counters[static_cast<size_t>(i)] += 2 * i;
    for (size_t i = 0; i < 64; ++i)
      expected.push_back(counters[1 + (i == 63 ? 0 : i)] + "warp"[i % 4]);
    CHECK(difference(run.result<int>("out"), expected) == "");
    REQUIRE(run.report.launches.size() == 3);
    CHECK(run.total(0) == run.total(1));
    CHECK(run.report.writer_launch == std::vector<int>{2});
    CHECK(run.report.writers[0][5] == 6);
  }
}

TEST_CASE("variables that no launch keeps start anew for each, with the addresses they hold") {
  for (const CorpusRun& run : run_corpus("variables_start_anew"))
    CHECK(difference(run.result<int>("out"), std::vector<int>(64, 7)) == "");
}

TEST_CASE("an address that an earlier launch left leads to no buffer that a launch was not given") {
  for (const CorpusRun& run : run_corpus("only_own_arguments")) {
    std::vector<float> expected(64, 0);                 // what is out of bounds is 0
    for (size_t i = 32; i < 64; ++i) expected[i] = -1;  // nor does the variable hold one
    CHECK(difference(run.result<float>("out"), expected) == "");
    CHECK(words::text_of(run.report.findings[0]).find("was not given `in`") != std::string::npos);
  }
}

TEST_CASE("a block of malloc() is there for its own launch alone") {
  for (const CorpusRun& run : run_corpus("heap_of_each_launch"))
    CHECK(difference(run.result<int>("out"), std::vector<int>(32, 0)) == "");
}

TEST_CASE("a warp that reads two buffers at once makes a request of each") {
  for (const CorpusRun& run : run_corpus("two_buffers_at_once")) {
    const auto a = run.before<float>("a"), b = run.before<float>("b");
    std::vector<float> expected;
    for (size_t i = 0; i < 64; ++i) {
      float sum = i % 32 < 16 ? a[i] : b[i];
      for (size_t k = 0; k < 4; ++k) sum += (k % 2 ? a : b)[i + 8 * k];
      expected.push_back(sum * static_cast<float>(i % 4 + 1));
    }
    CHECK(difference(run.result<float>("out"), expected) == "");
    CHECK(difference(run.result<int>("count"), {32, 32}) == "");
    const auto& buffers = run.report.launches[0].traffic.buffers;
    CHECK(buffers[0].total[sim::BufferCounter::load_sectors] == 20);
    CHECK(buffers[1].total[sim::BufferCounter::load_sectors] == 20);
    CHECK(run.total()[Counter::global_load_requests] == 2 + 8);
  }
}

TEST_CASE("vectors of two and four elements are loaded and stored as one request") {
  for (const CorpusRun& run : run_corpus("vector_accesses")) {
    const auto in = run.before<float>("in");
    const auto bytes = run.before<uint8_t>("bytes");
    const auto doubles = run.before<double>("doubles");
    std::vector<float> out(in.rbegin(), in.rend());
    std::vector<uint8_t> mixed;
    std::vector<double> both;
    for (size_t i = 0; i < 64; ++i) {
      const uint8_t* b = bytes.data() + 4 * i;
      for (const int v : {int{b[1]}, int{b[0]}, b[3] + 1, b[2] + b[0]})
        mixed.push_back(static_cast<uint8_t>(v));
      both.push_back(doubles[2 * i] + doubles[2 * i + 1]);
      both.push_back(doubles[2 * i] * doubles[2 * i + 1]);
    }
    CHECK(difference(run.result<float>("out"), out) == "");
    CHECK(difference(run.result<uint8_t>("bytes"), mixed) == "");
    CHECK(difference(run.result<double>("doubles"), both) == "");
    // Two warps: 16 bytes a lane are 16 sectors a request, 4 bytes are 4, two doubles are 16.
    CHECK(run.total()[Counter::global_load_requests] == 6);
    CHECK(run.total()[Counter::global_load_sectors] == 2 * (16 + 4 + 16));
  }
}

TEST_CASE("bytes and halfwords are widened with and without their sign") {
  for (const CorpusRun& run : run_corpus("narrow_accesses")) {
    const auto in = run.before<uint8_t>("in");
    std::vector<int> expected;
    std::vector<uint8_t> copy(7, 0);
    copy.insert(copy.end(), in.begin(), in.end());
    for (size_t i = 0; i < 64; ++i) {
      const uint8_t* b = in.data() + 4 * i;
      expected.insert(expected.end(), {static_cast<int8_t>(b[0]), b[1] + b[0],
                                       static_cast<int16_t>(b[2] | b[3] << 8), b[0] | b[1] << 8});
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
    CHECK(difference(run.result<uint8_t>("copy"), copy) == "");
  }
}

TEST_CASE("a generic access is counted in the memory that it turns out to hit") {
  for (const CorpusRun& run : run_corpus("generic_pointers")) {
    std::vector<int> expected;
    for (int i = 0; i < 64; ++i) {
      const int k = i % 60;
      expected.push_back(i % 3 == 0   ? 4 * (100 + k) + 6
                         : i % 3 == 1 ? 8 * k + 12 + 1000
                                      : 6 + i + 2000);
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
    const sim::Counters& total = run.total();
    CHECK(total[Counter::global_load_requests] == total[Counter::shared_load_requests]);
    CHECK(total[Counter::global_load_requests] == total[Counter::local_load_requests]);
    CHECK(total[Counter::global_load_requests] > 0);
  }
}

TEST_CASE("a tile read by columns needs 32 passes for each request") {
  for (const CorpusRun& run : run_corpus("shared_transpose")) {
    const auto in = run.before<float>("in");
    std::vector<float> expected;
    for (size_t x = 0; x < 64; ++x)
      for (size_t y = 0; y < 32; ++y) expected.push_back(in[y * 64 + x]);
    CHECK(difference(run.result<float>("out"), expected) == "");
    const sim::Counters& total = run.total();
    CHECK(total[Counter::shared_store_wavefronts] == 64);
    CHECK(total[Counter::shared_store_bank_conflicts] == 0);
    CHECK(total[Counter::shared_load_requests] == 64);
    CHECK(total[Counter::shared_load_wavefronts] == 64 * 32);
    CHECK(total[Counter::shared_load_bank_conflicts] == 64 * 31);
    CHECK(total[Counter::global_load_sectors] == 4 * total[Counter::global_load_requests]);
  }
}

TEST_CASE("every stride through shared memory costs what its bank conflicts say") {
  for (const CorpusRun& run : run_corpus("bank_conflicts")) {
    int sum = 0, vectors = 0;
    for (int stride = 1; stride <= 32; ++stride) sum += stride;
    for (int stride = 1; stride <= 8; stride *= 2) vectors += stride;
    std::vector<int> expected(128, 0);
    for (int i = 0; i < 32; ++i) {
      expected[static_cast<size_t>(i)] = sum * i;
      // Words 2k and 2k + 1 side by side, as a double, are positive.
      expected[static_cast<size_t>(32 + i)] = 16;
      expected[static_cast<size_t>(64 + i)] = vectors * 8 * i + 4 * 3;
      for (int stride = 1; stride <= 64; stride *= 4) {
        const int word = stride * i / 4;
        expected[static_cast<size_t>(96 + i)] += word >> (8 * (stride * i % 4)) & 0xff;
      }
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
  }
}

TEST_CASE("dynamic shared memory has the size that the launch says") {
  for (const CorpusRun& run : run_corpus("dynamic_shared")) {
    std::vector<float> expected;
    for (int i = 63; i >= 0; --i) expected.push_back(0.5f * static_cast<float>(i));
    CHECK(difference(run.result<float>("out"), expected) == "");
  }
}

TEST_CASE("copies that nobody waits for arrive, and count as a load and a store") {
  for (const CorpusRun& run : run_corpus("async_copies")) {
    std::vector<float> expected(512);
    for (size_t base : {0u, 256u})
      for (size_t k = 0; k < 128; ++k) {
        expected[base + k] = 2 * static_cast<float>(base + 127 - k);
        expected[base + 128 + k] = 3 * static_cast<float>(base + 255 - k);
      }
    CHECK(difference(run.result<float>("out"), expected) == "");
    // A block: one request of 32 lanes with 16 bytes, two with 8.
    CHECK(run.total()[Counter::global_load_requests] == 6);
    CHECK(run.total()[Counter::shared_store_requests] == 6);
    CHECK(run.total()[Counter::shared_store_wavefronts] == 2 * (4 + 2 * 2));
  }
}

TEST_CASE("loads with hints for the caches load, and a grid-stride loop covers all") {
  for (const CorpusRun& run : run_corpus("read_only_loads")) {
    const auto in = run.before<float>("in");
    std::vector<float> expected;
    for (size_t i = 0; i < 1000; ++i)
      expected.push_back(in[i > 0 ? i - 1 : 0] + 2 * in[i] + in[i < 999 ? i + 1 : 999]);
    CHECK(difference(run.result<float>("out"), expected) == "");
  }
}

TEST_CASE("the device's heap gives each thread memory of its own") {
  for (const CorpusRun& run : run_corpus("device_malloc")) {
    std::vector<int> expected;
    for (int i = 0; i < 32; ++i) {
      const int n = i % 5;
      expected.push_back(i * n * (n + 1) / 2);
    }
    CHECK(difference(run.result<int>("out"), expected) == "");
    CHECK(run.report.findings.empty());
  }
}

TEST_CASE("the tiled matrix product is right at the edges") {
  for (const CorpusRun& run : run_corpus("tiled_matmul")) {
    const auto a = run.before<float>("a"), b = run.before<float>("b");
    std::vector<float> expected(750, 0);
    for (size_t y = 0; y < 30; ++y)
      for (size_t x = 0; x < 25; ++x)
        for (size_t k = 0; k < 20; ++k) expected[y * 25 + x] += a[y * 20 + k] * b[k * 25 + x];
    CHECK(difference(run.result<float>("c"), expected) == "");
    CHECK(run.total()[Counter::shared_load_bank_conflicts] == 0);
    // Two tiles, two barriers each, for 8 warps of 4 blocks.
    CHECK(run.total()[Counter::barriers] == 2 * 2 * 8 * 4);
  }
}

TEST_CASE("a copy that takes fewer bytes than it stores leaves zeros, and one of none reads none") {
  for (const CorpusRun& run : run_corpus("partial_async_copies")) {
    std::vector<float> expected(128, 1);
    for (size_t k = 0; k < 97; ++k) expected[k] = static_cast<float>(k) + 1;
    CHECK(difference(run.result<float>("out"), expected) == "");
    CHECK(run.total()[Counter::global_load_bytes] == 25 * 16);  // of threads that take any
  }
}
