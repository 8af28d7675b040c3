/** Bring a field to the middle of the window; without movement for those who asked for none. */
export function scrollToField(field: string): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  document
    .getElementById(spotId(field))
    ?.scrollIntoView({ block: 'center', inline: 'center', behavior: calm ? 'auto' : 'smooth' });
}

/** `nth`: which of the field's places, from 0. */
export function spotId(field: string, nth = 0): string {
  return nth === 0 ? `spot-${field}` : `spot-${field}-${nth}`;
}
