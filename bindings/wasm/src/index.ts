/** Footwork for browsers and Node: tags, expressions, events, flight, sliding and motion matching, bit for bit as in C. */

export { type Allocator, type ObstacleFilter, setAllocator } from "./callbacks.js";
export * from "./classes.js";
export * from "./declarations.js";
export { FootworkError, init, type Source, type Vector } from "./module.js";
export type { Surroundings } from "./surroundings.js";
