#include "lens/two_orders.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "data/compare.hpp"
#include "data/shape.hpp"
#include "lens/student_block.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "verdict/plan/prepared_run.hpp"
#include "verdict/plan/run_plan.hpp"
#include "words/text.hpp"

namespace warplab::lens {
namespace {

using data::LabSays;
using data::say;

using Kind = sim::Schedule::Kind;
using Memory =
    std::vector<std::vector<std::byte>>;  // by buffer; empty for those that are no answer

// Of one run: more show nothing new, and other sizes may.
constexpr uint64_t kMostRandomOrders = 24;
// A run at a larger size than this is left to a smaller one.
constexpr uint64_t kMostWorkOfRun = 4'000'000;
// The part of the work that one run may have: a race may show at the next size only.
constexpr uint64_t kRuns = 4;

// In the order in which they are tried.
std::vector<sim::Schedule> orders() {
  std::vector<sim::Schedule> all = {
      {Kind::random, 1},   {Kind::reversed, 0},          {Kind::random, 2},
      {Kind::lockstep, 0}, {Kind::lockstep_reversed, 0}, {Kind::delayed, 1},
      {Kind::delayed, 2}};
  for (uint64_t seed = 3; seed <= kMostRandomOrders; ++seed) all.push_back({Kind::random, seed});
  return all;
}

Memory answers_of(const verdict::PreparedRun& run) {
  Memory memory(run.setup.buffers.size());
  for (size_t b = 0; b < memory.size(); ++b) {
    if (!exercise::is_answer(*run.setup.specs[b])) continue;
    const auto bytes = run.outputs[b].bytes();
    memory[b].assign(bytes.begin(), bytes.end());
  }
  return memory;
}

// Whether two bytes of one element are two answers. An element that no thread wrote is the same in
// both, whatever it holds; sums of floats may be rounded in another order.
bool are_two(const data::Tolerance& tolerance, const data::Buffer& buffer, const std::byte* first,
             const std::byte* second) {
  if (std::memcmp(first, second, data::bytes_of(buffer.element)) == 0) return false;
  return !data::is_right(buffer.element, first, second, tolerance);
}

// The first element of which there are two answers.
std::optional<TwoOrders> difference(const exercise::Case& setup, const Memory& first,
                                    const Memory& second) {
  for (size_t b = 0; b < first.size(); ++b) {
    if (first[b] == second[b]) continue;
    const data::Buffer& buffer = setup.buffers[b];
    const size_t width = data::bytes_of(buffer.element);
    TwoOrders two;
    two.where = setup.label;
    two.total = first[b].size() / width;
    for (size_t i = 0; i < two.total; ++i) {
      if (!are_two(setup.tolerances[b], buffer, &first[b][i * width], &second[b][i * width]))
        continue;
      if (two.different++ != 0) continue;
      // Told apart by as many digits as it takes.
      const data::Comparison compared =
          data::compare(buffer.element, std::span(first[b]).subspan(i * width, width),
                        std::span(second[b]).subspan(i * width, width), setup.tolerances[b]);
      two.element = data::element_text(buffer.name, i, buffer.shape);
      two.buffer = buffer.name;
      two.index = i;
      two.first.value = compared.actual_text;
      two.second.value = compared.expected_text;
    }
    if (two.different != 0 && two.first.value != two.second.value) return two;
  }
  return std::nullopt;
}

class Search {
 public:
  Search(const exercise::Exercise& exercise, worker::Worker& worker,
         const OrderSearchOptions& options)
      : exercise_(exercise), worker_(worker), options_(options), left_(options.most_work) {}

  Result<OrderSearch> over(const std::vector<verdict::PlannedRun>& plan,
                           const std::optional<Dim3>& block) {
    OrderSearch search;
    for (const verdict::PlannedRun& planned : plan) {
      if (planned.graded || left_ == 0) continue;
      Result<verdict::PreparedRun, verdict::NotPrepared> run =
          verdict::prepare_run(exercise_, planned, block);
      if (!run) return Error{run.why().message};
      if (const Result<bool> tried = try_orders(*run, search); !tried) return Error{tried.error()};
      if (search.found) break;
    }
    return search;
  }

