/** Shown where there is neither a mouse nor, most likely, a keyboard: what can be done by touch. */
export function TouchNote() {
  return (
    <p class="touch-note">
      Playing needs a keyboard or a gamepad. By touch you can watch: <em>Match</em> at the top,{" "}
      <em>Watch</em>.
    </p>
  );
}
