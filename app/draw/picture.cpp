#include "draw/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/element.hpp"
#include "data/shape.hpp"

namespace warplab::app {
namespace {

// About as many significant digits as a float has.
constexpr int kDigits = 7;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// A pane shows about 500 x 500 points. Joining up to 4 x 4 elements for each of them is quick;
// beyond that the overview has them joined already.
constexpr int64_t kOverviewStep = 4;
constexpr int64_t kSmallestWithOverview = 1024;
// Elements of a line that are joined to one: a pixel of four million elements then looks at about
// 250 numbers, and as many spans need a sixteenth of the elements' memory.
constexpr size_t kSpan = 64;
// In a cell that is too narrow for the whole number more digits than these do not fit either.
constexpr int kMostShortDigits = 5;
constexpr double kLargest = 3e38;  // of what is stored as a float
constexpr float kNoElementInOverview = std::numeric_limits<float>::lowest(),
                kNotWrittenInOverview = kNoElementInOverview * 0.95f;
exercise::View view_of(const exercise::Exercise& exercise, const std::string& buffer) {
  for (const exercise::View& view : exercise.views)
    if (view.buffer == buffer) return view;
  exercise::View view;
  view.buffer = buffer;
  return view;
}

bool starts_unwritten(const exercise::Exercise& exercise, const std::string& name) {
  return std::ranges::any_of(exercise.buffers, [&](const exercise::Buffer& buffer) {
    return buffer.name == name && buffer.fill.is(exercise::kPoisonFill);
  });
}

void include(ValueRange& range, double value) {
  if (!std::isfinite(value)) return;
  range.low = std::min(range.low, value);
  range.high = std::max(range.high, value);
}

constexpr ValueRange kNothingYet{std::numeric_limits<double>::infinity(),
                                 -std::numeric_limits<double>::infinity()};

// A range that can be mapped to colours or heights: not empty, not a single point, which a line
// has in the middle.
ValueRange usable(ValueRange range, bool of_line) {
  if (range.low > range.high) return {0, 1};
  if (range.low == range.high) return {range.low - (of_line ? 1 : 0), range.low + 1};
  return range;
}

}  // namespace

Picture::Picture(verdict::Picture content, const exercise::Exercise& exercise)
    : content_(std::move(content)),
      view_(view_of(exercise, content_.buffer)),
      tolerance_(content_.tolerance) {
  if (view_.title.empty()) view_.title = content_.buffer;
  elements_ = content_.actual.size() / bytes_of(content_.element);
  if (content_.expected.size() < content_.actual.size()) content_.expected.clear();
  const auto length = static_cast<int64_t>(elements_);
  if (content_.shape.size() >= 2 && content_.shape.back() > 0)
    columns_ = static_cast<int64_t>(content_.shape.back());
  else columns_ = std::max<int64_t>(length, 1);
  rows_ = (length + columns_ - 1) / columns_;

  if (content_.written.size() != (elements_ + 7) / 8) content_.written.clear();
  shows_not_written_ = starts_unwritten(exercise, content_.buffer) &&
                       (!content_.written.empty() || !data::is_whole_type(content_.element));
  range_ = difference_range_ = kNothingYet;
  for (size_t i = 0; i < elements_; ++i) {
    const double actual = value_at(PictureSide::actual, i);
    include(range_, actual);
    const bool is_written = !nobody_wrote(i);
    if (!is_written) ++not_written_;
    not_finite_ |= is_written && !std::isfinite(actual);
    if (!has_expected()) continue;
    const double expected = value_at(PictureSide::expected, i);
    include(range_, expected);
    not_finite_ |= !std::isfinite(expected);
    include(difference_range_, value_at(PictureSide::difference, i));
    if (is_right(i)) continue;
    if (wrong_++ == 0)
      first_wrong_ = Place{static_cast<int64_t>(i) / columns_, static_cast<int64_t>(i) % columns_};
  }
  range_ = usable(range_, is_line());
  // Zero stays in the middle of a difference, and rounding that the tolerance allows stays pale.
  double largest = std::max(std::abs(difference_range_.low), std::abs(difference_range_.high));
  if (!std::isfinite(largest)) largest = 0;
  if (wrong_ == 0) {
    const double size = std::max(std::abs(range_.low), std::abs(range_.high));
    largest = std::max(largest, 2 * (tolerance_.absolute + tolerance_.relative * size));
  }
  difference_range_ = largest > 0 ? ValueRange{-largest, largest} : ValueRange{-1, 1};
  if (is_line()) {
    make_spans();
    return;
  }
  if (rows_ < kSmallestWithOverview && columns_ < kSmallestWithOverview) return;
  for (const PictureSide side :
       {PictureSide::actual, PictureSide::expected, PictureSide::difference, PictureSide::wrong})
    if (side == PictureSide::actual || has_expected()) make_overview(side);
}

bool Picture::contains(int64_t row, int64_t column) const {
  return row >= 0 && column >= 0 && column < columns_ && row < rows_ &&
         element_at(row, column) < elements_;
}

double Picture::read(const verdict::PictureBytes& bytes, size_t element) const {
  return data::number_at(content_.element, bytes.data() + element * bytes_of(content_.element));
}

// Where the simulator has not said what was written: exercise::kPoisonFill, all bits set, which is
// a NaN that no arithmetic of a GPU makes.
bool Picture::nobody_wrote(size_t element) const {
  if (!shows_not_written_) return false;
  if (!content_.written.empty()) return (content_.written[element / 8] >> element % 8 & 1) == 0;
  const size_t size = bytes_of(content_.element);
  const auto* const first = content_.actual.data() + element * size;
  return std::all_of(first, first + size, [](std::byte byte) { return byte == std::byte{0xff}; });
}

bool Picture::is_not_written(int64_t row, int64_t column) const {
  return contains(row, column) && nobody_wrote(element_at(row, column));
}

bool Picture::is_right(size_t element) const {
  const size_t at = element * bytes_of(content_.element);
  return data::is_right(content_.element, content_.actual.data() + at,
                        content_.expected.data() + at, tolerance_);
}

double Picture::value_at(PictureSide side, size_t element) const {
  if (side == PictureSide::actual)
    return nobody_wrote(element) ? kNaN : read(content_.actual, element);
  if (!has_expected()) return kNaN;
  if (side == PictureSide::expected) return read(content_.expected, element);
  if (side == PictureSide::wrong) return is_right(element) ? 0 : 1;
  if (nobody_wrote(element)) return std::numeric_limits<double>::infinity();
  const size_t at = element * bytes_of(content_.element);
  const double difference = data::difference_of(content_.element, content_.actual.data() + at,
                                                content_.expected.data() + at);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

double Picture::value(PictureSide side, int64_t row, int64_t column) const {
  return contains(row, column) ? value_at(side, element_at(row, column)) : kNaN;
}

bool Picture::is_wrong(int64_t row, int64_t column) const {
  if (!has_expected() || !contains(row, column)) return false;
  return !is_right(element_at(row, column));
}

std::string Picture::index_text(int64_t row, int64_t column) const {
  return data::element_text(content_.buffer, element_at(row, column), content_.shape);
}

std::string Picture::text(PictureSide side, int64_t row, int64_t column) const {
  if (!contains(row, column)) return "";
  const size_t element = element_at(row, column);
  if (side == PictureSide::difference)
    return nobody_wrote(element) ? "" : value_text(value_at(side, element));
  if (side == PictureSide::wrong)
    return !has_expected() ? "" : is_right(element) ? "right" : "wrong";
  if (side == PictureSide::actual && nobody_wrote(element)) return "not written";
  const size_t at = element * bytes_of(content_.element);
  const std::byte* const actual = content_.actual.data() + at;
  if (!has_expected())
    return side == PictureSide::actual ? data::value_text(content_.element, actual, kDigits) : "";
  data::TwoTexts texts =
      data::texts_apart(content_.element, actual, content_.expected.data() + at, kDigits);
  return side == PictureSide::actual ? std::move(texts.first) : std::move(texts.second);
}

ValueRange Picture::automatic_range(PictureSide side) const {
  if (side == PictureSide::wrong) return {-1, 1};  // 0 in the middle, as in a difference
  return side == PictureSide::difference ? difference_range_ : range_;
}

void Picture::make_overview(PictureSide side) {
  Overview& overview = overviews_[static_cast<size_t>(side)];
  overview.rows = (rows_ + kOverviewStep - 1) / kOverviewStep;
  overview.columns = (columns_ + kOverviewStep - 1) / kOverviewStep;
  const ValueGrid grid = sample(side, 0, 0, rows_, columns_, kOverviewStep);
  for (const double value : grid.values)
    overview.values.push_back(value == ValueGrid::kNoElement ? kNoElementInOverview
                              : value == ValueGrid::kNotWritten
                                  ? kNotWrittenInOverview
                                  : static_cast<float>(std::clamp(value, -kLargest, kLargest)));
}

namespace {

// The elements that one value of a grid stands for.
class Blend {
 public:
  void add(double v) {
    if (v == ValueGrid::kNoElement) return;
    if (v == ValueGrid::kNotWritten) {
      not_written_ = true;
      return;
    }
    if (std::abs(v) > std::abs(farthest_)) farthest_ = v;
    sum_ += v;
    ++count_;
  }
  bool has_any() const { return not_written_ || count_ > 0; }
  double value(PictureSide side) const {
    if (not_written_) return ValueGrid::kNotWritten;  // one is seen at every size
    const bool shows_range = side == PictureSide::actual || side == PictureSide::expected;
    // An infinity has no place in a range of colours, and must not look like the largest value.
    if (std::isnan(sum_) || (shows_range && std::isinf(sum_))) return kNaN;
    return side == PictureSide::difference || side == PictureSide::wrong
               ? farthest_
               : sum_ / static_cast<double>(count_);
  }

 private:
  double sum_ = 0, farthest_ = 0;
  int64_t count_ = 0;
  bool not_written_ = false;
};

}  // namespace

ValueGrid Picture::sample(PictureSide side, int64_t row, int64_t column, int64_t rows,
                          int64_t columns, int64_t step) const {
  step = std::max<int64_t>(step, 1);
  ValueGrid grid;
  grid.rows = static_cast<int>((rows + step - 1) / step);
  grid.columns = static_cast<int>((columns + step - 1) / step);
  grid.values.resize(static_cast<size_t>(grid.rows) * static_cast<size_t>(grid.columns),
                     ValueGrid::kNoElement);
  const Overview& overview = overviews_[static_cast<size_t>(side)];
  const bool from_overview = step >= kOverviewStep && !overview.values.empty();
  const int64_t unit = from_overview ? kOverviewStep : 1;
  const int64_t end_row = from_overview ? overview.rows : rows_;
  const int64_t end_column = from_overview ? overview.columns : columns_;
  const auto at = [&](int64_t r, int64_t c) {
    if (from_overview) {
      const float v = overview.values[static_cast<size_t>(r * overview.columns + c)];
      return v == kNoElementInOverview    ? ValueGrid::kNoElement
             : v == kNotWrittenInOverview ? ValueGrid::kNotWritten
                                          : static_cast<double>(v);
    }
    if (!contains(r, c)) return ValueGrid::kNoElement;
    const size_t element = element_at(r, c);
    if (side == PictureSide::actual && nobody_wrote(element)) return ValueGrid::kNotWritten;
    return value_at(side, element);
  };
  for (int r = 0; r < grid.rows; ++r) {
    const int64_t r0 = std::max<int64_t>((row + r * step) / unit, 0);
    const int64_t r1 = std::min(std::max((row + (r + 1) * step) / unit, r0 + 1), end_row);
    for (int c = 0; c < grid.columns; ++c) {
      if (row + r * step < 0 || column + c * step < 0) continue;
      const int64_t c0 = (column + c * step) / unit;
      const int64_t c1 = std::min(std::max((column + (c + 1) * step) / unit, c0 + 1), end_column);
      Blend blend;
      for (int64_t y = r0; y < r1; ++y)
        for (int64_t x = c0; x < c1; ++x) blend.add(at(y, x));
      if (blend.has_any())
        grid.values[static_cast<size_t>(r) * static_cast<size_t>(grid.columns) +
                    static_cast<size_t>(c)] = blend.value(side);
    }
  }
  return grid;
}

// ---- lines -------------------------------------------------------------------------------------

void Picture::add_to_span(Span& span, PictureSide side, size_t element) const {
  const double value = value_at(side, element);
  if (std::isfinite(value)) {
    span.low = std::min(span.low, value);
    span.high = std::max(span.high, value);
  } else if (nobody_wrote(element)) {
    span.not_written = true;
  } else {
    span.not_finite = true;
  }
  if (has_expected() && !is_right(element)) span.wrong = true;
}

void Picture::make_spans() {
  for (const PictureSide side :
       {PictureSide::actual, PictureSide::expected, PictureSide::difference, PictureSide::wrong}) {
    if (side != PictureSide::actual && !has_expected()) continue;
    std::vector<Span>& spans = spans_[static_cast<size_t>(side)];
    spans.resize((elements_ + kSpan - 1) / kSpan);
    for (size_t i = 0; i < elements_; ++i) add_to_span(spans[i / kSpan], side, i);
  }
}

Picture::Span Picture::span(PictureSide side, int64_t begin, int64_t end) const {
  Span all;
  if (side != PictureSide::actual && !has_expected()) return all;
  const std::vector<Span>& spans = spans_[static_cast<size_t>(side)];
  const auto last =
      static_cast<size_t>(std::clamp<int64_t>(end, 0, static_cast<int64_t>(elements_)));
  for (auto i = static_cast<size_t>(std::max<int64_t>(begin, 0)); i < last;) {
    if (i % kSpan != 0 || i + kSpan > last || i / kSpan >= spans.size()) {
      add_to_span(all, side, i++);
      continue;
    }
    const Span& part = spans[i / kSpan];
    all.low = std::min(all.low, part.low);
    all.high = std::max(all.high, part.high);
    all.wrong |= part.wrong;
    all.not_finite |= part.not_finite;
    all.not_written |= part.not_written;
    i += kSpan;
  }
  return all;
}

// ---- numbers -----------------------------------------------------------------------------------

ValueRange joined(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

std::vector<std::string> shorter_texts(const std::string& exact, double value) {
  std::vector<std::string> texts;
  if (!std::isfinite(value)) return texts;
  for (int digits = kMostShortDigits; digits >= 1; --digits) {
    std::string text = fmt::format("~{:.{}g}", value, digits);
    // "1.2e+04": what says nothing is left out.
    if (const size_t at = text.find("e+0"); at != std::string::npos) text.erase(at + 1, 2);
    else if (const size_t plus = text.find("e+"); plus != std::string::npos)
      text.erase(plus + 1, 1);
    if (const size_t minus = text.find("e-0"); minus != std::string::npos) text.erase(minus + 2, 1);
    if (text.size() < exact.size() && (texts.empty() || text.size() < texts.back().size()))
      texts.push_back(std::move(text));
  }
  return texts;
}

std::string value_text(double value) { return data::number_text(value, kDigits); }

}  // namespace warplab::app
