// Forms of declarations and of first uses that kernels have, wrong ones and right ones that look
// like them. What matters here is that the wrong ones are found and the right ones are not.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "compile/compile.hpp"
#include "undefined/marked.hpp"

using namespace warplab;

namespace {

struct Form {
  const char* what;
  const char* before;
  const char* body;
};

const Form kWrong[] = {
    {"head of an if", "", R"(
  if (int v; i >= 0) { if (i < 2) v = 0; out[i] = v; }
)"},
    {"head of an if that is decided before", "", R"(
  if constexpr (float u[2], w = 1; true) { if (i < 2) u[1] = 0; out[i] = u[1] + w; }
)"},
    {"struct in the head of an if", R"(struct S { int a, v; };
)",
     R"(
  if (i > 100) out[i] = 1; else if (S s; i >= 0) { if (i < 2) s.v = 0; out[i] = s.v; }
)"},
    {"head of a switch", "", R"(
  switch (int v; i) { case 0: case 1: v = 0; default: out[i] = v; }
)"},
    {"array in the head of a loop", "", R"(
  for (int u[2], j = 0; j < 1; ++j) { if (i < 2) u[1] = 0; out[i] = u[1]; }
)"},
    {"name in brackets", "", R"(
  int (v); if (i < 2) v = 0; out[i] = v;
)"},
    {"union without a name", "", R"(
  union { int whole; short half[2]; }; half[0] = 0; if (i < 2) half[1] = 0; out[i] = whole;
)"},
    {"declaration that a macro is given", R"(#define SAME(...) __VA_ARGS__
)",
     R"(
  SAME(int v;) if (i < 2) v = 0; SAME(int w); if (i < 2) w = 0; out[i] = v + w;
)"},
    {"two signs for a bracket", "", R"(
  int u<:2:>; if (i < 2) u<:1:> = 0; out[i] = u<:1:>;
)"},
    {"word in two lines", "", R"(
  in\
t v; if (i < 2) v = 0; out[i] = v;
)"},
    {"a letter by its number", "", R"(
  int w\u00fc; if (i < 2) w\u00fc = 0; out[i] = w\u00fc;
)"},
    {"two underscores", "", R"(
  int __v; if (i < 2) __v = 0; out[i] = __v;
)"},
    {"macro decl", R"(#define ACC(name) float name
)",
     R"(
  ACC(sum);
   for (int j=0;j<4;++j) sum += in[j];
   out[i] = sum;
)"},
    {"macro type", R"(#define REAL float
)",
     R"(
  REAL sum;
   for (int j=0;j<4;++j) sum += in[j];
   out[i] = sum;
)"},
    {"macro body", R"(#define SUM4 float sum; for (int j=0;j<4;++j) sum += in[j];
)",
     R"(
  SUM4
   out[i] = sum;
)"},
    {"macro whole", R"(#define DECLARE(T, x) T x
)",
     R"(
  DECLARE(float, best); if (in[i]>3) best = in[i]; out[i] = best;
)"},
    {"ctor", R"(struct V { float x, y; __device__ V() { x = 1; } };
)",
     R"(
  V v; out[i] = v.x + v.y;
)"},
    {"default ctor", R"(struct V { float x, y; V() = default; };
)",
     R"(
  V v; v.x = 1; out[i] = v.x + v.y;
)"},
    {"member default partial", R"(struct V { float x = 1; float y; };
)",
     R"(
  V v; out[i] = v.x + v.y;
)"},
    {"member of class", R"(struct S { float sum; __device__ void add(float x) { sum += x; } };
)",
     R"(
  S s; s.add(in[i]); out[i] = s.sum;
)"},
    {"template ctor",
     R"(template<class T> struct S { T sum; int n; __device__ S() : n(0) {} __device__ void add(T x) { sum += x; ++n; } };
)",
     R"(
  S<float> s; s.add(in[i]); out[i] = s.sum;
)"},
    {"cg", R"(#include <cooperative_groups.h>
)",
     R"(
  auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
   float v; if (t < 40) v = in[i];
   for (int d=16; d>0; d/=2) v += tile.shfl_down(v, d);
   out[i] = v;
)"},
    {"cg block", R"(#include <cooperative_groups.h>
)",
     R"(
  auto b = cooperative_groups::this_thread_block(); __shared__ float s[64]; float v; if (t<40) v = in[i]; s[t]=v; b.sync(); out[i]=s[63-t];
)"},
    {"vec atomic", R"()", R"(
  float2 v; v.x = 1; atomicAdd((float2*)change, v); out[i]=1;
)"},
    {"ptr", R"()", R"(
  float* p; if (n > 1000) p = change; *p = 1; out[i]=1;
)"},
    {"array regs", R"()", R"(
  float acc[4]; for (int j=0;j<4;++j) acc[j] += in[j]; out[i]=acc[0]+acc[1]+acc[2]+acc[3];
)"},
    {"array 2d", R"()", R"(
  float acc[2][2]; acc[0][0]=acc[0][1]=acc[1][0]=0; for(int y=0;y<2;++y) for(int x=0;x<2;++x) acc[y][x]+=in[i]; out[i]=acc[0][0]+acc[1][1];
)"},
    {"array computed", R"()", R"(
  int h[8]; h[(int)in[i] & 7] = 1; out[i] = h[3];
)"},
    {"helper out",
     R"(__device__ bool find(float x, float* r) { if (x > 4) { *r = x; return true; } return false; }
)",
     R"(
  float r; find(in[i], &r); out[i]=r;
)"},
    {"helper local",
     R"(__device__ float f(float x) { float s; for (int j=0;j<3;++j) s += x; return s; }
)",
     R"(
  out[i]=f(in[i]);
)"},
    {"lambda capture", R"()", R"(
  float s; auto add=[&](float x){ s += x; }; add(in[i]); out[i]=s;
)"},
    {"template fn",
     R"(template<int N> __device__ float reduce(const float* p){ float s; _Pragma("unroll") for(int j=0;j<N;++j) s+=p[j]; return s; }
)",
     R"(
  out[i]=reduce<4>(in);
)"},
    {"prev value", R"()", R"(
  float prev; float s=0; for(int j=0;j<4;++j){ s += in[j]-prev; prev=in[j]; } out[i]=s;
)"},
    {"switch default", R"()", R"(
  float x; switch(i%3){case 0:x=1;break;case 1:x=2;break;} out[i]=x;
)"},
    {"goto", R"()", R"(
  float x; if (in[i]>4) goto done; x=1; done: out[i]=x;
)"},
    {"cond", R"()", R"(
  float x; float y = in[i]>4 ? x : 1; out[i]=y;
)"},
    {"while flag", R"()", R"(
  bool done; int j=0; while(!done && j<5){ ++j; done = j>3; } out[i]=j;
)"},
    {"union", R"(union U { int i; char b[4]; };
)",
     R"(
  U u; u.b[0]=1; out[i]=u.i;
)"},
    {"float4 lane", R"()", R"(
  float4 v; v.x=v.y=v.z=in[i]; ((float4*)change)[t%16]=v; out[i]=1;
)"},
    {"max first", R"()", R"(
  float m; for(int j=0;j<n;++j) if (j==0 && t>40 || in[j]>m) m=in[j]; out[i]=m;
)"},
    {"count", R"()", R"(
  int c; if (in[i]>4) c++; out[i]=c;
)"},
    {"shared sum", R"()", R"(
  __shared__ float s; float v; atomicAdd(&s, v); out[i]=1;
)"},
    {"half", R"(#include <cuda_fp16.h>
)",
     R"(
  __half h; if (in[i]>4) h=__float2half(1); out[i]=__half2float(h);
)"},
    {"two stage", R"()", R"(
  float regs[2]; for(int s=0;s<4;++s){ out[i]=regs[(s+1)&1]; regs[s&1]=in[(i+s)%n]; if (s == 0) change[i] = regs[1]; }
)"},
    {"array ctor", R"(struct V { float x; int y; };
)",
     R"(
  V v[3]; out[i]=v[1].x;
)"},
    {"bool or", R"()", R"(
  bool any; for (int j=0;j<4;++j) any |= in[j] > 100; out[i]=any;
)"},
    {"struct in place", R"()", R"(
  struct { float a; int b; } x; x.b=1; out[i]=x.a+x.b;
)"},
    {"named struct in place", R"()", R"(
  volatile struct Box { float a[4]; } x; x.a[1]=1; out[i]=x.a[i&1];
)"},
    {"union in place", R"()", R"(
  union { float a; int b; } x; if (in[i]>4) x.a=1; out[i]=x.a;
)"},
    {"class in place", R"()", R"(
  class { public: float a; } x, y; x.a=1; out[i]=x.a+y.a;
)"},
    {"enum in place", R"()", R"(
  enum { off, on } x; if (in[i]>4) x=on; out[i]= x==on ? 1 : 0;
)"},
    {"type by another name", R"()", R"(
  using T = struct { float a; }; typedef struct { float a; } U; T x; U y; y.a=1; out[i]=x.a+y.a;
)"},
    {"beside a shared struct", R"()", R"(
  __shared__ struct { float a[64]; } s; struct { float a; } x; s.a[t]=in[i]; __syncthreads(); out[i]=s.a[63-t]+x.a;
)"},
};

