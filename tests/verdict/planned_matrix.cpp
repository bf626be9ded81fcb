#include "planned_matrix.hpp"

using namespace warplab;
using Purpose = exercise::SizeSet::Purpose;

namespace planned {

exercise::Exercise matrix() {
  exercise::Exercise e;
  e.check_seeds = {1};
  e.variants = {{"plain", {}}};
  const auto add = [&](Purpose purpose, int64_t rows, int64_t cols) -> exercise::SizeSet& {
    exercise::SizeSet& size = e.sizes.emplace_back();
    size.purpose = purpose;
    size.values = {{"rows", rows}, {"cols", cols}};
    size.names = {"rows", "cols"};
    return size;
  };
  add(Purpose::check, 64, 64);
  add(Purpose::check, 7, 129);
  add(Purpose::graded, 2048, 2048);
  exercise::SizeSet& drawn = add(Purpose::drawn, 64, 64);
  drawn.ranges = {{"rows", {1, 64, 1}}, {"cols", {1, 129, 1}}};
  drawn.derived = true;
  exercise::Buffer buffer;
  buffer.name = "out";
  buffer.shape = {*exercise::Expression::parse("rows"), *exercise::Expression::parse("cols")};
  e.buffers = {buffer};
  exercise::LaunchSpec launch;
  launch.kernel = "k";
  launch.block = {exercise::Expression(32), exercise::Expression(8)};
  launch.grid = {*exercise::Expression::parse("ceil_div(cols, 32)"),
                 *exercise::Expression::parse("ceil_div(rows, 8)")};
  launch.dynamic_shared = exercise::Expression(0);
  launch.repeat = exercise::Expression(1);
  launch.arguments.push_back({"out", {}});
  for (const char* name : {"rows", "cols"})
    launch.arguments.push_back(
        {"", {data::ElementType::i32, *exercise::Expression::parse(name), std::nullopt}});
  e.launches = {launch};
  return e;
}

}  // namespace planned
