// What pictures show of one access, and the sentences above them.
#include <doctest/doctest.h>

#include "data/element_place.hpp"
#include "lens/atomics.hpp"
#include "lens/banks.hpp"
#include "lens/sectors.hpp"
#include "lens/sentence.hpp"

using namespace warplab;
using data::LoggedAccess;
using data::TraceKind;
using data::TraceSpace;

namespace {

// Lane l at first + l * stride.
LoggedAccess access(TraceSpace space, TraceKind kind, unsigned bytes, uint64_t first,
                    uint64_t stride, uint32_t mask = ~0u) {
  LoggedAccess made;
  made.line = 10;
  made.space = space;
  made.kind = kind;
  made.bytes = static_cast<uint8_t>(bytes);
  made.mask = mask;
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((mask >> lane & 1) != 0) made.addresses[lane] = first + lane * stride;
  return made;
}
constexpr auto kGlobal = TraceSpace::global, kShared = TraceSpace::shared;
constexpr auto kLoad = TraceKind::load, kStore = TraceKind::store, kAtomic = TraceKind::atomic;

}  // namespace

TEST_CASE("a column of a matrix moves a sector for each lane and uses an eighth of it") {
  const LoggedAccess scattered = access(kGlobal, kLoad, 4, 4096, 512);
  const lens::SectorLens lens = lens::sector_lens(scattered);
  CHECK(lens.sectors.size() == 32);
  CHECK(lens.used_bytes == 128);
  CHECK(lens.ideal == 4);
  CHECK(lens.used_fraction() == 0.125);
  CHECK(lens.sectors[3].lanes == 1u << 3);
  CHECK(lens.sectors[3].used == 15);
  CHECK(lens::sentence_of(scattered) ==
        "Line 10 moves 32 sectors for 128 bytes: 12.5 % of them is used. 4 sectors would hold the "
        "same bytes.");
}

TEST_CASE("a row of a matrix moves what it uses, and nothing is said against it") {
  const LoggedAccess row = access(kGlobal, kLoad, 4, 4096, 4);
  CHECK(lens::sector_lens(row).sectors.size() == 4);
  CHECK(lens::cost_of(row).excess() == 0);
  CHECK(lens::sentence_of(row) ==
        "Line 10 moves 4 sectors for 128 bytes: 100 % of them is used. Fewer could not hold these "
        "bytes.");
}

TEST_CASE("lanes that read one element share its bytes") {
  const LoggedAccess same = access(kGlobal, kLoad, 4, 4096, 0);
  CHECK(lens::sector_lens(same).used_bytes == 4);
  CHECK(lens::sector_lens(same).asked_bytes == 128);
  CHECK(lens::sentence_of(same) ==
        "Line 10 moves 1 sector for 4 bytes: 12.5 % of it is used. 32 lanes share these bytes. "
        "Fewer could not hold these bytes.");
}

TEST_CASE("a row that begins in the middle of a sector touches one more than it needs") {
  const lens::SectorLens lens = lens::sector_lens(access(kGlobal, kStore, 4, 4096 + 16, 4));
  CHECK(lens.sectors.size() == 5);
  CHECK(lens.ideal == 4);
}

TEST_CASE("words of local memory lie beside one another for the lanes of a warp") {
  CHECK(lens::sector_lens(access(TraceSpace::local, kLoad, 4, 8, 0)).sectors.size() == 4);
  CHECK(lens::sector_lens(access(TraceSpace::local, kLoad, 4, 8, 4)).sectors.size() == 32);
}

TEST_CASE("down a column of a tile 32 wide all words stack on one bank, with a column more none") {
  const lens::BankLens conflict = lens::bank_lens(access(kShared, kLoad, 4, 12, 128));
  CHECK(conflict.passes == 32);
  CHECK(conflict.ideal == 1);
  REQUIRE(conflict.groups.size() == 1);
  CHECK(conflict.groups[0].highest == 3);
  CHECK(conflict.groups[0].banks[3].size() == 32);
  CHECK(lens::sentence_of(access(kShared, kLoad, 4, 12, 128)) ==
        "Line 10 takes 32 passes over the banks of shared memory, where 1 would do. 32 different "
        "words lie in bank 3, which gives one in a pass.");
  CHECK(lens::bank_lens(access(kShared, kLoad, 4, 12, 132)).passes == 1);
  CHECK(lens::sentence_of(access(kShared, kLoad, 4, 12, 132)) ==
        "Line 10 takes 1 pass over the banks of shared memory: fewer are not possible.");
}

TEST_CASE("lanes that ask for the same word share it, and atomics on it do not") {
  CHECK(lens::bank_lens(access(kShared, kLoad, 4, 0, 0)).passes == 1);
  CHECK(lens::bank_lens(access(kShared, kAtomic, 4, 0, 0)).passes == 32);
}

TEST_CASE("8 and 16 bytes a lane are served in two and four groups") {
  CHECK(lens::bank_lens(access(kShared, kLoad, 8, 0, 8)).groups.size() == 2);
  CHECK(lens::bank_lens(access(kShared, kLoad, 16, 0, 16)).groups.size() == 4);
  CHECK(lens::bank_lens(access(kShared, kLoad, 16, 0, 16)).passes == 4);
  // A half warp is there alone.
  CHECK(lens::bank_lens(access(kShared, kLoad, 8, 0, 8, 0xFFFF)).groups.size() == 1);
}

TEST_CASE("atomics are told by address, those where most lanes meet first") {
  LoggedAccess atomics = access(kGlobal, kAtomic, 4, 4096, 4);
  for (const unsigned lane : {3u, 7u, 9u}) atomics.addresses[lane] = 4096 + 36;
  const auto meetings = lens::meetings_of(atomics);
  REQUIRE(meetings.size() == 30);
  CHECK(meetings[0].address == 4096 + 36);
  CHECK(meetings[0].lanes == ((1u << 3) | (1u << 7) | (1u << 9)));
  CHECK(lens::sentence_of(atomics).ends_with(
      " 3 of its 32 lanes update one address, one after the other."));
  CHECK(lens::sentence_of(access(kGlobal, kAtomic, 4, 4096, 4))
            .ends_with(" No two of its lanes update the same address."));
}

TEST_CASE("an address is the element of the buffer that lies there") {
  data::AccessLog log;
  log.buffers = {{1, 4096, 400}};
  std::vector<data::Buffer> buffers(2);
  buffers[1].name = "a";
  buffers[1].shape = {10, 10};
  const LoggedAccess of_buffer = access(kGlobal, kLoad, 4, 4096 + 4 * 73, 4);
  CHECK(data::place_text(of_buffer, 0, log, buffers) == "a[7][3]");
  CHECK(data::place_text(of_buffer, 31, log, buffers) == "0x11a0");  // behind its end
  CHECK(data::place_text(access(kShared, kLoad, 4, 128, 0), 0, log, buffers) == "byte 128");
  log.buffers = {{7, 4096, 400}};  // there is no such buffer
  CHECK(data::place_text(of_buffer, 0, log, buffers) == "0x1124");
}
