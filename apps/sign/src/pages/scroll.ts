/** Scrolls a field to the middle of the window, without animation for people who prefer reduced motion. */
export function scrollToField(field: string): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  document
    .getElementById(spotId(field))
    ?.scrollIntoView({ block: 'center', inline: 'center', behavior: calm ? 'auto' : 'smooth' });
}

/** Returns the ID of a field's position. `nth` is the index of the position, starting at 0. */
export function spotId(field: string, nth = 0): string {
  return nth === 0 ? `spot-${field}` : `spot-${field}-${nth}`;
}
