/**
 * Finds the field for which a touch is meant. Printed boxes can be smaller than a finger and close together. Large
 * invisible buttons would overlap, so the whole page receives touches and passes them to the nearest field.
 */
type Point = { x: number; y: number };
type Box = Point & { width: number; height: number };

/**
 * Returns the nearest field of the page, or null if none is within `reach`. All values are in points from the top left
 * corner of the page.
 */
export function nearestField<Field extends Box>(fields: readonly Field[], touch: Point, reach: number): Field | null {
  let best: { field: Field; distance: number; toCentre: number } | null = null;
  for (const field of fields) {
    const distance = Math.hypot(
      outside(touch.x, field.x, field.x + field.width),
      outside(touch.y, field.y, field.y + field.height),
    );
    const toCentre = Math.hypot(touch.x - field.x - field.width / 2, touch.y - field.y - field.height / 2);
    const nearer =
      best === null || distance < best.distance || (distance === best.distance && toCentre < best.toCentre);
    if (distance <= reach && nearer) best = { field, distance, toCentre };
  }
  return best?.field ?? null;
}

function outside(value: number, low: number, high: number): number {
  return Math.max(low - value, 0, value - high);
}
