import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type InstancedMesh,
  Matrix4,
  Mesh,
  Vector3,
} from "three";

/** Merges the copies of an instanced mesh. On a software renderer, a draw per copy costs more than its vertices. */
export function baked(copies: InstancedMesh): Mesh {
  const source = copies.geometry.index ? copies.geometry.toNonIndexed() : copies.geometry.clone();
  const places = source.getAttribute("position");
  const normals = source.getAttribute("normal");
  const total = places.count * copies.count;
  const into = {
    place: new Float32Array(total * 3),
    normal: new Float32Array(total * 3),
    colour: new Float32Array(total * 3),
  };
  const matrix = new Matrix4();
  const colour = new Color();
  const at = new Vector3();
  for (let copy = 0; copy < copies.count; copy += 1) {
    copies.getMatrixAt(copy, matrix);
    colour.set(0xffffff);
    if (copies.instanceColor) copies.getColorAt(copy, colour);
    for (let corner = 0; corner < places.count; corner += 1) {
      const start = (copy * places.count + corner) * 3;
      at.fromBufferAttribute(places, corner).applyMatrix4(matrix).toArray(into.place, start);
      at.fromBufferAttribute(normals, corner)
        .transformDirection(matrix)
        .toArray(into.normal, start);
      colour.toArray(into.colour, start);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(into.place, 3));
  geometry.setAttribute("normal", new BufferAttribute(into.normal, 3));
  geometry.setAttribute("color", new BufferAttribute(into.colour, 3));
  source.dispose();
  copies.geometry.dispose();
  const { material } = copies;
  if (!Array.isArray(material) && "vertexColors" in material) material.vertexColors = true;
  return new Mesh(geometry, material);
}
