/** Who should go for the ball, and whom each human controls. */

import {
  ASSIGNMENT_LAYOUT,
  type Assignment,
  CANDIDATE_LAYOUT,
  type Candidate,
  CHOICE_INPUT_LAYOUT,
  CHOICE_WEIGHTS_LAYOUT,
  type ChoiceWeights,
  CONTROL_RULES_LAYOUT,
  type ControlRules,
  FW_NONE,
  HUMAN_LAYOUT,
  type Human,
  INTERCEPT_LAYOUT,
  type Intercept,
  PLAYER_LAYOUT,
  type Player,
  RATED_LAYOUT,
  type Rated,
  SITUATION_LAYOUT,
} from "./declarations.js";
import type { FlightPath } from "./flight.js";
import { Handle, list, one, put, putAll, putOr, scope, u32, wasm } from "./module.js";

/** What a choice is made of. */
export interface ChoiceInput {
  /** By which model was searched: an `FW_REACH_`. */
  model: number;
  path: FlightPath;
  nowSecs: number;
  players: readonly Player[];
  /** In the same order. */
  intercepts: readonly Intercept[];
  /** The team to choose from; without one, of all. */
  team?: number;
  /** The centre of the goal that the team defends. */
  goal?: readonly [number, number, number];
}

export const defaultChoiceWeights = (): ChoiceWeights =>
  one(CHOICE_WEIGHTS_LAYOUT, (at, error) => wasm().fw_choice_weights_default(at, error));

/** Who of a team should go for the ball. */
export class Choice extends Handle {
  constructor() {
    super(wasm().fw_choice_create, wasm().fw_choice_destroy);
  }

  /** Who should go: `FW_NONE` if nobody can. Throws a `RangeError` unless there is an intercept for each player. */
  choose(input: ChoiceInput, weights?: ChoiceWeights): number {
    const [players, intercepts] = [input.players.length, input.intercepts.length];
    if (players !== intercepts) {
      throw new RangeError(`${players} players have ${intercepts} intercepts`);
    }
    return scope(() => {
      const from = put(CHOICE_INPUT_LAYOUT, {
        model: input.model,
        path: input.path.handle,
        nowSecs: input.nowSecs,
        players: putAll(PLAYER_LAYOUT, input.players),
        intercepts: putAll(INTERCEPT_LAYOUT, input.intercepts),
        count: players,
        team: input.team ?? FW_NONE,
        hasGoal: input.goal ? 1 : 0,
        goal: input.goal ?? [0, 0, 0],
      });
      const by = putOr(CHOICE_WEIGHTS_LAYOUT, weights);
      return u32((at, error) => wasm().fw_choice_choose(this.handle, from, by, at, error));
    });
  }

  /** The players who can take the ball, by id, as the last choice rated them. */
  rated(): Rated[] {
    return list(RATED_LAYOUT, (at, room, count, error) =>
      wasm().fw_choice_rated(this.handle, at, room, count, error),
    );
  }

  /** A candidate for `Control.decide`. */
  candidate(team: number, found: Intercept): Candidate {
    return scope(() => {
      const of = put(INTERCEPT_LAYOUT, found);
      return one(CANDIDATE_LAYOUT, (at, error) =>
        wasm().fw_choice_candidate(this.handle, team, of, at, error),
      );
    });
  }
}

/** What a decision looks at. */
export interface Situation {
  nowSecs: number;
  candidates: readonly Candidate[];
  humans: readonly Human[];
  isTouched?: boolean;
  touchedBy?: number;
  isInAir?: boolean;
}

export const defaultControlRules = (): ControlRules =>
  one(CONTROL_RULES_LAYOUT, (at, error) => wasm().fw_control_rules_default(at, error));

/** Whom each human controls. */
export class Control extends Handle {
  constructor(rules?: ControlRules) {
    super(
      (at, error) =>
        scope(() => wasm().fw_control_create(putOr(CONTROL_RULES_LAYOUT, rules), at, error)),
      wasm().fw_control_destroy,
    );
  }

  /** An assignment for each human, by number. */
  decide(situation: Situation): Assignment[] {
    return scope(() => {
      const from = put(SITUATION_LAYOUT, {
        touchedBy: situation.touchedBy ?? FW_NONE,
        nowSecs: situation.nowSecs,
        candidates: putAll(CANDIDATE_LAYOUT, situation.candidates),
        candidatesCount: situation.candidates.length,
        humans: putAll(HUMAN_LAYOUT, situation.humans),
        humansCount: situation.humans.length,
        isTouched: situation.isTouched ? 1 : 0,
        isInAir: situation.isInAir ? 1 : 0,
      });
      return list(ASSIGNMENT_LAYOUT, (at, room, count, error) =>
        wasm().fw_control_decide(this.handle, from, at, room, count, error),
      );
    });
  }
}
