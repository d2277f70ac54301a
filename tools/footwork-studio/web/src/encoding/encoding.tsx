export function Encoding() {
  return null;
}
