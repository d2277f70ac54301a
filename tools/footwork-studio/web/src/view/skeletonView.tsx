export function SkeletonView() {
  return null;
}
