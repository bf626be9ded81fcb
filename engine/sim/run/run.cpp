#include "sim/run/run.hpp"

#include <algorithm>
#include <cstring>

#include "ptx/operand_check.hpp"
#include "ptx/source_name.hpp"
#include "sim/decode/decode.hpp"
#include "sim/run/validate_launch.hpp"
#include "sim/state/launch_state.hpp"

namespace warplab::sim {
namespace {

void place_buffers(Run& run) {
  for (size_t k = 0; k < run.buffers.size(); ++k) {
    Buffer& b = run.buffers[k];
    Allocation a;
    a.name = b.name;
    a.element = b.element;
    a.shape = b.shape;
    a.bytes = b.bytes.size();
    a.host = b.bytes.data();
    a.read_only = b.read_only;
    a.buffer = static_cast<int>(k);
    if (!run.lasting) {
      run.addresses.add(std::move(a));
      continue;
    }
    const Lasting::Piece& piece = run.lasting->pieces[k];
    a.begin = piece.begin;
    a.bytes = piece.bytes;
    a.freed = piece.freed;
    a.counted_in = piece.counted_in;
    run.addresses.place(std::move(a));
  }
}

// Variables whose content a buffer has.
Result<bool, Refusal> fill_variables(Run& run) {
  for (const Buffer& buffer : run.buffers) {
    if (buffer.variable.empty()) continue;
    size_t number = 0;
    while (number < run.module.variables.size() &&
           (ptx::source_name(run.module.variables[number].name) != buffer.variable ||
            run.variables.address(static_cast<uint32_t>(number)) == 0))
      ++number;
    if (number == run.module.variables.size())
      return Refusal{say(Says::no_variable_to_fill, buffer.variable)};
    const uint64_t room = run.module.variables[number].bytes;
    if (room < buffer.bytes.size())
      return Refusal{say(Says::variable_is_too_small, buffer.variable, data::Count{room},
                         data::Count{buffer.bytes.size()})};
    run.variables.set_first(number, buffer.bytes);
  }
  return true;
}

}  // namespace

Result<bool, Refusal> prepare(Run& run, Passes passes) {
  place_buffers(run);
  if (const auto fault = ptx::size_fault(run.module)) return Refusal{*fault};
  if (run.lasting)
    run.variables.place_lasting(run.module, run.lasting->variables, run.lasting->heap_begin,
                                passes == Passes::several, run.addresses);
  else run.variables.place(run.module, run.addresses);
  if (const auto filled = fill_variables(run); !filled) return filled.why();
  for (const Launch& launch : run.launches) {
    const auto key = std::pair(launch.kernel, launch.dynamic_shared_bytes);
    if (!run.programs.contains(key)) {
      DecodeRequest request{&run.module,
                            launch.kernel,
                            run.options.student_file,
                            launch.dynamic_shared_bytes,
                            [&](uint32_t v) { return run.variables.address(v); },
                            run.registers_apart};
      auto program = decode(request);
      if (!program) return program.why();
      run.programs.emplace(key, std::move(*program));
    }
    if (auto fine =
            validate_launch(run.module, run.program_of(launch), launch, run.buffers, run.options);
        !fine)
      return fine.why();
    run.all_blocks += launch.grid.volume();
  }
  run.first_contents.resize(run.buffers.size());
  for (size_t k = 0; passes == Passes::several && k < run.buffers.size(); ++k) {
    const Buffer& b = run.buffers[k];
    if (!b.restore && !b.read_only) run.first_contents[k] = FirstContent(b.bytes);
  }
  return true;
}

void restore(Run& run) {
  for (size_t k = 0; k < run.buffers.size(); ++k) {
    const Buffer& b = run.buffers[k];
    if (b.restore) b.restore();
    else if (!b.read_only) run.first_contents[k].put_back(b.bytes);
  }
  run.variables.reset(run.addresses);
}

void describe_launch(const Run& run, size_t k, DeviceHeap& heap, LaunchState& state) {
  const Launch& launch = run.launches[k];
  const Allocation* const heap_memory = run.variables.heap();
  state.program = &run.program_of(launch);
  state.launch = &launch;
  state.options = &run.options;
  state.number = k;
  state.is_last = k + 1 == run.launches.size();
  if (const ptx::Variable* v = run.module.find_variable(ptx::kGridWorkspace);
      v != nullptr && launch.cooperative)
    state.grid_workspace =
        run.variables.address(static_cast<uint32_t>(v - run.module.variables.data()));
  state.parameters = parameter_bytes(run, launch);
  state.threads_per_block = launch.block.volume();
  state.warps_per_block = static_cast<uint32_t>((state.threads_per_block + kLanes - 1) / kLanes);
  state.memory.addresses = &run.addresses;
  state.memory.visible = visible_to(run, launch);
  state.memory.heap = &heap;
  state.memory.first_heap = run.variables.first_heap();
  state.memory.heap_begin = heap_memory ? heap_memory->begin : 0;
}

std::vector<std::byte> parameter_bytes(const Run& run, const Launch& launch) {
  const Program& program = run.program_of(launch);
  const ParameterLayout layout = parameter_layout(program.module->functions[program.kernel]);
  std::vector<std::byte> bytes(layout.bytes);
  for (size_t k = 0; k < launch.arguments.size(); ++k) {
    const Argument& a = launch.arguments[k];
    std::byte* to = bytes.data() + layout.offsets[k];
    if (a.buffer >= 0) {
      const uint64_t address = run.addresses.allocations()[static_cast<size_t>(a.buffer)].begin;
      std::memcpy(to, &address, sizeof address);
    } else {
      std::ranges::copy(a.value, to);
    }
  }
  return bytes;
}

std::vector<bool> visible_to(const Run& run, const Launch& launch) {
  std::vector<bool> visible;
  // A device that lasts has no launches that could not have had every address.
  for (const Allocation& a : run.addresses.allocations())
    visible.push_back(a.buffer < 0 || (run.lasting && !a.freed));
  for (const Argument& a : launch.arguments)
    if (a.buffer >= 0 && !run.lasting) visible[static_cast<size_t>(a.buffer)] = true;
  return visible;
}

void renew_variables(Run& run, size_t launch, std::vector<bool>& written) {
  for (const Allocation& a : run.addresses.allocations()) {
    const bool is_heap = &a == run.variables.heap();
    if (a.buffer >= 0 || !written[static_cast<size_t>(a.number)]) continue;
    if (!is_heap && run.launches[launch].keep_variables) continue;
    run.variables.reset(a);
    written[static_cast<size_t>(a.number)] = false;
  }
  run.variables.move_heap(run.addresses, launch);
}

}  // namespace warplab::sim
