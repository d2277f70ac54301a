"""A small body, and motions of it as key times and values per joint and property."""

import math

SIDES = {"Left": 0.1, "Right": -0.1}
THIGH, SHIN, ANKLE = 0.45, 0.4, 0.05
# The height of the hips in a walk, in metres, and the share of the cycle during which a foot stands.
WALKING, DUTY = 0.82, 0.6
RATE = 30
TIMES = [i / RATE for i in range(RATE + 1)]
HIPS = "mixamorig:Hips"
SPINE = "mixamorig:Spine"


def turn(angle):
    """Returns a rotation about x."""
    return [math.sin(angle / 2), 0.0, 0.0, math.cos(angle / 2)]


def nodes():
    """Returns the nodes of the body as in glTF: parents first."""
    found = [{"name": HIPS, "translation": [0, 0.9, 0], "children": []}]

    def add(name, parent, place):
        found.append({"name": "mixamorig:" + name, "translation": place, "children": []})
        found[parent]["children"].append(len(found) - 1)
        return len(found) - 1

    add("Head", add("Spine", 0, [0, 0.2, 0]), [0, 0.5, 0])
    for side, x in SIDES.items():
        leg = add(side + "UpLeg", 0, [x, 0, 0])
        foot = add(side + "Foot", add(side + "Leg", leg, [0, -THIGH, 0]), [0, -SHIN, 0])
        add(side + "ToeBase", foot, [0, -ANKLE, 0.15])
    return found


def nod():
    """Returns a motion that bends the spine once per second while the body stands on its feet."""
    spine = [turn(0.3 * math.sin(math.tau * t)) for t in TIMES]
    return {(SPINE, "rotation"): (list(TIMES), spine)}


def bend(height, ahead):
    """Returns the angles of thigh and knee that put the ankle at a place relative to the thigh."""
    far = min(math.hypot(height, ahead), 0.999 * (THIGH + SHIN))
    thigh = math.atan2(-ahead, -height) - math.acos((THIGH**2 + far**2 - SHIN**2) / (2 * THIGH * far))
    knee = math.pi - math.acos((THIGH**2 + SHIN**2 - far**2) / (2 * THIGH * SHIN))
    return thigh, knee


def walk(feet=1.0, body=0.0, phase=0.0, secs=1.0, frames=RATE + 1, backwards=False):
    """Returns a walk: standing feet move back below the body at ``feet`` m/s, and the body moves ahead at ``body`` m/s."""
    tracks = {(HIPS, "translation"): ([], []), (SPINE, "rotation"): ([], [])}
    for side in SIDES:
        for joint in ("UpLeg", "Leg", "Foot"):
            tracks["mixamorig:" + side + joint, "rotation"] = ([], [])

    def key(joint, path, time, value):
        times, values = tracks["mixamorig:" + joint, path]
        times.append(time)
        values.append(value)

    reach = feet * DUTY * secs
    for frame in range(frames):
        time = frame / RATE
        share = (1 - time / secs if backwards else time / secs) + phase
        key("Hips", "translation", time, [0.0, WALKING, body * time])
        key("Spine", "rotation", time, turn(0.1 * math.sin(math.tau * share)))
        for side, shift in (("Left", 0.0), ("Right", 0.5)):
            at = (share + shift) % 1.0
            if at < DUTY:
                ahead, lift = reach * (0.5 - at / DUTY), 0.0
            else:
                swing = (at - DUTY) / (1 - DUTY)
                # Leaves and meets the ground at the speed of the standing foot, and rises fast.
                slope = -feet * secs * (1 - DUTY)
                ahead = reach * (-0.5 + swing**2 * (3 - 2 * swing)) + slope * swing * (1 - swing) * (1 - 2 * swing)
                lift = 0.25 * math.sin(math.pi * swing)
            thigh, knee = bend(ANKLE + lift - WALKING, ahead)
            key(side + "UpLeg", "rotation", time, turn(thigh))
            key(side + "Leg", "rotation", time, turn(knee))
            key(side + "Foot", "rotation", time, turn(-thigh - knee))
    return tracks
