// Graphs: what a captured stream was asked for, or nodes that were made by hand, done in an order
// that their dependencies allow.
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>

#include "connection.hpp"
#include "launch.hpp"
#include "streams.hpp"

using namespace warplab::runtime;

struct CUgraphNode_st {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  Action action;
  std::vector<CUgraphNode_st*> after;
  Frames frames;
  CUgraph_st* graph = nullptr;
  // Of a kernel's.
  cudaKernelNodeParams kernel = {};
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
};

struct CUgraphExec_st {
  // By the node that they were made of, in the order in which they are done.
  std::vector<std::pair<CUgraphNode_st*, CUgraphNode_st>> steps;
};

namespace warplab::runtime {
namespace {

CUgraphNode_st* add_node(CUgraph_st* graph, cudaGraphNodeType type, const cudaGraphNode_t* after,
                         size_t count, Action action) {
  auto node = std::make_unique<CUgraphNode_st>();
  node->type = type;
  node->action = std::move(action);
  node->after.assign(after, after + (after ? count : 0));
  node->frames = frames_here();
  node->graph = graph;
  graph->nodes.push_back(std::move(node));
  return graph->nodes.back().get();
}

// As they were made, but behind all that they wait for.
std::vector<CUgraphNode_st*> in_order(const CUgraph_st& graph) {
  std::vector<CUgraphNode_st*> ordered;
  const auto is_done = [&](const CUgraphNode_st* node) {
    return std::find(ordered.begin(), ordered.end(), node) != ordered.end();
  };
  for (bool found = true; found && ordered.size() < graph.nodes.size();) {
    found = false;
    for (const auto& node : graph.nodes) {
      if (is_done(node.get()) || !std::all_of(node->after.begin(), node->after.end(), is_done))
        continue;
      ordered.push_back(node.get());
      found = true;
    }
  }
  return ordered;
}

Action launch_of(const cudaKernelNodeParams& p) {
  const auto call = std::make_shared<LaunchCall>();
  call->kernel = kernel_at(p.func);
  if (!call->kernel) return {};
  call->grid = p.gridDim;
  call->block = p.blockDim;
  call->shared = p.sharedMemBytes;
  call->parameters = parameters_of(*call->kernel, p.kernelParams, p.extra);
  return [call](cudaStream_t stream) {
    call->frames = frames_here();
    call->stream = stream;
    return launch("cudaGraphLaunch", *call);
  };
}

Action copy_of(const cudaMemcpy3DParms& p) {
  return [p](cudaStream_t stream) { return cudaMemcpy3DAsync(&p, stream); };
}

Action set_of(const cudaMemsetParams& p) {
  return [p](cudaStream_t stream) -> cudaError_t {
    if (p.elementSize == 1)
      return cudaMemset2DAsync(p.dst, p.height > 1 ? p.pitch : p.width, static_cast<int>(p.value),
                               p.width, p.height, stream);
    // Elements of more bytes than one: the first row is written by the host.
    std::string row;
    for (size_t k = 0; k < p.width; ++k)
      row.append(reinterpret_cast<const char*>(&p.value), p.elementSize);
    const size_t pitch = p.height > 1 ? p.pitch : row.size();
    for (size_t y = 0; y < p.height; ++y)
      if (const cudaError_t error =
              cudaMemcpyAsync(static_cast<char*>(p.dst) + y * pitch, row.data(), row.size(),
                              cudaMemcpyHostToDevice, stream))
        return error;
    return cudaSuccess;
  };
}

Action copy_of_bytes(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return [=](cudaStream_t stream) { return cudaMemcpyAsync(to, from, bytes, kind, stream); };
}

cudaError_t do_all(const std::vector<CUgraphNode_st*>& nodes, cudaStream_t stream) {
  for (const CUgraphNode_st* node : nodes) {
    const FramesOf there(node->frames);
    if (!node->action) continue;
    if (const cudaError_t error = node->action(stream)) return error;
  }
  return cudaSuccess;
}

}  // namespace

bool is_captured(cudaStream_t stream, Action action) {
  CUgraph_st* const graph = stream_of(stream).captured_by;
  if (!graph) return false;
  CUgraphNode_st* const before = graph->nodes.empty() ? nullptr : graph->nodes.back().get();
  // One after the other, as they were asked for, is an order that all streams allow.
  add_node(graph, cudaGraphNodeTypeKernel, &before, before ? 1 : 0, std::move(action));
  return true;
}

}  // namespace warplab::runtime

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  CUstream_st& s = stream_of(stream);
  if (s.number == 0) return returned(__func__, cudaErrorStreamCaptureUnsupported);
  if (s.captured_by) return returned(__func__, cudaErrorIllegalState);
  s.captured_by = new CUgraph_st;
  s.began_capture = true;
  return returned(__func__, 0);
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  CUstream_st& s = stream_of(stream);
  if (!s.began_capture) return returned(__func__, cudaErrorIllegalState);
  *graph = s.captured_by;
  s.began_capture = false;
  end_capture(s.captured_by);
  return returned(__func__, 0);
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  *status =
      stream_of(stream).captured_by ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return returned(__func__, 0);
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode*) {
  return returned(__func__, 0);
}
#if CUDART_VERSION >= 13000
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges, size_t* count) {
  CUgraph_st* const captured = stream_of(stream).captured_by;
  if (captured && (dependencies || edges)) missing("cudaStreamGetCaptureInfo of dependencies");
  *status = captured ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  if (id) *id = stream_of(stream).number;
  if (graph) *graph = captured;
  if (count) *count = 0;
  return returned(__func__, 0);
}
#endif

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  *graph = new CUgraph_st;
  return returned(__func__, 0);
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return returned(__func__, 0);
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  auto* const made = new CUgraph_st;
  std::map<CUgraphNode_st*, CUgraphNode_st*> twin;
  for (const auto& node : graph->nodes) {
    made->nodes.push_back(std::make_unique<CUgraphNode_st>(*node));
    made->nodes.back()->graph = made;
    twin[node.get()] = made->nodes.back().get();
  }
  for (const auto& node : made->nodes)
    for (CUgraphNode_st*& before : node->after) before = twin[before];
  *clone = made;
  return returned(__func__, 0);
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  const size_t room = nodes ? *count : 0;
  *count = graph->nodes.size();
  for (size_t k = 0; k < std::min(room, graph->nodes.size()); ++k) nodes[k] = graph->nodes[k].get();
  return returned(__func__, 0);
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  const size_t room = nodes ? *count : 0;
  size_t found = 0;
  for (const auto& node : graph->nodes) {
    if (!node->after.empty()) continue;
    if (found < room) nodes[found] = node.get();
    ++found;
  }
  *count = found;
  return returned(__func__, 0);
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  *type = node->type;
  return returned(__func__, 0);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* p) {
  Action action = launch_of(*p);
  if (!action) return returned(__func__, cudaErrorInvalidDeviceFunction);
  *node = add_node(graph, cudaGraphNodeTypeKernel, after, count, std::move(action));
  (*node)->kernel = *p;
  return returned(__func__, 0);
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* p) {
  *p = node->kernel;
  return returned(__func__, 0);
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* p) {
  node->action = launch_of(*p);
  node->kernel = *p;
  return returned(__func__, node->action ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* p) {
  *node = add_node(graph, cudaGraphNodeTypeMemcpy, after, count, copy_of(*p));
  return returned(__func__, 0);
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count, void* to,
                                     const void* from, size_t bytes, cudaMemcpyKind kind) {
  *node =
      add_node(graph, cudaGraphNodeTypeMemcpy, after, count, copy_of_bytes(to, from, bytes, kind));
  return returned(__func__, 0);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* p) {
  *node = add_node(graph, cudaGraphNodeTypeMemset, after, count, set_of(*p));
  return returned(__func__, 0);
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* p) {
  *node = add_node(graph, cudaGraphNodeTypeHost, after, count, [q = *p](cudaStream_t stream) {
    return cudaLaunchHostFunc(stream, q.fn, q.userData);
  });
  return returned(__func__, 0);
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, size_t count) {
  *node = add_node(graph, cudaGraphNodeTypeEmpty, after, count, {});
  return returned(__func__, 0);
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* after, size_t count,
                                       cudaGraph_t child) {
  cudaGraph_t copy = nullptr;
  cudaGraphClone(&copy, child);
  *node = add_node(graph, cudaGraphNodeTypeGraph, after, count,
                   [copy](cudaStream_t stream) { return do_all(in_order(*copy), stream); });
  return returned(__func__, 0);
}
// Its memory has an address from now on, as on a GPU; it is there until the program ends.
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count,
                                     cudaMemAllocNodeParams* p) {
  if (const cudaError_t error = cudaMalloc(&p->dptr, p->bytesize)) return error;
  *node = add_node(graph, cudaGraphNodeTypeMemAlloc, after, count, {});
  return returned(__func__, 0);
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* after, size_t count, void*) {
  *node = add_node(graph, cudaGraphNodeTypeMemFree, after, count, {});
  return returned(__func__, 0);
}
cudaError_t cudaDeviceGraphMemTrim(int) { return returned(__func__, 0); }

