#pragma once
// A buffer of the student's as a picture: values by row and column, what was expected there, and
// copies small enough to look at as a whole.
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "data/compare.hpp"
#include "exercise/exercise.hpp"
#include "verdict/result/result.hpp"

namespace warplab::app {

// difference: actual - expected; wrong: 1 where an element is not right, else 0.
enum class PictureSide { actual, expected, difference, wrong };

// Elements of a buffer that an access touches.
struct LitElements {
  std::string buffer;           // empty: none, as in shared memory
  std::vector<uint64_t> asked;  // by lanes, rising
  std::vector<uint64_t> moved;  // in its sectors, rising; `asked` is among them
  std::optional<uint64_t> of_lane;
};

struct ValueRange {
  double low = 0, high = 1;
};

// A grid of values as a painter takes it, row by row from the top.
struct ValueGrid {
  static constexpr double kNoElement = std::numeric_limits<double>::lowest();
  // Its place is hatched in another way than a NaN.
  static constexpr double kNotWritten = kNoElement / 2;
  int rows = 0, columns = 0;
  std::vector<double> values;
};

class Picture {
 public:
  // One-dimensional buffers are one row, and drawn as a line; of more than two dimensions the
  // leading ones are stacked below each other.
  Picture(verdict::Picture content, const exercise::Exercise& exercise);

  const std::string& buffer() const { return content_.buffer; }
  const std::string& title() const { return view_.title; }
  const exercise::View& view() const { return view_; }
  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  bool is_line() const { return content_.shape.size() < 2; }
  bool has_expected() const { return !content_.expected.empty(); }
  // False beyond the last element of a wrapped row.
  bool contains(int64_t row, int64_t column) const;
  double value(PictureSide side, int64_t row, int64_t column) const;
  bool is_wrong(int64_t row, int64_t column) const;
  std::string index_text(int64_t row, int64_t column) const;  // "out[3][17]"
  // The value there: whole numbers exactly, others with as many digits as it takes to tell what is
  // there from what is expected. Empty outside, and for what nothing is expected of.
  std::string text(PictureSide side, int64_t row, int64_t column) const;

  uint64_t elements() const { return elements_; }
  size_t bytes() const { return content_.actual.size() + content_.expected.size(); }
  uint64_t wrong() const { return wrong_; }
  struct Place {
    int64_t row = 0, column = 0;
  };
  std::optional<Place> first_wrong() const { return first_wrong_; }
  // Of the same shape, with the same values expected.
  bool same_expected(const Picture& other) const {
    return content_.shape == other.content_.shape && content_.expected == other.content_.expected;
  }
  bool has_not_finite() const { return not_finite_; }  // a NaN or an infinity that was written
  // What no thread has written, of a buffer that begins without content. The simulator knows it; of
  // a picture from elsewhere, as of a GPU, it is known of floating-point numbers alone, by the
  // pattern that such a buffer is filled with: of a whole number that one may have been written.
  bool is_not_written(int64_t row, int64_t column) const;
  uint64_t not_written() const { return not_written_; }
  // Of the finite values; actual and expected share theirs, so that equal values look equal.
  ValueRange automatic_range(PictureSide side) const;

  // The elements [row, row + rows) x [column, column + columns), each `step` by `step` elements
  // joined to one: the mean of values, the difference farthest from zero, wrong where one is. One
  // NaN makes a NaN, so that it is seen at every size; parts outside are kNoElement.
  ValueGrid sample(PictureSide side, int64_t row, int64_t column, int64_t rows, int64_t columns,
                   int64_t step) const;

  // What the elements [begin, end) hold, in memory order: for a line of more elements than there
  // are pixels. Quick for any number of elements of a picture that is_line().
  struct Span {
    double low = std::numeric_limits<double>::infinity(),
           high =
               -std::numeric_limits<double>::infinity();  // of the finite values; low > high: none
    bool wrong = false, not_finite = false, not_written = false;  // one of them is
  };
  Span span(PictureSide side, int64_t begin, int64_t end) const;

 private:
  size_t element_at(int64_t row, int64_t column) const {
    return static_cast<size_t>(row * columns_ + column);
  }
  double read(const verdict::PictureBytes& bytes, size_t element) const;
  double value_at(PictureSide side, size_t element) const;
  bool is_right(size_t element) const;  // by the verdict's own rule; only with expected values
  bool nobody_wrote(size_t element) const;
  void make_overview(PictureSide side);
  void make_spans();
  void add_to_span(Span& span, PictureSide side, size_t element) const;

  verdict::Picture content_;
  exercise::View view_;
  data::Tolerance tolerance_;
  int64_t rows_ = 0, columns_ = 0;
  uint64_t elements_ = 0, wrong_ = 0;
  std::optional<Place> first_wrong_;
  ValueRange range_, difference_range_;
  // Every few elements joined, for pictures much larger than the screen.
  struct Overview {
    int64_t rows = 0, columns = 0;
    std::vector<float> values;
  };
  Overview overviews_[4];       // by PictureSide
  std::vector<Span> spans_[4];  // of every few elements of a line, likewise
  bool not_finite_ = false, shows_not_written_ = false;
  uint64_t not_written_ = 0;
};

// A range with all that both have.
ValueRange joined(const ValueRange& a, const ValueRange& b);

// What is written where there is no room for `exact`, the longest first: `value` with fewer and
// fewer digits behind a "~", which says that it is not all. Empty where nothing is shorter.
std::vector<std::string> shorter_texts(const std::string& exact, double value);

// Other numbers of the window, with as many digits as the values of pictures: see
// data::number_text().
std::string value_text(double value);

}  // namespace warplab::app
