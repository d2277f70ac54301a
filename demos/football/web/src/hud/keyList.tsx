import { createEffect, For, onMount } from "solid-js";
import { COMMANDS, type PageCommand } from "../input/commandKeys";
import { toPitch } from "../input/focus";
import { ACTION_NAMES, type KeySet, keyOf, LEFT_KEYS, RIGHT_KEYS } from "../input/playerKeys";

/** A dialog with all keys. */
export function KeyList(props: { isOpen: boolean; close(): void }) {
  let dialog!: HTMLDialogElement;
  onMount(() => {
    createEffect(() => {
      if (props.isOpen && !dialog.open) dialog.showModal();
      if (!props.isOpen && dialog.open) dialog.close();
    });
  });
  const closed = () => {
    props.close();
    toPitch();
  };
  return (
    <dialog class="key-list" ref={dialog} aria-label="Keys" onClose={closed}>
      <form method="dialog" class="key-list-top">
        <h2>Keys</h2>
        <button type="submit">Close</button>
      </form>
      <div class="key-columns">
        <Players title="Player 1" set={LEFT_KEYS} move="W A S D" />
        <Players title="Player 2" set={RIGHT_KEYS} move="Arrows" />
        <div>
          <Commands group="Time" />
          <Commands group="Page" />
        </div>
        <Commands group="Overlays" />
      </div>
      <p class="quiet">
        Alone, player 1 has both sets. Gamepads: left stick, A pass, Y through ball, B lob, X shoot,
        LT tackle, RT sprint, LB switch. At a kick-off or kick-in of the other team you keep three
        metres away from the ball.
      </p>
    </dialog>
  );
}

function Players(props: { title: string; set: KeySet; move: string }) {
  return (
    <section>
      <h3>{props.title}</h3>
      <dl>
        <dt>
          <kbd>{props.move}</kbd>
        </dt>
        <dd>Run</dd>
        <For each={ACTION_NAMES}>
          {([action, name]) => (
            <>
              <dt>
                <kbd>{keyOf(props.set, action)}</kbd>
              </dt>
              <dd>{name}</dd>
            </>
          )}
        </For>
      </dl>
    </section>
  );
}

function Commands(props: { group: PageCommand["group"] }) {
  return (
    <section>
      <h3>{props.group}</h3>
      <dl>
        <For each={COMMANDS.filter((command) => command.group === props.group)}>
          {({ name, what }) => (
            <>
              <dt>
                <kbd>{name}</kbd>
              </dt>
              <dd>{what}</dd>
            </>
          )}
        </For>
      </dl>
    </section>
  );
}
