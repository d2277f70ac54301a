/** The lighting of every surface of a character, in GLSL: a soft light from the upper left of the camera, and a rim. */
export const LIGHT = `
vec3 lit(vec3 colour, vec3 normal, float up, float shade) {
  float key = 0.5 + 0.5 * dot(normal, vec3(-0.42, 0.62, 0.66));
  float light = mix(1.0 - shade, 1.06, key * key) + 0.08 * up;
  float edge = 1.0 - max(normal.z, 0.0);
  return colour * light + 0.10 * edge * edge * edge;
}`;
