/** Footwork in browsers and Node: tags, expressions, events, flight, sliding and motion matching, with the bits of the native library. */

export * from "./control.js";
export * from "./declarations.js";
export * from "./events.js";
export * from "./expressions.js";
export * from "./flight.js";
export * from "./matching.js";
export { FootworkError, init, type Source } from "./module.js";
export * from "./slide.js";
export * from "./tags.js";