#if CUDART_VERSION >= 13000
cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                     size_t count) {
#else
cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, size_t count) {
#endif
  for (size_t k = 0; k < count; ++k) to[k]->after.push_back(from[k]);
  return returned("cudaGraphAddDependencies", 0);
}

#if CUDART_VERSION >= 13000
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData*, size_t count, cudaGraphNodeParams* p) {
#else
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             size_t count, cudaGraphNodeParams* p) {
#endif
  switch (p->type) {
    case cudaGraphNodeTypeKernel: {
      cudaKernelNodeParams k = {};
      k.func = p->kernel.func;
      k.gridDim = p->kernel.gridDim;
      k.blockDim = p->kernel.blockDim;
      k.sharedMemBytes = p->kernel.sharedMemBytes;
      k.kernelParams = p->kernel.kernelParams;
      k.extra = p->kernel.extra;
      return cudaGraphAddKernelNode(node, graph, after, count, &k);
    }
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphAddMemcpyNode(node, graph, after, count, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      cudaMemsetParams m = {};
      m.dst = p->memset.dst;
      m.pitch = p->memset.pitch;
      m.value = p->memset.value;
      m.elementSize = p->memset.elementSize;
      m.width = p->memset.width;
      m.height = p->memset.height;
      return cudaGraphAddMemsetNode(node, graph, after, count, &m);
    }
    case cudaGraphNodeTypeHost: {
      cudaHostNodeParams h = {};
      h.fn = p->host.fn;
      h.userData = p->host.userData;
      return cudaGraphAddHostNode(node, graph, after, count, &h);
    }
    case cudaGraphNodeTypeGraph:
      return cudaGraphAddChildGraphNode(node, graph, after, count, p->graph.graph);
    case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(node, graph, after, count);
    case cudaGraphNodeTypeMemAlloc: {
      cudaMemAllocNodeParams a = {};
      a.bytesize = p->alloc.bytesize;
      const cudaError_t error = cudaGraphAddMemAllocNode(node, graph, after, count, &a);
      p->alloc.dptr = a.dptr;
      return error;
    }
    case cudaGraphNodeTypeMemFree:
      return cudaGraphAddMemFreeNode(node, graph, after, count, p->free.dptr);
    default: missing("cudaGraphAddNode of this type");
  }
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
  const std::vector<CUgraphNode_st*> nodes = in_order(*graph);
  if (nodes.size() != graph->nodes.size()) return returned(__func__, cudaErrorInvalidValue);
  *exec = new CUgraphExec_st;
  for (CUgraphNode_st* node : nodes) (*exec)->steps.emplace_back(node, *node);
  return returned(__func__, 0);
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return returned(__func__, 0); }
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  std::vector<CUgraphNode_st*> nodes;
  for (auto& [of, step] : exec->steps) nodes.push_back(&step);
  const Action action = [nodes](cudaStream_t there) { return do_all(nodes, there); };
  return is_captured(stream, action) ? cudaSuccess : action(stream);
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  delete exec;
  return returned(__func__, 0);
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
  std::memset(info, 0, sizeof *info);
  const std::vector<CUgraphNode_st*> nodes = in_order(*graph);
  if (nodes.size() != exec->steps.size()) {
    info->result = cudaGraphExecUpdateErrorTopologyChanged;
    return returned(__func__, cudaErrorGraphExecUpdateFailure);
  }
  for (size_t k = 0; k < nodes.size(); ++k) exec->steps[k] = {nodes[k], *nodes[k]};
  info->result = cudaGraphExecUpdateSuccess;
  return returned(__func__, 0);
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* p) {
  for (auto& [of, step] : exec->steps) {
    if (of != node) continue;
    step.action = launch_of(*p);
    return returned(__func__, step.action ? cudaSuccess : cudaErrorInvalidDeviceFunction);
  }
  return returned(__func__, cudaErrorInvalidValue);
}

}  // extern "C"
