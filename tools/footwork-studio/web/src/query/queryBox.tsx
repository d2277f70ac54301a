export function QueryBox() {
  return null;
}
