export function LabelTable() {
  return null;
}
