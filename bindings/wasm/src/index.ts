/** Footwork in browsers and Node: tags, expressions, events, flight, sliding and motion matching, with the bits of the native library. */

export { type Allocator, type ObstacleFilter, setAllocator } from "./callbacks.js";
export * from "./classes.js";
export * from "./declarations.js";
export { FootworkError, init, type Source, type Vector } from "./module.js";
