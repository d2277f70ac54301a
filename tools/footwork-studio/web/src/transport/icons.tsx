/** The icons of the playback buttons. They have the colour of the text. */
const PATHS = {
  play: "M4 2.5v11l9.5-5.5z",
  pause: "M3.5 2.5h3.2v11H3.5zM9.3 2.5h3.2v11H9.3z",
  start: "M3 2.5h2v11H3zM13 2.5v11L5.5 8z",
  stop: "M11 2.5h2v11h-2zM3 2.5v11L10.5 8z",
  back: "M11.5 3v10L4.5 8z",
  forward: "M4.5 3v10l7-5z",
  reverse: "M12 2.5v11L2.5 8z",
  loop: "M5 4h5.5A3.5 3.5 0 0 1 14 7.5v1A3.5 3.5 0 0 1 10.5 12H7v2.5L3 11.2 7 8v2.4h3.4a2 2 0 0 0 2-2v-.8a2 2 0 0 0-2-2H5z",
};

export function Icon(props: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={PATHS[props.name]} fill="currentColor" />
    </svg>
  );
}
