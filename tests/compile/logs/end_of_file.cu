template <class T>

// nothing follows
