#pragma once
// Random numbers without a state: four words that are a hash of a counter and a key. Who asks for
// the number of a pixel and a sweep gets the same one, in whatever thread and order.
// Philox 4x32 with 10 rounds. Source: Salmon, Moraes, Dror, Shaw: "Parallel Random Numbers: As Easy
// as 1, 2, 3", SC 2011.

struct PhiloxWords {
  unsigned x, y, z, w;
};

__device__ inline PhiloxWords philox4x32(PhiloxWords counter, unsigned key_x, unsigned key_y) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xD2511F53ull * counter.x, b = 0xCD9E8D57ull * counter.z;
    counter = {(unsigned)(b >> 32) ^ counter.y ^ key_x, (unsigned)b,
               (unsigned)(a >> 32) ^ counter.w ^ key_y, (unsigned)a};
    key_x += 0x9E3779B9u;  // the golden ratio
    key_y += 0xBB67AE85u;  // the square root of 3, less 1
  }
  return counter;
}
