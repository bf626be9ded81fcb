#pragma once
// encode() and decode() for the bodies whose lists of fields stand in the file that includes this.
// At its end that file names them: WARPLAB_BODY(Ready).
#include <functional>

#include "worker/protocol.hpp"
#include "worker/wire/reader.hpp"
#include "worker/wire/writer.hpp"

namespace warplab::worker {

Message write_message(MessageKind kind, const std::function<void(Writer&)>& write);

// The Error says what `read` found wrong, or that the message is of another kind, no JSON object,
// or longer than its parts.
Result<bool> read_message(const Message& message, MessageKind expected_kind,
                          const Expected& expected, const std::function<void(Reader&)>& read);

template <class Body>
Message encode(const Body& body) {
  return write_message(kind_of<Body>, [&](Writer& writer) { fields(writer, body); });
}

template <class Body>
Result<Body> decode(const Message& message, const Expected& expected) {
  Body body;
  const Result<bool> read =
      read_message(message, kind_of<Body>, expected, [&](Reader& reader) { fields(reader, body); });
  if (!read) return Error{read.error()};
  return body;
}

#define WARPLAB_BODY(Body)              \
  template Message encode(const Body&); \
  template Result<Body> decode<Body>(const Message&, const Expected&)

}  // namespace warplab::worker
