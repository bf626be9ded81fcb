#pragma once
#include <string>

namespace warplab::course {

// Feedback on one graded file, for a page of several: without the page's head, and without what
// only a course knows (points, dates).
struct FeedbackText {
  std::string html, markdown;
};

}  // namespace warplab::course
