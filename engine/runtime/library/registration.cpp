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

struct Module {
  const char* fat_binary = nullptr;
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
  std::map<const void*, std::unique_ptr<Kernel>> found;
};

// Registration runs before the constructors of global objects, and kernels may be launched from
// their destructors.
Registered& registered() {
  static Registered* const made = new Registered;
  return *made;
}

uint32_t number_of(Module& module) {
  if (module.is_loaded) return module.number;
  FatBinaryHeader header;
  std::memcpy(&header, module.fat_binary, sizeof header);
  std::string sentence;
  const LoadModule::Reply reply = ask(
      LoadModule{}, std::string(module.fat_binary, header.header_bytes + header.bytes), &sentence);
  if (reply.error != 0) stop(sentence);
  module.is_loaded = true;
  return module.number = reply.module;
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

Kernel* kernel_at(const void* address) {
  Registered& r = registered();
  const std::lock_guard<std::mutex> lock(r.turn);
  std::unique_ptr<Kernel>& kernel = r.found[address];
  if (kernel) return kernel.get();
  const auto symbol = r.kernels.find(address);
  if (symbol == r.kernels.end()) return nullptr;
  FindKernel find;
  find.module = number_of(*symbol->second.module);
  std::string sizes;
  const FindKernel::Reply facts = ask(find, symbol->second.name, &sizes);
  if (facts.error != 0) return nullptr;
  kernel = std::make_unique<Kernel>();
  kernel->name = symbol->second.name;
  kernel->facts = facts;
  kernel->parameters.resize(sizes.size() / sizeof(uint32_t));
  std::memcpy(kernel->parameters.data(), sizes.data(), sizes.size());
  return kernel.get();
}

FindVariable::Reply variable_at(const void* address) {
  Registered& r = registered();
  const std::lock_guard<std::mutex> lock(r.turn);
  const auto symbol = r.variables.find(address);
  FindVariable::Reply reply;
  reply.error = kInvalidSymbol;
  if (symbol == r.variables.end()) return reply;
  FindVariable find;
  find.module = number_of(*symbol->second.module);
  return ask(find, symbol->second.name);
}

}  // namespace warplab::runtime

using namespace warplab::runtime;

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  auto* const module = new Module;
  module->fat_binary = static_cast<const FatBinaryWrapper*>(wrapper)->data;
  return reinterpret_cast<void**>(module);
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
