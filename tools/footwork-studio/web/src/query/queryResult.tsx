export function QueryResult() {
  return null;
}
