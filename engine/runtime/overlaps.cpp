#include "runtime/overlaps.hpp"

#include <utility>

namespace warplab::runtime {

using data::FindingKind;
using data::say;
using data::Says;

bool Overlaps::note(const Begun& begun, AccessSet touched) {
  StreamOrder& order = operations_.order();
  Operation operation{order.begin(begun.stream), begun.at, begun.what, std::move(touched)};
  time_line_.add(operation.when, order.known_to(begun.stream), begun.engine, begun.microseconds);
  for (const Operations::Meeting& met : operations_.add(std::move(operation)))
    add_meeting(begun, met);
  if (begun.is_awaited) {
    order.host_waits_for_stream(begun.stream);
    return false;
  }
  operations_.close([&](uint64_t address) { return memory_.is_shared(address); });
  return operations_.has_closed();
}

void Overlaps::add_meeting(const Begun& begun, const Operations::Meeting& met) {
  const Pointed memory = memory_.pointed(met.conflict.address);
  findings_.add_hosts(
      begun.at, FindingKind::race,
      {say(Says::streams_race, begun.what, met.conflict.second_writes ? "writes" : "reads",
           memory.memory ? memory.memory->name : "memory", met.earlier.what,
           met.conflict.first_writes ? "write" : "read"),
       say(Says::order_the_streams)},
      memory_.place_of(memory), met.earlier.at);
}

std::vector<Area> Overlaps::order(const Order& request, HostLines& lines) {
  StreamOrder& order = operations_.order();
  switch (request.kind) {
    case OrderKind::made: order.make(request.stream, false); return {};
    case OrderKind::made_apart: order.make(request.stream, true); return {};
    case OrderKind::event_recorded: order.record(request.event, request.stream); return {};
    case OrderKind::event_awaited: order.await(request.stream, request.event); return {};
    case OrderKind::event_timed:
      if (!order.is_done(request.event))
        findings_.add_hosts(lines.of(request.frames), FindingKind::undefined_behavior,
                            {say(Says::event_not_awaited), {}});
      return {};
    case OrderKind::stream_waited: order.host_waits_for_stream(request.stream); break;
    case OrderKind::event_waited: order.host_waits_for_event(request.event); break;
    case OrderKind::device_waited: order.host_waits_for_device(); break;
  }
  return operations_.open_done();
}

bool Overlaps::host_comes_to(uint64_t address, bool is_write, const Place& at) {
  const Operations::HostAccess access = operations_.host_comes_to(address, is_write);
  if (access.too_early) {
    const Pointed memory = memory_.pointed(address);
    findings_.add_hosts(at, FindingKind::race,
                        {say(Says::host_is_too_early, is_write ? "writes" : "reads",
                             memory.memory ? memory.memory->name : "memory", access.too_early->what,
                             access.operation_writes ? "write" : "read"),
                         say(Says::wait_first)},
                        memory_.place_of(memory), access.too_early->at);
  }
  return access.was_closed;
}

}  // namespace warplab::runtime