const Form kRight[] = {
    {"heads", R"(struct S { int a, v; };
)",
     R"(
  if (int v; i >= 0) { v = i; out[i] = v; }
  if constexpr (float u[2]; true) { u[1] = i; out[i] = u[1]; }
  if (S s; i < 5) { s.v = 2; out[i] = s.v; } else if (const S* p; i < 9) { p = &s; out[i] = 1; }
  switch (int v, w = 2; i) { case 0: v = 0; out[i] = v; break; default: out[i] = w; }
  for (int u[2], j = 0; j < 1; ++j) { u[1] = 0; out[i] = u[1]; }
)"},
    {"brackets, macros and unions", R"(#define SAME(...) __VA_ARGS__
#define DECLARE(x) x;
#define BEGIN {
#define END }
)",
     R"(
  int (v); v = 1; SAME(int a; a = 3;) SAME(int w, x = 1); w = 0; DECLARE(int y) y = 4;
  union { int whole; short half[2]; }; half[0] = 0; half[1] = 1;
  if (i < 2) BEGIN int k; k = 3; v = k; END
  auto f = [&](int q) { if (q < 2) return 0; else return 1; };
  auto g = [&](auto q) { if constexpr (sizeof(q) == 4) return 1; else return 2.0; };
  auto h = [&](int q) { if (q < 100) { int z = q; return z; } };
  out[i] = v + w + x + y + a + whole + f(i) + g(i) + g(1.0) + h(i);
)"},
    {"macro decl", R"(#define ACC(name) float name
)",
     R"(
  ACC(sum);
   sum=0;
   for (int j=0;j<4;++j) sum += in[j];
   out[i] = sum;
)"},
    {"macro init", R"(#define DECLARE(T, x) T x = 0
)",
     R"(
  DECLARE(float, best); if (in[i]>3) best = in[i]; out[i] = best;
)"},
    {"ctor", R"(struct V { float x, y; __device__ V() { x = 1; y = 2; } };
)",
     R"(
  V v; out[i] = v.x + v.y;
)"},
    {"ctor list", R"(struct V { float x, y; __device__ V() : x(1), y(2) {} };
)",
     R"(
  V v; out[i] = v.x + v.y;
)"},
    {"member default", R"(struct V { float x = 1; float y = 2; };
)",
     R"(
  V v; out[i] = v.x + v.y;
)"},
    {"aggregate", R"(struct V { float x, y; };
)",
     R"(
  V v = {1}; out[i] = v.x + v.y; V q{}; out[i] += q.x + q.y;
)"},
    {"cg", R"(#include <cooperative_groups.h>
)",
     R"(
  auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
   float v; v = t < 40 ? in[i] : 0;
   for (int d=16; d>0; d/=2) v += tile.shfl_down(v, d);
   out[i] = v;
)"},
    {"vec atomic", R"()", R"(
  float2 v; v.x = 1; v.y=2; atomicAdd((float2*)change, v); out[i]=1;
)"},
    {"a times b", R"()", R"(
  int a = 2, b = 3; a * b; out[i] = a + b;
)"},
    {"a times b2", R"()", R"(
  float a = in[i]; float b = 2; (void)0; a * b; out[i] = b;
)"},
    {"fn decl", R"(__device__ int f(int a) { return a; }
)",
     R"(
  int f(int); out[i] = f(i);
)"},
    {"array regs", R"()", R"(
  float acc[4]; for (int j=0;j<4;++j) acc[j] = 0; for (int j=0;j<4;++j) acc[j] += in[j]; out[i]=acc[0]+acc[1]+acc[2]+acc[3];
)"},
    {"array guarded", R"()", R"(
  float acc[4]; int m = n > 3 ? 3 : n; for (int j=0;j<m;++j) acc[j] = in[j]; float s=0; for (int j=0;j<m;++j) s+=acc[j]; out[i]=s;
)"},
    {"array unused part", R"()", R"(
  float acc[4]; for (int j=0;j<3;++j) acc[j] = in[j]; float copy[4]; for (int j=0;j<4;++j) copy[j]=acc[j]; out[i]=copy[0]+copy[2];
)"},
    {"array sorted", R"()", R"(
  float a[4]; for (int j=0;j<4;++j) a[j]=in[(i+j)%n]; for (int j=1;j<4;++j){float v=a[j];int m=j-1;while(m>=0&&a[m]>v){a[m+1]=a[m];--m;}a[m+1]=v;} out[i]=a[2];
)"},
    {"padding", R"(struct P { char c; int v; short s[1]; };
)",
     R"(
  P p; p.c=1; p.v=2; P q=p; P a[2]; a[0]=q; a[1]=p; out[i]=a[i&1].v+a[i&1].c;
)"},
    {"padding shared", R"(struct P { char c; int v; };
)",
     R"(
  __shared__ P s[64]; P p; p.c=1; p.v=i; s[t]=p; __syncthreads(); P q=s[63-t]; out[i]=q.v+q.c;
)"},
    {"float3", R"()", R"(
  float3 v; v.x=in[i]; v.y=1; v.z=2; float3 u=v; out[i]=u.x+u.y+u.z;
)"},
    {"helper out",
     R"(__device__ bool find(float x, float* r) { if (x > 4) { *r = x; return true; } return false; }
)",
     R"(
  float r; out[i]= find(in[i], &r) ? r : 0;
)"},
    {"helper out branch",
     R"(__device__ __noinline__ bool find(float x, float* r) { if (x > 4) { *r = x; return true; } return false; }
)",
     R"(
  float r; if (find(in[i], &r)) out[i]=r; else out[i]=0;
)"},
    {"lambda capture", R"()", R"(
  float s; auto set=[&](float x){ s = x; }; set(in[i]); out[i]=s;
)"},
    {"prev value", R"()", R"(
  float prev; float s=0; for(int j=0;j<4;++j){ if (j>0) s += in[j]-prev; prev=in[j]; } out[i]=s;
)"},
    {"switch all", R"()", R"(
  float x; switch(i&1){case 0:x=1;break;case 1:x=2;break;} out[i]=x;
)"},
    {"goto", R"()", R"(
  float x; x=2; if (in[i]>4) goto done; x=1; done: out[i]=x;
)"},
    {"cond", R"()", R"(
  float x; if (in[i]>4) x=2; float y = in[i]>4 ? x : 1; out[i]=y;
)"},
    {"do flag", R"()", R"(
  bool done; int j=0; do { ++j; done=j>3; } while(!done); out[i]=j;
)"},
    {"union", R"(union U { int i; float f; };
)",
     R"(
  U u; u.f=in[i]; out[i]=__int_as_float(u.i);
)"},
    {"float4 lane", R"()", R"(
  float4 v; v.x=v.y=v.z=in[i]; v.w=0; if (t<16) ((float4*)change)[t]=v; out[i]=1;
)"},
    {"asm out", R"()", R"(
  float v; asm("mov.f32 %0, 0f3F800000;" : "=f"(v)); out[i]=v;
)"},
    {"asm mem", R"()", R"(
  int v; asm volatile("{.reg .u32 q; mov.u32 q, %%laneid; mov.u32 %0, q;}" : "=r"(v)); out[i]=v;
)"},
    {"for uninit head", R"()", R"(
  int j, s=0; for(j=0;j<4;++j) s+=j; out[i]=s+j;
)"},
    {"mask bits", R"()", R"(
  unsigned x; x &= 0; x |= 5; out[i]=x;
)"},
    {"xor self", R"()", R"(
  unsigned x; x = 3; x ^= x; out[i]=x;
)"},
    {"shfl guard", R"()", R"(
  float v; if (t%32<16) v=in[i]; float u=__shfl_xor_sync(~0u,v,1); if (t%32<16) out[i]=u; else out[i]=0;
)"},
    {"half2", R"(#include <cuda_fp16.h>
)",
     R"(
  __half2 h; h = __floats2half2_rn(1,2); out[i]=__low2float(h);
)"},
    {"dim3", R"()", R"(
  uint3 a; a.x=1; a.y=2; a.z=3; dim3 d; out[i]=a.x+a.y+a.z+d.x;
)"},
    {"ref", R"()", R"(
  float x; float& y = x; y = in[i]; out[i]=x;
)"},
    {"constexpr", R"(__host__ __device__ constexpr int sq(int a){ int b = a*a; return b; }
)",
     R"(
  constexpr int c = sq(3); float x; x=c; out[i]=x;
)"},
    {"structured", R"(struct P { float a,b; };
)",
     R"(
  auto [a,b] = P{1,2}; out[i]=a+b;
)"},
    {"enum", R"()", R"(
  enum E { A, B }; E e; e = i&1 ? A : B; out[i]=e;
)"},
    {"fnptr",
     R"(__device__ float sinf_(float x){return x+1;} __device__ float cosf_(float x){return x+2;}
)",
     R"(
  float (*f)(float); f = i&1 ? sinf_ : cosf_; out[i]=f(in[i]);
)"},
    {"sizeof", R"()", R"(
  float x; out[i]=sizeof(x)+sizeof x; (void)x;
)"},
    {"void x", R"()", R"(
  float x; (void)x; out[i]=1;
)"},
    {"curand like",
     R"(struct S { int v[3]; float spare; int has; }; __device__ void init(S* s, int x){ for (int j=0;j<3;++j) s->v[j]=x+j; s->has=0; }
)",
     R"(
  S s; init(&s, i); out[i]=s.v[2];
)"},
    {"swap", R"()", R"(
  float a=1,b=2; { float tmp; tmp=a; a=b; b=tmp; } out[i]=a-b;
)"},
    {"two stage", R"()", R"(
  float regs[2]; for(int s=0;s<4;++s){ regs[s&1]=in[(i+s)%n]; if(s>0) out[i]=regs[(s-1)&1]; }
)"},
    {"multi decl", R"()", R"(
  int a, b = 3, *p = &a, c; a = 1; c = *p; out[i]=a+b+c;
)"},
    {"nested template", R"(template<class A,class B> struct Pair { A a; B b; };
)",
     R"(
  Pair<Pair<float,int>,int> p; p.a.a=1; p.a.b=2; p.b=3; out[i]=p.a.a+p.b;
)"},
    {"array ctor", R"(struct V { float x=1,y=2; };
)",
     R"(
  V v[3]; v[1].x=2; out[i]=v[1].x+v[0].y;
)"},
    {"static local", R"()", R"(
  static __device__ int z; (void)z; out[i]=1;
)"},
    {"shared struct", R"()", R"(
  __shared__ struct { float a[64]; int b; } s; s.a[t]=in[i]; __syncthreads(); out[i]=s.a[63-t];
)"},
    {"shared named struct", R"()", R"(
  volatile __shared__ struct Box { float a[64]; } s; s.a[t]=in[i]; __syncthreads(); out[i]=s.a[63-t];
)"},
    {"shared union, two", R"()", R"(
  static __shared__ union { float a[64]; char b[256]; } s, *p; p=&s; s.a[t]=in[i]; __syncthreads(); out[i]=p->a[63-t];
)"},
    {"shared class, behind", R"()", R"(
  class { public: float a[64]; } __shared__ s; s.a[t]=in[i]; __syncthreads(); out[i]=s.a[63-t];
)"},
    {"shared enum", R"()", R"(
  __shared__ enum { off, on } s; if (t==0) s=on; __syncthreads(); out[i]= s==on ? 1 : 0;
)"},
    {"shared attribute", R"(struct Box { float a[64]; };
)",
     R"(
  __attribute__((shared)) Box s; s.a[t]=in[i]; __syncthreads(); out[i]=s.a[63-t];
)"},
    {"shared attribute behind", R"(struct Box { float a[64]; };
)",
     R"(
  Box s __attribute__((shared)); s.a[t]=in[i]; __syncthreads(); out[i]=s.a[63-t];
)"},
    {"shared struct of a macro", R"(#define TILE(T) __shared__ struct { T a[64]; } s
)",
     R"(
  TILE(float); s.a[t]=in[i]; __syncthreads(); out[i]=s.a[63-t];
)"},
    {"static struct", R"()", R"(
  static struct { float a; } s; static __device__ struct Box { float a; } u; out[i]=s.a+u.a;
)"},
    {"type by another name", R"()", R"(
  using T = struct { float a; }; typedef struct { float a; } U; T x; U y; x.a=1; y.a=2; out[i]=x.a+y.a;
)"},
    {"struct in place", R"()", R"(
  struct { float a; int b; } x; x.a=1; x.b=2; out[i]=x.a+x.b;
)"},
    {"less", R"()", R"(
  bool lt = n < 3, gt; gt = n > 3; out[i]=lt+gt;
)"},
};

