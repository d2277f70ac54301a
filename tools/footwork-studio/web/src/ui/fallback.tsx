/** The message of a panel that has nothing to show. */
export function Fallback(props: { text: string }) {
  return (
    <div class="empty">
      <p>{props.text}</p>
    </div>
  );
}
