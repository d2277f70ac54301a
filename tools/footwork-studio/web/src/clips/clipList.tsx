export function ClipList() {
  return null;
}