// Some include headers that only the toolkit has.
bool can_run(const Form& form) {
  if (std::string_view(form.before).find("#include") == std::string_view::npos) return true;
  const auto compiler = compile::load_compiler();
  REQUIRE(compiler);
  const std::string empty = form.before + std::string("extern \"C\" __global__ void k() {}\n");
  return compile::compile(**compiler, {"k.cu", empty, 90}).ok;
}

sim::Report run(const Form& form) {
  return undefined::run_marked(form.before,
                               std::string(" const int i = threadIdx.x, t = i;\n") + form.body);
}

}  // namespace

TEST_CASE("what is used before it has a value is found in every form") {
  for (const Form& form : kWrong) {
    CAPTURE(form.what);
    if (!can_run(form)) continue;
    const sim::Report report = run(form);
    CHECK(!report.findings.empty());
    for (const sim::Finding& f : report.findings) {
      CHECK(f.kind == sim::FindingKind::uninitialized);
      CHECK(f.line > 0);
    }
  }
}

TEST_CASE("right kernels stay right in every form") {
  for (const Form& form : kRight) {
    CAPTURE(form.what);
    if (!can_run(form)) continue;
    const sim::Report report = run(form);
    CHECK_MESSAGE(report.findings.empty(), undefined::text_of(report));
  }
}
