// What the tab Lens shows of a log, and where its steps lead.
#include "memory/lens_page.hpp"

#include <doctest/doctest.h>

#include "sample_lens.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

LensView view(const LensAnswer& answer, const Selection& selection) {
  const auto found = view_of(answer, selection);
  REQUIRE(found);
  return *found;
}

Selection at_line(int line) {
  Selection selection;
  selection.line = line;
  return selection;
}

}  // namespace

TEST_CASE("without a selection the most wasteful access of all is shown, and of a line its worst") {
  const LensAnswer answer = sample_answer("");
  const LensView worst = view(answer, {});
  CHECK(worst.logged().line == kSharedLine);  // 32 passes where 1 would do
  CHECK(worst.cost().excess() == 31);
  const LensView strided = view(answer, at_line(kStridedLine));
  CHECK(strided.logged().block == 1);
  CHECK(strided.logged().warp == 1);
  CHECK(strided.logged().execution == 1);
  CHECK(strided.cost().units == 32);
  CHECK_FALSE(view_of(answer, at_line(7)));
  CHECK_FALSE(view_of({}, {}));
}

TEST_CASE("steps lead to the next warp, block and iteration, and back to the worst") {
  const LensAnswer answer = sample_answer("");
  Selection at = selection_of(view(answer, at_line(kStridedLine)), {});
  const auto step = [&](LensStep how, bool forward) {
    at = stepped(answer, at, how, forward);
    return *at.access;
  };
  CHECK(step(LensStep::warp, false) == SelectedAccess{1, 0, 20, 1});
  CHECK(step(LensStep::warp, false) == SelectedAccess{1, 0, 20, 1});  // there is none before it
  CHECK(step(LensStep::iteration, false) == SelectedAccess{1, 0, 20, 0});
  CHECK(step(LensStep::block, true) == SelectedAccess{2, 0, 20, 0});
  CHECK(step(LensStep::worst, true) == SelectedAccess{1, 1, 20, 1});
}

TEST_CASE("the table has the most wasteful line first, and steps go through it") {
  const LensAnswer answer = sample_answer("");
  const auto rows = rows_of(answer);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].line->line == kSharedLine);
  CHECK(rows[0].unit == std::string("passes"));
  CHECK(rows[1].line->line == kStridedLine);
  CHECK(rows[2].cost.excess() == 0);
  Selection at = stepped(answer, {}, LensStep::line, true);
  CHECK(at.line == kStridedLine);
  at = stepped(answer, at, LensStep::line, true);
  CHECK(at.line == kStoreLine);
  CHECK(stepped(answer, at, LensStep::line, true) == at);
}

TEST_CASE("a lane brings its element, and lights up what is moved with it") {
  const LensAnswer answer = sample_answer("");
  const LensView strided = view(answer, at_line(kStridedLine));
  const Selection at = with_lane(strided, selection_of(strided, {}), 3);
  REQUIRE(at.element);
  CHECK(*at.element == SelectedElement{"in", 192});  // lane 3 is 3 * 256 bytes further
  const LitElements lit = lit_elements(strided, 3);
  CHECK(lit.buffer == "in");
  CHECK(lit.asked.size() == 32);
  CHECK(lit.moved.size() == 256);  // eight elements a sector
  CHECK(lit.of_lane == 192);
  CHECK(lane_sentence(strided, 3) == "Lane 3 asks for in[3][0], 4 bytes in sector 3.");
  // Shared memory has no picture.
  const LensView shared = view(answer, at_line(kSharedLine));
  CHECK(lit_elements(shared, 3).buffer.empty());
  CHECK(lane_sentence(shared, 3) == "Lane 3 asks for byte 384, 4 bytes: word 96 in bank 0.");
}

TEST_CASE("lanes that do not take part are passed over") {
  LensAnswer answer = sample_answer("");
  lens::Look look = sample_look();
  for (data::LoggedAccess& access : look.log.accesses) access.mask = 0x0000FF01u;
  answer.looks = {lens_look(std::move(look), 0, false)};
  Selection at = with_lane(view(answer, at_line(kStridedLine)), at_line(kStridedLine), 0);
  at = stepped(answer, at, LensStep::lane, true);
  CHECK(at.lane == 8);
  CHECK(stepped(answer, at, LensStep::lane, false).lane == 0);
  CHECK(lane_sentence(view(answer, at), 3) == "Lane 3 does not take part.");
}

TEST_CASE("the strip has every access, keeps the worst of those that share a column, and blocks") {
  const LensAnswer answer = sample_answer("");
  const LensView strided = view(answer, at_line(kStridedLine));
  const auto whole = strip_of(strided, 1000);
  REQUIRE(whole.size() == 16);
  CHECK(whole[7].cost.units == 32);
  CHECK(whole[7].worst == strided.access);
  CHECK(whole[4].begins_block);
  CHECK_FALSE(whole[5].begins_block);
  const auto narrow = strip_of(strided, 4);
  REQUIRE(narrow.size() == 4);
  CHECK(narrow[1].cost.units == 32);
  CHECK(narrow[1].count == 4);
}

