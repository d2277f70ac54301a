// Runs the scripts that the C tests leave in `target/tmp/scripts`, in Node and in browsers, like `bindings/c/tests/c/corpus.c`
// and `scenes.c`.

/** Runs a script of queries and expressions; `open` returns the bytes of a file. */
export function runCorpus(fw, script, open) {
  const out = [];
  const lines = script.split("\n");
  let [database, expression] = [undefined, undefined];
  let variables = [];
  const told = (run) => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof fw.FootworkError)) {
        throw error;
      }
      out.push(`error ${error.status} ${error.start}..${error.stop} ${error.message}`);
      return undefined;
    }
  };
  for (let i = 0; i < lines.length && lines[i] !== ""; i++) {
    const [command, rest] = split(lines[i]);
    if (command === "database") {
      database?.free();
      database = new fw.Database(open(rest));
    } else if (command === "query") {
      const query = told(() => new fw.Query(database, rest));
      for (const { clip, start, stop } of query?.ranges() ?? []) {
        out.push(`${clip} ${start} ${stop}`);
      }
      query?.free();
    } else if (command === "variables") {
      variables = lines.slice(i + 1, i + 1 + Number(rest));
      i += variables.length;
    } else if (command === "expression") {
      expression?.free();
      expression = told(() => new fw.Expression(rest, variables));
    } else if (command === "value") {
      const bits = Uint32Array.from(rest.split(" ").filter(Boolean), (word) =>
        Number.parseInt(word, 16),
      );
      out.push(hex(bitsOf32(expression.value(new Float32Array(bits.buffer))), 8));
    } else {
      throw new Error(`unknown command ${command}`);
    }
  }
  return `${out.join("\n")}\n`;
}

function split(line) {
  const space = line.indexOf(" ");
  return space < 0 ? [line, ""] : [line.slice(0, space), line.slice(space + 1)];
}

/** Runs a script of slides, flights, events and matching. */
export function runScenes(fw, script, open) {
  const words = script.split(/\s+/).filter(Boolean);
  const scenes = new Scenes(fw, words, open);
  while (words.length > scenes.next) {
    const command = scenes.word();
    if (
      !(
        ["slide", "mesh", "volume", "move", "kick", "reach", "events"].includes(command) ||
        ["network", "match", "act"].includes(command)
      )
    ) {
      throw new Error(`unknown command ${command}`);
    }
    scenes[command]();
  }
  return scenes.out.join("");
}

class Scenes {
  next = 0;
  out = [];

  constructor(fw, words, open) {
    this.fw = fw;
    this.words = words;
    this.open = open;
  }

  word() {
    return this.words[this.next++];
  }
  whole() {
    return Number(this.word());
  }
  real() {
    bits.setBigUint64(0, BigInt(`0x${this.word()}`));
    return bits.getFloat64(0);
  }
  vector() {
    return [this.real(), this.real(), this.real()];
  }
  print(...parts) {
    this.out.push(`${parts.join(" ")}\n`);
  }

