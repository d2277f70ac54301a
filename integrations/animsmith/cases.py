"""A case for each built-in check of animsmith 0.14: a motion that triggers it, one that does not, and both contracts."""

import math
from dataclasses import dataclass, field

from body import HIPS, SPINE, TIMES, nod, turn, walk


@dataclass
class Case:
    """A check. Motions are clips by name. Scales are those of the hips at rest."""

    check: str
    trigger: dict
    # Words of Footwork's message about the triggering motion, separated by |. One of them is enough.
    ours: str
    # The contracts: animsmith's, and the limits of one for all clips in Footwork.
    theirs: str = ""
    limits: str = ""
    clean: dict = field(default_factory=lambda: {"walk": nod()})
    scale: list | None = None
    is_group: bool = False
    # Contracts for the clean file, if it is the same file as the triggering one.
    clean_theirs: str | None = None
    clean_limits: str | None = None
    # Whether animsmith and Footwork report the check for the triggering FBX file, and for the clean one; and the
    # reason if that differs from glTF.
    in_fbx: tuple = (True, True, False, False)
    reason: str = ""


def spine(change):
    tracks = nod()
    change(*tracks[SPINE, "rotation"])
    return {"walk": tracks}


def hips(path, value, others=None):
    tracks = nod() if others is None else others
    return {"walk": tracks | {(HIPS, path): (list(TIMES), [value(t) for t in TIMES])}}


def put(at, value):
    return lambda times, values: values.__setitem__(at, value(values[at]))


def cut(times, values):
    del times[24:], values[24:]


def bent(angle):
    """Returns a body whose joints begin at this angle from their rest."""
    tracks = nod()
    for joint in ("Spine", "LeftUpLeg", "RightUpLeg", "LeftLeg", "RightLeg"):
        angles = [angle + 0.1 * math.sin(math.tau * t) for t in TIMES]
        tracks["mixamorig:" + joint, "rotation"] = (list(TIMES), [turn(angle) for angle in angles])
    return {"walk": tracks}


def held():
    """Returns a loop without a copy of its first pose at the end."""
    return {"walk": {key: (times[:-1], values[:-1]) for key, (times, values) in walk(phase=0.3).items()}}


def first(motion, count):
    return {key: (times[:count], values[:count]) for key, (times, values) in motion.items()}


def pair(other):
    return {"a": walk(phase=0.3), "b": other}


LOOP = "[clips.walk]\nloop = true\n"
STANDS = "\n[clips.walk]\nspeed_mps = { value = 1.0, tolerance = 0.2 }\n"
ANIMATES = '[clips.walk]\nanimates_bones = ["{}"]\n'
REQUIRED = '[rig]\nrequired_bones = ["{}"]\n'
GAIT = '[gait_groups.g]\nclips = ["a", "b"]\nmax_gait_phase_spread = 0.1\nmin_lr_amplitude_m = 0.01\n'
SYNC = (
    '[sync_groups.g]\nclips = ["a", "b"]\nmax_duration_delta_s = 0.05\n'
    "max_frame_count_delta = 0\nmax_fps_delta = 0.0\n"
)
REFLECTED = "[sync_groups.g.time_complement]\nmin_reflected_time_advantage = 0.2\nmin_lr_amplitude_m = 0.01\n"
NEVER = (False, False, False, False)
ANGLES = "FBX stores angles, which have no length and no sign"
STILL = {
    (SPINE, "rotation"): (list(TIMES), [turn(0.0)] * len(TIMES)),
    (HIPS, "translation"): (list(TIMES), [[0.0, 0.9, t] for t in TIMES]),
}