TEST_CASE("the writer of an element is followed to its store: line, warp and lane") {
  LensAnswer answer = sample_answer("");
  Selection chosen;
  chosen.element = SelectedElement{"out", 64 + 32 + 5};
  chosen.wants_writer = true;
  CHECK_FALSE(follow_writer(answer, chosen));  // nobody knows yet
  answer.writer = LensWriter{*chosen.element, lens::LookSession::Written{0, 0, 1, 37}, {}};
  const auto followed = follow_writer(answer, chosen);
  REQUIRE(followed);
  CHECK(followed->line == kStoreLine);
  CHECK(*followed->access == SelectedAccess{1, 1, 40, 0});
  CHECK(followed->lane == 5);
  CHECK(followed->element == chosen.element);
  CHECK_FALSE(followed->wants_writer);
  CHECK(followed->written ==
        "out[1][37] was written by thread (37,0,0) of block (1,0,0): lane 5 of warp 1, on line 4, "
        "after it had read in[0][20] and in[5][0].");
  // Of another element there is nothing to follow.
  Selection other = chosen;
  other.element->index = 3;
  CHECK_FALSE(follow_writer(answer, other));
  answer.writer = LensWriter{*chosen.element, {}, "Nobody wrote it."};
  CHECK(follow_writer(answer, chosen)->written == "Nobody wrote it.");
}

TEST_CASE("the same place in the run before is found although lines have moved") {
  const LensAnswer before = sample_answer("a\nb\nc\nd\n");
  const LensAnswer now = sample_answer("new\na\nb\nc\nd\n");
  Selection at = at_line(3);
  CHECK(before_of(before, now, at).line == 2);
  at.line = 1;
  CHECK(before_of(before, now, at).line == 0);
}

TEST_CASE("a line of the run is found in the text that was edited since, and back") {
  const std::vector<LineChange> moved = {{0, 0, 2, true}, {5, 1, 0, false}};
  CHECK(line_now(1, moved) == 3);
  CHECK(line_of_run(3, moved) == 1);
  CHECK(line_now(0, moved) == 0);
  CHECK(line_of_run(1, moved) == 0);  // it was typed since
  for (int line = 1; line < 10; ++line)
    if (const int now = line_now(line, moved); now > 0) CHECK(line_of_run(now, moved) <= line);
}

TEST_CASE("steps from warp to warp lead there and back where as much is logged as can be") {
  lens::Look look = sample_look();
  const std::vector<data::LoggedAccess> some = look.log.accesses;
  while (look.log.accesses.size() < 40'000)
    for (data::LoggedAccess access : some) {
      access.execution += static_cast<uint32_t>(look.log.accesses.size());
      look.log.accesses.push_back(access);
    }
  LensAnswer answer;
  answer.looks = {lens_look(std::move(look), 0, false)};
  Selection at = selection_of(view(answer, at_line(kStridedLine)), {});
  const Selection first = at;
  for (int i = 0; i < 10; ++i) {
    at = stepped(answer, at, LensStep::warp, i % 2 != 0);
    const LensView shown = view(answer, at);
    CHECK_FALSE(strip_of(shown, 200).empty());
    CHECK_FALSE(lit_elements(shown, 0).asked.empty());
    CHECK((at.access == first.access) == (i % 2 != 0));
  }
}

TEST_CASE("what a thread had read before it wrote is told with values, as far as they are known") {
  LensAnswer answer = sample_answer("");
  Selection chosen;
  chosen.element = SelectedElement{"out", 64 + 32 + 5};
  chosen.wants_writer = true;
  answer.writer = LensWriter{*chosen.element, lens::LookSession::Written{0, 0, 1, 37}, {}};
  const auto written = [&](const TextOfElement& value_of) {
    return follow_writer(answer, chosen, value_of)->written;
  };
  const auto only_first = [](const std::string& buffer, uint64_t index) {
    CHECK(buffer == "in");
    return index == 20 ? std::string("42") : std::string();
  };
  CHECK(written(only_first).ends_with(", after it had read in[0][20] = 42 and in[5][0]."));
}

TEST_CASE("many reads are counted, each element once, and none or an unknown one is said") {
  const auto written = [](const std::function<void(lens::Look&)>& change) {
    lens::Look look = sample_look();
    change(look);
    LensAnswer answer = sample_answer("");
    answer.looks = {lens_look(std::move(look), 0, false)};
    Selection chosen;
    chosen.element = SelectedElement{"out", 64 + 32 + 5};
    chosen.wants_writer = true;
    answer.writer = LensWriter{*chosen.element, lens::LookSession::Written{0, 0, 1, 37}, {}};
    return follow_writer(answer, chosen)->written;
  };
  using data::LoggedAccess;
  CHECK(written([](lens::Look& look) {  // 16 bytes from each load
          for (LoggedAccess& one : look.log.accesses)
            if (one.kind == data::TraceKind::load && one.space == data::TraceSpace::global)
              one.bytes = 16;
        })
            .ends_with("after it had read in[0][20], in[0][21], in[0][22] and 5 other elements."));
  CHECK(written([](lens::Look& look) {  // the same element twice
          for (LoggedAccess& one : look.log.accesses)
            if (one.kind == data::TraceKind::load && one.space == data::TraceSpace::global)
              one.addresses[5] = kInputAt;
        })
            .ends_with("after it had read in[0][0]."));
  CHECK(written([](lens::Look& look) {
          std::erase_if(look.log.accesses,
                        [](const LoggedAccess& one) { return one.kind == data::TraceKind::load; });
        }).ends_with("before which it had read no element of a buffer."));
  CHECK(written([](lens::Look& look) {  // the log was full before the store
          std::erase_if(look.log.accesses,
                        [](const LoggedAccess& one) { return one.kind == data::TraceKind::store; });
        })
            .ends_with("what it had read before is not in the log."));
}
