#include "registration.hpp"

#include <cstring>
#include <map>
#include <memory>
#include <mutex>

#include "connection.hpp"

namespace warplab::runtime {
namespace {

// As nvcc lays them out (fatbinary_section.h of the CUDA Toolkit).
struct FatBinaryWrapper {
  int magic = 0, version = 0;
  const char* data = nullptr;
  void* names = nullptr;
};
struct FatBinaryHeader {
  uint32_t magic = 0;
  uint16_t version = 0, header_bytes = 0;
  uint64_t bytes = 0;
};

// One, or all that were compiled to be linked (-rdc=true).
struct Module {
  std::vector<const void*> fat_binaries;
  bool is_loaded = false;
  uint32_t number = 0;
};
struct Symbol {
  Module* module = nullptr;
  std::string name;
};
// A __managed__ variable: the host reaches it through a pointer, which is set when it is first
// used.
struct ManagedVariable {
  Symbol symbol;
  void** pointer = nullptr;
};

struct Registered {
  std::mutex turn;
  std::map<const void*, Symbol> kernels, variables;
  std::vector<ManagedVariable> managed;
  std::map<const void*, Kernel*> found;  // by the address on the host
  std::map<const void*, std::unique_ptr<Kernel>> given_out;
};

// Registration runs before the constructors of global objects, and kernels may be launched from
// their destructors.
Registered& registered() {
  static Registered* const made = new Registered;
  return *made;
}

uint32_t number_of(Module& module) {
  if (module.is_loaded) return module.number;
  std::string image;
  for (const void* const binary : module.fat_binaries) image += fat_binary_at(binary);
  const LoadedModule loaded = load_module(image);
  if (!loaded.is_there) stop(loaded.why_not);
  module.is_loaded = true;
  return module.number = loaded.number;
}

// What was compiled with -rdc=true.
Module& linked_module() {
  static Module* const made = new Module;
  return *made;
}

void provide_managed(const Module* module) {
  Registered& r = registered();
  const std::lock_guard<std::mutex> lock(r.turn);
  for (const ManagedVariable& variable : r.managed) {
    if (variable.symbol.module != module || *variable.pointer != nullptr) continue;
    FindVariable find;
    find.module = number_of(*variable.symbol.module);
    find.is_managed = 1;
    const FindVariable::Reply found = ask(find, variable.symbol.name);
    if (found.error != 0 || !map_for_host(found.address, found.bytes))
      stop("The __managed__ variable " + variable.symbol.name + " cannot be had.");
    *variable.pointer = reinterpret_cast<void*>(found.address);
  }
}

}  // namespace

LoadedModule load_module(const std::string& image) {
  LoadedModule loaded;
  const LoadModule::Reply reply = ask(LoadModule{}, image, &loaded.why_not);
  loaded.is_there = reply.error == 0;
  loaded.number = reply.module;
  return loaded;
}

std::string fat_binary_at(const void* address) {
  FatBinaryHeader header;
  std::memcpy(&header, address, sizeof header);
  return {static_cast<const char*>(address), header.header_bytes + header.bytes};
}

Kernel* kernel_of(uint32_t module, const std::string& name) {
  FindKernel find;
  find.module = module;
  std::string sizes;
  const FindKernel::Reply facts = ask(find, name, &sizes);
  if (facts.error != 0) return nullptr;
  auto kernel = std::make_unique<Kernel>();
  kernel->name = name;
  kernel->facts = facts;
  kernel->parameters.resize(sizes.size() / sizeof(uint32_t));
  std::memcpy(kernel->parameters.data(), sizes.data(), sizes.size());
  Registered& r = registered();
  const std::lock_guard<std::mutex> lock(r.turn);
  Kernel* const at = kernel.get();
  r.given_out[at] = std::move(kernel);
  return at;
}

Kernel* kernel_given_out(const void* handle) {
  Registered& r = registered();
  const std::lock_guard<std::mutex> lock(r.turn);
  const auto found = r.given_out.find(handle);
  return found == r.given_out.end() ? nullptr : found->second.get();
}

FindVariable::Reply variable_of(uint32_t module, const std::string& name) {
  FindVariable find;
  find.module = module;
  return ask(find, name);
}

Kernel* kernel_at(const void* address) {
  Registered& r = registered();
  Symbol symbol;
  {
    const std::lock_guard<std::mutex> lock(r.turn);
    const auto known = r.found.find(address);
    if (known != r.found.end()) return known->second;
    const auto registered_there = r.kernels.find(address);
    if (registered_there == r.kernels.end()) {
      const auto given_out = r.given_out.find(address);
      return given_out == r.given_out.end() ? nullptr : given_out->second.get();
    }
    symbol = registered_there->second;
    number_of(*symbol.module);
  }
  Kernel* const kernel = kernel_of(symbol.module->number, symbol.name);
  const std::lock_guard<std::mutex> lock(r.turn);
  return r.found[address] = kernel;
}

FindVariable::Reply variable_at(const void* address) {
  Registered& r = registered();
  const std::lock_guard<std::mutex> lock(r.turn);
  const auto symbol = r.variables.find(address);
  FindVariable::Reply reply;
  reply.error = kInvalidSymbol;
  if (symbol == r.variables.end()) return reply;
  return variable_of(number_of(*symbol->second.module), symbol->second.name);
}

}  // namespace warplab::runtime

using namespace warplab::runtime;

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  auto* const module = new Module;
  const auto* const w = static_cast<const FatBinaryWrapper*>(wrapper);
  // Of what nvlink has put together, the parts that it was made of.
  if (w->version == 2 && w->names)
    for (void* const* part = static_cast<void**>(w->names); *part; ++part)
      module->fat_binaries.push_back(*part);
  else module->fat_binaries.push_back(w->data);
  return reinterpret_cast<void**>(module);
}
// What `callback` registers is in a file that was compiled with -rdc=true. nvcc leaves the function
// that calls this to nvlink: it is made for each program, as the stubs of missing calls are.
void warplab_register_linked(void (*callback)(void**), const void* wrapper) {
  Module& module = linked_module();
  module.fat_binaries.push_back(static_cast<const FatBinaryWrapper*>(wrapper)->data);
  callback(reinterpret_cast<void**>(&module));
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
char __cudaInitModule(void** module) {
  provide_managed(reinterpret_cast<Module*>(module));
  return 1;
}

void __cudaRegisterFunction(void** module, const char* address, char*, const char* name, int,
                            uint3*, uint3*, dim3*, dim3*, int*) {
  registered().kernels[address] = {reinterpret_cast<Module*>(module), name};
}
void __cudaRegisterVar(void** module, char* address, char*, const char* name, int, size_t, int,
                       int) {
  registered().variables[address] = {reinterpret_cast<Module*>(module), name};
}
void __cudaRegisterManagedVar(void** module, void** pointer, char*, const char* name, int, size_t,
                              int, int) {
  const Symbol symbol{reinterpret_cast<Module*>(module), name};
  registered().managed.push_back({symbol, pointer});
  registered().variables[pointer] = symbol;
}

}  // extern "C"