 private:
  Result<bool> try_orders(verdict::PreparedRun& run, OrderSearch& search) {
    uint64_t share = std::max(options_.most_work / kRuns, uint64_t{1});
    const Result<uint64_t> first = make(run, {}, kMostWorkOfRun);
    if (!first) return Error{first.error()};
    if (*first == 0) return true;  // it did not end, and nothing is to be compared
    const Memory in_order = answers_of(run);
    ++search.orders;
    for (const sim::Schedule& order : orders()) {
      if (left_ == 0 || share == 0) return true;
      // Warps that wait for one another take more in another order.
      const Result<uint64_t> work = make(run, order, 16 * *first + kMostWorkOfRun);
      if (!work) return Error{work.error()};
      share -= std::min(share, std::max<uint64_t>(*work, *first));
      if (*work == 0) continue;
      ++search.orders;
      search.found = difference(run.setup, in_order, answers_of(run));
      if (!search.found) continue;
      search.found->second.order = order;
      if (const Result<bool> first_known = find_last_write(run, *search.found, search.found->first);
          !first_known)
        return first_known;
      return find_last_write(run, *search.found, search.found->second);
    }
    return true;
  }

  // Where the answer comes from. That is no part of the search, and takes a few times as long as
  // the run did.
  Result<bool> find_last_write(verdict::PreparedRun& run, const TwoOrders& two,
                               OrderedAnswer& answer) {
    const auto of = std::ranges::find(run.setup.buffers, two.buffer, &data::Buffer::name);
    sim::Options options;
    options.student_file = exercise_.student_file;
    options.schedule = answer.order;
    options.watch =
        sim::WatchedElement{static_cast<int>(of - run.setup.buffers.begin()), two.index};
    const auto report =
        verdict::simulate(run, options, options_.time_limit, worker_, {}, options_.cancel);
    if (!report) return Error{words::text_of(report.failure.says)};
    if (!report.value->completed) return true;
    answer.last_write = report.value->watched;
    if (!answer.last_write) return true;
    const auto launch = static_cast<size_t>(answer.last_write->launch);
    const Dim3 grid = run.setup.launches.at(launch).grid;
    const Dim3 at = answer.last_write->place.block;
    answer.block = at.x + uint64_t{grid.x} * (at.y + uint64_t{grid.y} * at.z);
    return true;
  }

  // The work that the run took; 0: it did not come to its end.
  Result<uint64_t> make(verdict::PreparedRun& run, const sim::Schedule& order, uint64_t most) {
    sim::Options options;
    options.student_file = exercise_.student_file;
    options.schedule = order;
    options.exact_tracking = false;
    options.keep_writers = false;
    options.max_work = std::min(most, left_);
    const auto report =
        verdict::simulate(run, options, options_.time_limit, worker_, {}, options_.cancel);
    if (!report) return Error{words::text_of(report.failure.says)};
    left_ -= std::min(left_, report.value->work);
    return report.value->completed ? report.value->work : 0;
  }

  const exercise::Exercise& exercise_;
  worker::Worker& worker_;
  const OrderSearchOptions& options_;
  uint64_t left_;
};

}  // namespace

Result<OrderSearch> find_two_orders(const exercise::Exercise& exercise, const std::string& source,
                                    const OrderSearchOptions& options) {
  auto started = options.start_worker({});
  if (!started) return Error{words::text_of(started.failure.says)};
  worker::Worker& worker = **started.value;
  const auto compiled = worker.compile(
      verdict::kernel_source(exercise, exercise.student_file, source, 90), options.cancel);
  if (!compiled) return Error{words::text_of(compiled.failure.says)};
  if (!compiled.value->ok) return Error{exercise.student_file + " does not compile."};
  const Result<std::optional<Dim3>> block = student_block(exercise, worker);
  if (!block) return Error{block.error()};
  return Search(exercise, worker, options)
      .over(verdict::plan_runs(exercise, options.seed, source), *block);
}

namespace {

data::Saying order_of(const sim::Schedule& order) {
  return order == sim::Schedule{} ? say(LabSays::threads_in_order)
                                  : say(LabSays::in_named_order, sim::name_of(order));
}

}  // namespace

std::string sentence(const OrderSearch& search) {
  if (!search.found)
    return words::told(
        LabSays::same_answer,
        say(search.orders == 1 ? LabSays::one_order : LabSays::orders, search.orders));
  const TwoOrders& two = *search.found;
  return words::told(two.different > 1 ? LabSays::two_answers_differ : LabSays::two_answers,
                     two.element, two.first.value, order_of(two.first.order), two.second.value,
                     order_of(two.second.order), two.where, data::Count{two.different},
                     data::Count{two.total});
}

}  // namespace warplab::lens
