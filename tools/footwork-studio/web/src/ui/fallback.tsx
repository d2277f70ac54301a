/** What a panel says while it has nothing to show. */
export function Fallback(props: { text: string }) {
  return (
    <div class="empty">
      <p>{props.text}</p>
    </div>
  );
}
