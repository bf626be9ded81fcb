// The driver's own API: a module of PTX, its variable, and launches of its kernel. (nvcc: -lcuda)
#include <cuda.h>
#include <cstdio>
const char* const kPtx =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .global .align 4 .u32 step = 3;\n"
    ".visible .entry add(.param .u64 p, .param .u32 n)\n{\n"
    ".reg .pred %p<2>;\n.reg .b32 %r<6>;\n.reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [n];\n"
    "mov.u32 %r2, %tid.x;\nsetp.ge.u32 %p1, %r2, %r1;\n@%p1 bra done;\n"
    "mul.wide.u32 %rd2, %r2, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r3, [step];\nld.global.u32 %r4, [%rd3];\nadd.u32 %r5, %r3, %r4;\n"
    "st.global.u32 [%rd3], %r5;\ndone:\nret;\n}\n";
int main() {
  CUdevice device;
  CUmodule module;
  CUfunction add;
  CUdeviceptr x, step;
  CUcontext context;
  size_t bytes;
  unsigned n = 10, host[32] = {}, seven = 7;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  cuModuleLoadData(&module, kPtx);
  cuModuleGetFunction(&add, module, "add");
  cuModuleGetGlobal(&step, &bytes, module, "step");
  printf("%zu bytes, %s\n", bytes, cuModuleGetFunction(&add, module, "sub") == CUDA_ERROR_NOT_FOUND ? "no sub" : "sub");
  cuModuleGetFunction(&add, module, "add");
  cuMemAlloc(&x, sizeof host);
  cuMemcpyHtoD(x, host, sizeof host);
  void* parameters[] = {&x, &n};
  cuLaunchKernel(add, 1, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr);
  cuMemcpyHtoD(step, &seven, sizeof seven);
  struct { CUdeviceptr x; unsigned n; } buffer = {x, 5};
  size_t size = 12;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  cuLaunchKernel(add, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra);
  cuCtxSynchronize();
  cuMemcpyDtoH(host, x, sizeof host);
  printf("%u %u %u\n", host[0], host[9], host[10]);
  cuMemFree(x);
}
