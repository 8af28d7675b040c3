import { expect, test } from 'vitest';
import { drawingUrl } from './drawing.ts';

test('shows a saved drawing in its original format', () => {
  expect(drawingUrl('PHN2Zz4=')).toBe('data:image/svg+xml;base64,PHN2Zz4=');
  expect(drawingUrl('iVBORw0K')).toBe('data:image/png;base64,iVBORw0K');
});
