/** The message of an empty panel. */
export function Fallback(props: { text: string }) {
  return (
    <div class="empty">
      <p>{props.text}</p>
    </div>
  );
}
