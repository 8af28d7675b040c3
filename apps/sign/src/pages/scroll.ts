/** Bring a field to the middle of the window; without movement for those who asked for none. */
export function scrollToField(field: string): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  document
    .getElementById(spotId(field))
    ?.scrollIntoView({ block: 'center', inline: 'center', behavior: calm ? 'auto' : 'smooth' });
}

export function spotId(field: string): string {
  return `spot-${field}`;
}
