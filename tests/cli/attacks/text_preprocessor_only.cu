#define doubled(x) x
