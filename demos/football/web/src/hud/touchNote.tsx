/** A note on what touch can do, for devices without a mouse and most likely without a keyboard. */
export function TouchNote() {
  return (
    <p class="touch-note">
      Playing needs a keyboard or a gamepad. By touch you can watch: <em>Match</em> at the top,{" "}
      <em>Watch</em>.
    </p>
  );
}