  slide() {
    const { fw } = this;
    this.world?.free();
    this.mover?.free();
    this.world = new fw.World();
    const kind = this.whole();
    const halfM = this.vector();
    const [radiusM, heightM] = [this.real(), this.real()];
    const rotation = [...this.vector(), this.real()];
    const points = Float32Array.from({ length: 3 * this.whole() }, () => this.real());
    const body = { kind, halfM, radiusM, heightM, rotation };
    this.mover = points.length === 0 ? new fw.Mover(body) : fw.Mover.fromHull(points);
    this.config = { ...fw.defaultMoveConfig(), skinM: this.real() };
    this.state = { position: this.vector() };
  }
  mesh() {
    const numbers = Float64Array.from({ length: 9 * this.whole() }, () => this.real());
    const mesh = this.fw.Mesh.fromTriangles(numbers);
    this.world.addMesh(mesh);
    mesh.free();
  }
  volume() {
    const kind = this.whole();
    const [halfM, radiusM, position] = [this.vector(), this.real(), this.vector()];
    this.world.addVolume({ kind, halfM, radiusM }, { pose: { position } });
  }
  move() {
    const { config, state: from } = this;
    const { moved, contacts } = this.mover.moveBy(this.world, from, this.vector(), { config });
    this.state = moved.state;
    const touched = contacts.flatMap(({ point, normal }) => [long(point[0]), long(normal[1])]);
    const { outcome, state } = moved;
    this.print(outcome, state.footing, contacts.length, ...state.position.map(long), ...touched);
  }
  kick() {
    const { fw } = this;
    this.physics ??= new fw.Physics(new fw.Statics(fw.defaultPitch()));
    this.path ??= new fw.FlightPath();
    const ball = fw.placeBall(0, this.vector(), this.vector(), this.vector());
    if (this.prediction) {
      this.prediction.restart(this.physics, ball);
    } else {
      this.prediction = new fw.Prediction(this.physics, ball);
    }
    this.prediction.run(this.physics);
    this.path.read(this.prediction);
    for (const { kind, hit, secs, position } of this.prediction.events()) {
      this.print(kind, hit, long(secs), long(position[0]));
    }
    for (const { band, toSecs } of this.prediction.sections()) {
      this.print(band, long(toSecs));
    }
  }
  reach() {
    const { fw, path } = this;
    const [model, count] = [this.whole(), this.whole()];
    const players = Array.from({ length: count }, (_, id) => {
      const player = { ...fw.defaultPlayer(id, this.vector()), team: id % 2 };
      return {
        ...player,
        topSpeedMps: this.real(),
        reachM: this.real(),
        reactionEndSecs: this.real(),
      };
    });
    const search = new fw.InterceptSearch(model);
    const cache = new fw.InterceptCache(model);
    const found = search.run(path, players, 0);
    const again = cache.update(path, players, 0);
    found.forEach((it, i) => {
      const windows = search.windows(i);
      const numbers = [
        it.secs,
        again[i].secs,
        it.difficulty,
        ...windows.map((window) => window.toSecs),
      ];
      this.print(it.canTake, it.isKnown, it.kind, windows.length, ...numbers.map(long));
    });
    const choice = new fw.Choice();
    const chosen = choice.choose({ model, path, nowSecs: 0, players, intercepts: found, team: 0 });
    const control = new fw.Control();
    const candidates = found.map((it, i) => choice.candidate(players[i].team, it));
    const human = { id: 0, team: 0, player: fw.FW_NONE, mode: fw.FW_MODE_AUTOMATIC };
    const touchedBy = fw.FW_NONE;
    const [given] = control.decide({ nowSecs: 0, candidates, humans: [human], touchedBy });
    this.print(chosen, given.player, given.reason);
    for (const it of [search, cache, choice, control]) {
      it.free();
    }
  }
  events() {
    const { fw } = this;
    const [count, frames] = [this.whole(), this.whole()];
    const tracks = new fw.Tracks();
    tracks.add(Float64Array.from({ length: count }, () => this.real()));
    const rate = { numerator: 60n, denominator: 1n };
    const encoding = tracks.encoding(rate);
    const rows = tracks.encode(encoding, rate, new Float32Array(2 * frames));
    const trigger = new fw.Trigger(encoding);
    for (let i = 0; i < frames; i++) {
      const passing = trigger.advance(rows[2 * i], rows[2 * i + 1], 1 / 60);
      const fired = passing.fired ? [long(passing.firedAgoSecs)] : [];
      this.print("", long(rows[2 * i]), ...fired);
    }
    this.print("", ...Array.from(fw.decodeAll(encoding, rows, rate), long));
    trigger.free();
    tracks.free();
  }
  network() {
    const { fw } = this;
    const network = new fw.Network(this.open(this.word()), { leadSecs: 1 / 30 });
    network.setSkeleton(
      ["Hips", "LeftLeg", "RightLeg"],
      Uint32Array.of(fw.FW_NONE, 0, 0),
      Float32Array.of(0, 0, 0, 0.125, -0.0625, 0, -0.125, -0.0625, 0),
      ["hips", "left_upper_leg", "right_upper_leg"],
      0,
      false,
    );
    const { rate, frames, columns, events, tags } = network.info;
    const [inputs, outputs] = [network.inputs(), network.outputs()];
    this.print(rate.numerator, frames, inputs.length, outputs.length, columns, events, tags);
    const [first, last] = [inputs[0], outputs.at(-1)].map((at) => network.columnName(at));
    const numbers = [network.event("Clap"), network.tag("Gait.Walk")];
    this.print(first, last, network.eventName(0), network.tagName(0), ...numbers);
    this.playNetwork(network);
    const scaled = network.scale(
      new Float32Array(inputs.length).fill(1),
      new Float32Array(inputs.length),
    );
    this.print("", ...Array.from(network.row(), long), long(scaled[0]));
    network.restart();
    network.free();
  }
  playNetwork(network) {
    const frames = this.whole();
    let previous = -1;
    for (let frame = 0; frame < frames; frame++) {
      const position = this.vector();
      const turn = this.real();
      const rotations = Float32Array.of(0, turn, 0, 1, 0, 0, 0, 1, turn, 0, 0, 1);
      const given = Float32Array.of(0, 0, 0, this.real());
      const returned = Float32Array.from({ length: 4 }, () => this.real());
      const ready = network.pushPose(position, rotations, new Float32Array(), given);
      this.print("", ...(ready ? Array.from(network.window(), long) : []));
      network.push(returned);
      const now = frame / 30 + 0.015625;
      const at = network.coming(0, now, 0.25);
      const passed = [0, 1].flatMap((event) => [...network.passed(event, previous, now)]);
      const numbers = [network.nextFrameSecs, Number.isNaN(at) ? -1 : at, ...passed];
      this.print(Number(network.holds(0)), ...numbers.map(long));
      previous = now;
    }
  }
  match() {
    const { fw } = this;
    const index = new fw.PoseIndex(this.open(this.word()));
    const database = new fw.Database(this.open(this.word()));
    const walks = new fw.Query(database, "Gait.Walk");
    const filter = fw.PoseFilter.fromQuery(index, walks, fw.FW_TWINS_BOTH);
    this.print(filter.count);
    const goal = new fw.Goal(index);
    const matcher = new fw.Matcher({});
    const controller = new fw.Controller({});
    for (let i = 0; i < 240; i++) {
      const stick = { velocityMps: [0, i % 50 < 25 ? 1 : 3] };
      const place = controller.update(1 / 60, stick);
      controller.setGoal(index, place, stick, goal);
      const step = matcher.update(index, 1 / 60, goal, i % 50 === 0, i < 120 ? {} : { filter });
      const { kind, pose, trigger, part, cost } = step;
      this.print(kind, pose.clip, pose.frame, trigger, long(part), long(cost));
    }
  }
  beginAct() {
    const { fw } = this;
    this.repertoire = new fw.Repertoire(this.open(this.word()));
    const database = new fw.Database(this.open(this.word()));
    this.state = this.open(this.word());
    const index = fw.PoseIndex.fromRepertoire(this.repertoire);
    const landing = (query) => fw.PoseFilter.forLanding(index, new fw.Query(database, query), 0.25);
    this.filter = landing("Gait & !Kick");
    const { joints } = this.repertoire.info;
    this.print(joints, this.filter.count);
    let message = "";
    try {
      this.repertoire.findJoint("left_foot");
    } catch (error) {
      message = error.message;
    }
    this.print(this.repertoire.findJoint("LeftFoot"), message);
    this.bias = new fw.Bias(index);
    this.bias.addCost(landing("Gait.Run"), 0.5);
    this.bias.addStay(landing("Gait.Walk"), 0.25);
    this.tagsStamp = database.contentStamp;
    const world = new fw.World();
    const box = (position, halfM) =>
      world.addVolume({ kind: fw.FW_VOLUME_BOX, halfM }, { pose: { position } });
    box([0, -0.5, 0], [50, 0.5, 50]);
    box([0, 2, 4.5], [5, 2, 0.5]);
    const mover = new fw.Mover({ kind: fw.FW_BODY_CAPSULE, radiusM: 0.3, heightM: 1.8 });
    this.surroundings = { world, mover };
    this.character = new fw.Character(this.repertoire, { placement: { headingRad: 0.5 } });
    this.transforms = new Float32Array(7 * joints);
    return joints;
  }
  takeOver() {
    const { character, filter, transforms } = this;
    const joints = transforms.length / 7;
    const { positionM, headingRad } = character.root;
    const motion = {
      hipsM: [transforms[4], transforms[5], transforms[6]],
      hipsMps: [0, 0, 0.5],
      rootVelocity: [0, 1, 0],
      rotations: Float32Array.from(
        { length: 4 * joints },
        (_, i) => transforms[7 * Math.floor(i / 4) + (i % 4)],
      ),
      spinsRadps: new Float32Array(3 * joints).fill(0.125),
    };
    const [x, y, z] = positionM;
    character.takeOver(motion, { positionM: [x + 1, y, z], headingRad }, { filter });
  }
  /** Before certain frames: moves, saves, restores or changes the character, or changes its surroundings. */
  actEvent(frame) {
    const { character } = this;
    if (frame === 120) {
      character.teleport({ positionM: [10, 0, -2], headingRad: 1.25 });
    } else if (frame === 130) {
      const { tagsStamp } = this;
      character.record({ ...this.fw.defaultRecordConfig(), frames: 100, searches: 20, tagsStamp });
    } else if (frame === 200) {
      this.surroundings = {
        reach: ([x], [left, ahead]) => [x + left > 12 ? 0 : left, ahead],
        ground: ([x]) => ({ heightM: 0.125 * x }),
      };
    } else if (frame === 220) {
      this.takeOver();
    } else if (frame === 240) {
      const saved = character.save();
      this.print(saved.length, hashOf(saved));
    } else if (frame === 260) {
      character.setDetail(2, 0.25, 3);
    } else if (frame === 265) {
      character.setDetail(1, 0.125, 0);
    } else if (frame === 270) {
      character.restore(this.state);
    } else if (frame === 290) {
      const recording = character.recording();
      this.print(recording.length, hashOf(recording));
      character.stopRecording();
    }
  }
  act() {
    const joints = this.beginAct();
    const { character, repertoire, transforms } = this;
    const decoded = new Float32Array(7 * joints);
    const world = new Float32Array(7 * joints);
    const mask = Uint8Array.from({ length: joints }, (_, i) => (i % 2 === 0 ? 1 : 0));
    for (let frame = 0; frame < 300; frame++) {
      this.actEvent(frame);
      const { surroundings, filter } = this;
      const bias = frame % 90 >= 45 ? this.bias : undefined;
      const step = this.acted(character, frame, { search: { filter, bias }, surroundings });
      const { pose } = step;
      character.pose(frame % 2 === 1 ? mask : new Uint8Array(0), transforms);
      repertoire.decode(pose, 0.5, decoded);
      character.poseIn(this.fw.FW_SPACE_WORLD, world);
      const { positionM, headingRad } = character.root;
      const hashes = [transforms, decoded, world].map((it) => hashOf(new Uint32Array(it.buffer)));
      const root = [...positionM, headingRad].map(long);
      const steps = character
        .footsteps()
        .flatMap((step) => [step.foot, ...step.positionM, step.speedMps].map(long));
      const resting = character.isResting ? 1 : 0;
      this.print(step.kind, pose.clip, pose.frame, resting, ...hashes, ...root, ...steps);
    }
    character.plantFeet(transforms);
    for (const word of new Uint32Array(transforms.buffer)) {
      this.out.push(`${hex(word, 8)} `);
    }
    this.print();
  }
  acted(character, frame, given) {
    if (frame < 280) {
      const velocityMps = [
        [0, 3.5],
        [1, 3.5],
        [2, 0],
        [0, 0],
        [-1, 1],
      ][Math.floor(frame / 60)];
      const stick = { velocityMps, hasHeading: frame % 100 > 80 ? 1 : 0, headingRad: 0.75 };
      return character.update(1 / 60, stick, given);
    }
    const [x, , z] = character.root.positionM;
    const way = [
      { secs: 1, place: { positionM: [x + 1, z + 1], headingRad: 0.5 } },
      { secs: 2, place: { positionM: [x + 1, z + 3], headingRad: 0 } },
    ];
    return character.follow(1 / 60, way, given);
  }
}

/** FNV-1a over numbers. */
function hashOf(words) {
  let hash = 0xcbf29ce484222325n;
  for (const word of words) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(word)) * 0x100000001b3n);
  }
  return hex(hash, 16);
}

const bits = new DataView(new ArrayBuffer(8));

function bitsOf32(number) {
  bits.setFloat32(0, number);
  return bits.getUint32(0);
}

const hex = (number, digits) => number.toString(16).padStart(digits, "0");

/** The 16 hexadecimal digits of a double. */
function long(number) {
  bits.setFloat64(0, number);
  return hex(bits.getBigUint64(0), 16);
}
