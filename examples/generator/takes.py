"""Motion to learn from: a character that plays the football samples and follows a random stick, as a library of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import footwork
from footwork import matching

RATE = 60
"""Updates of the character per second."""

DATA = Path(__file__).resolve().parents[2] / "testdata" / "characters"
"""The football samples with their mirrored twins as compressed poses, and their tags."""

GAITS = {"Gait.Idle": "Gait.Idle | Gait.Turn", "Gait.Walk": "Gait.Walk", "Gait.Run": "Gait.Jog | Gait.Run | Gait.Sprint"}
"""The tags that the network returns, and the queries that find their frames in the samples."""

MIN_GAP_SECS = 0.3
"""The minimum time between two strikes of one foot, which is also the window of the encoding."""

SPEEDS = (0.0, 1.0, 1.25, 1.5, 2.8, 3.7)


@dataclass
class Take:
    """One stretch of motion."""

    clip: footwork.Clip
    strikes: dict[str, list[float]]
    """The times at which each foot came to stand, in seconds."""
    gaits: dict[str, NDArray[np.bool_]]
    """Whether each tag holds, for every frame."""


def repertoire() -> tuple[matching.Repertoire, footwork.Database]:
    return matching.Repertoire.load(DATA / "football.fwposes"), footwork.Database.load(DATA / "football.tagdb")


def take(poses: matching.Repertoire, tags: footwork.Database, seed: int, seconds: float) -> Take:
    """Returns the motion of a character whose wanted velocity changes every one to four seconds."""
    rng = np.random.default_rng(seed)
    moves = poses.filter(tags, "Gait & !Kick")
    masks = {gait: tags.query(query) for gait, query in GAITS.items()}
    of_clip = {name: {gait: found.mask(name) for gait, found in masks.items()} for name in poses.clips}
    character = matching.Character(poses)
    like = footwork.Library.load(Path(__file__).resolve().parents[2] / "samples" / "football").clip("idle_01")
    frames = round(seconds * RATE)
    rotations = np.zeros((frames, len(poses.joints), 4), np.float32)
    roots = np.zeros((frames, 3))
    strikes: dict[str, list[float]] = {"Foot.Left": [], "Foot.Right": []}
    gaits = {gait: np.zeros(frames, np.bool_) for gait in GAITS}
    speed, heading, until = 0.0, 0.0, 1.0
    for frame in range(frames):
        now = frame / RATE
        if now >= until:
            speed = float(rng.choice(SPEEDS))
            heading += float(rng.normal(0.0, 0.8))
            until = now + float(rng.uniform(1.0, 4.0))
        wanted = (speed * float(np.sin(heading)), speed * float(np.cos(heading)))
        character.update(1 / RATE, wanted, filter=moves)
        local, world = character.pose, character.pose_in("world")
        rotations[frame] = local[:, :4]
        rotations[frame, 0] = world[0, :4]
        roots[frame] = world[0, 4:]
        for side, _, _ in character.footsteps:
            of_foot = strikes[f"Foot.{side.capitalize()}"]
            # Sooner after the last strike, the foot only shuffles on the spot.
            if not of_foot or now - of_foot[-1] > MIN_GAP_SECS:
                of_foot.append(now)
        for gait, mask in of_clip[character.clip].items():
            gaits[gait][frame] = mask[min(character.frame, len(mask) - 1)]
    # The skeleton is that of the samples, joint for joint. Ends have no rotation of their own.
    assert like.names == poses.joints
    clip = footwork.Clip(
        like.names, like.parents, rotations, roots, RATE, offsets=like.offsets, name=f"take_{seed:02d}"
    )
    return Take(clip, strikes, gaits)


def library(folder: Path, takes: int, seconds: float) -> footwork.Library:
    """Writes takes with their events and tags to a folder, and opens it."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = ['name = "A character at play"\n']
    lines += [f'[events."{event}"]\n' for event in ("Foot.Left", "Foot.Right")]
    lines += [f'[tags."{gait}"]\n' for gait in GAITS]
    (folder / "footwork.toml").write_text("".join(lines))
    poses, tags = repertoire()
    for seed in range(takes):
        made = take(poses, tags, seed, seconds)
        name = f"{made.clip.name}.glb"
        made.clip.save(folder / name)
        said = [f"footwork-tags 1\nclip {name}\nframes {len(made.clip)}\nrate {RATE}"]
        for event, times in made.strikes.items():
            said += [f"event {event} {round(at * RATE)}" for at in times]
        for gait, mask in made.gaits.items():
            edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.astype(np.int8), [0]])))
            said += [f"tag {gait} {start} {stop}" for start, stop in edges.reshape(-1, 2).tolist()]
        (folder / f"{name}.tags").write_text("\n".join(said) + "\n")
    return footwork.Library.load(folder)
