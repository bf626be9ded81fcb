// NVRTC brings assert() with it. As in C, each #include of this header looks at NDEBUG anew.
#ifdef NDEBUG
#undef assert
#define assert(condition) ((void)0)
#endif