CASES = [
    Case(
        "nan",
        spine(put(9, lambda q: [math.nan, *q[1:]])),
        "bad-frames|keys_not_finite|not-finite",
        limits="keys_not_finite = 0",
    ),
    Case(
        "time-monotonic",
        spine(lambda times, values: times.__setitem__(9, times[8])),
        "same-time",
        in_fbx=NEVER,
        reason="ufbx reads increasing times",
    ),
    Case(
        "quat-norm",
        spine(put(9, lambda q: [1.5 * x for x in q])),
        "keys_not_unit",
        limits="keys_not_unit = 0",
        in_fbx=NEVER,
        reason=ANGLES,
    ),
    Case(
        "quat-flip",
        spine(put(9, lambda q: [-x for x in q])),
        "keys_flipped",
        limits="keys_flipped = 0",
        in_fbx=NEVER,
        reason=ANGLES,
    ),
    Case("duration-sanity", {"walk": {(SPINE, "rotation"): ([0.0], [turn(0.2)])}}, "no-motion|no-duration"),
    Case("scale-keys", hips("scale", lambda t: [1 + t / 9] * 3), "keys_scaled", limits="keys_scaled = 0"),
    Case("non-uniform-scale", hips("scale", lambda t: [1 + t, 2.0, 1.0]), "  scale"),
    Case(
        "constant-nonunit-scale",
        hips("scale", lambda t: [2.0] * 3),
        "joint_scale is",
        theirs='[checks.constant-nonunit-scale]\nseverity = "warn"\n',
        limits="joint_scale = 1",
    ),
    Case(
        "constant-track",
        hips("translation", lambda t: [0.0, 0.9, 0.0]),
        "constant_tracks is",
        limits="constant_tracks = 0",
        in_fbx=(True, True, True, False),
        reason="animsmith finds the constant tracks of its own conversion, in every FBX file",
    ),
    Case(
        "required-bones",
        {"walk": nod()},
        "tail",
        REQUIRED.format("tail"),
        'joints = ["tail"]',
        clean_theirs=REQUIRED.format(SPINE),
        clean_limits=f'joints = ["{SPINE}"]',
    ),
    Case(
        "rest-world-scale",
        {"walk": nod()},
        "joint_scale is",
        f'[checks.rest-world-scale]\nnode_selectors = ["{HIPS}"]\n',
        "joint_scale = 1",
        scale=[2, 2, 2],
    ),
    Case(
        "missing-bones",
        {"walk": nod()},
        "tail",
        ANIMATES.format("tail"),
        'joints = ["tail"]',
        clean_theirs=ANIMATES.format(SPINE),
        clean_limits=f'joints = ["{SPINE}"]',
    ),
    Case("frozen-bone", {"walk": STILL}, "it must move", ANIMATES.format(SPINE), f'moves = ["{SPINE}"]'),
    Case(
        "duplicate-loop-endpoint",
        {"walk": nod()},
        "end_copies is",
        LOOP,
        "end_copies = 0",
        clean=held(),
        in_fbx=(False, True, False, False),
        reason="the tracks of animsmith's conversion have several timelines",
    ),
    Case("loop-closure", spine(cut), "loop_rotation", LOOP, 'loop = { rotation = "2deg" }'),
    Case(
        "loop-seam",
        {"walk": first(walk(phase=0.3), 20)},
        "loop_position",
        LOOP,
        'loop = { position = "5cm" }',
        clean={"walk": walk(phase=0.3)},
    ),
    Case("loop-seam-vel", spine(cut), "loop_velocity", LOOP, 'loop = { velocity = "0.1m/s" }'),
    Case("loop-seam-rot", spine(cut), "loop_angular_velocity", LOOP, 'loop = { angular_velocity = "30deg/s" }'),
    Case(
        "root-motion-speed",
        hips("translation", lambda t: [0.0, 0.9, t]),
        "speed is",
        "[clips.walk]\nspeed_mps = { value = 0.0, tolerance = 0.2 }\n",
        'speed = { value = "0m/s", within = "0.2m/s" }',
    ),
    Case(
        "gait-group",
        pair(walk(phase=0.55)),
        "lift_phase is",
        GAIT,
        "lift_phase_spread = 0.1",
        clean=pair(walk(phase=0.32)),
        is_group=True,
    ),
    Case(
        "sync-group",
        pair(walk(phase=0.3, secs=0.8, frames=25)),
        "duration is",
        SYNC,
        'duration_spread = "50ms"',
        clean=pair(walk(phase=0.32)),
        is_group=True,
    ),
    Case(
        "time-complement",
        {"a": walk(), "b": walk(backwards=True)},
        "backwards",
        SYNC + REFLECTED,
        "backwards = 0.2",
        clean=pair(walk(phase=0.32)),
        is_group=True,
    ),
    Case(
        "in-place",
        hips("translation", lambda t: [0.0, 0.9, t]),
        "it must stay in place",
        '[clips.walk]\nmovement_owner_xz = "gameplay"\n',
        'root = "in-place"',
    ),
    Case(
        "fps",
        spine(lambda times, values: times.__setitem__(9, 0.312)),
        "uneven-keys|keys_off_grid",
        "[clips.walk]\nfps = 30.0\n",
        "keys_off_grid = 0",
    ),
    Case(
        "bind-pose",
        bent(1.2),
        "rest_distance is",
        limits='rest_distance = { max = "45deg" }',
        clean=bent(0.3),
    ),
    Case(
        "foot-slide",
        {"walk": walk(feet=0.4, body=1.0, phase=0.3)},
        "foot_slide is",
        STANDS,
        'foot_slide = "30cm/s"',
        clean={"walk": walk(feet=1.0, body=1.0, phase=0.3)},
    ),
]
