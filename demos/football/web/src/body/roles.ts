const MIDDLE = { hips: "Hips", chest: "Spine1", neck: "Neck", head: "Head" };
const SIDES = {
  upper_arm: "Arm",
  lower_arm: "ForeArm",
  hand: "Hand",
  upper_leg: "UpLeg",
  lower_leg: "Leg",
  foot: "Foot",
  toe: "ToeBase",
};

/** Returns the joints of the football's skeleton by role, such as `left_foot`. */
export function rolesOf(names: readonly string[]): Record<string, number> {
  const sides = Object.entries(SIDES).flatMap(([role, name]) => [
    [`left_${role}`, `Left${name}`],
    [`right_${role}`, `Right${name}`],
  ]);
  const all = [...Object.entries(MIDDLE), ...sides] as [string, string][];
  const found = all.map(([role, name]): [string, number] => [role, names.indexOf(name)]);
  return Object.fromEntries(found.filter(([, joint]) => joint >= 0));
}
