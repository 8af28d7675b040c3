import { expect, test } from 'vitest';
import { drawingUrl, svgBase64 } from './drawing.ts';

test('a drawing becomes strokes cropped to the ink, and nothing else', () => {
  const svg = atob(
    svgBase64([
      [
        [100, 50],
        [110, 60],
        [130, 50],
      ],
      [[140, 40]],
    ]) ?? '',
  );
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 48 28">(<path [^<>]+\/>){2}<\/svg>$/);
  expect(svg).toContain('d="M4 14C');
});

test('an empty drawing is not a signature', () => {
  expect(svgBase64([])).toBeNull();
});

test('shows a saved drawing in its own format', () => {
  expect(drawingUrl('PHN2Zz4=')).toBe('data:image/svg+xml;base64,PHN2Zz4=');
  expect(drawingUrl('iVBORw0K')).toBe('data:image/png;base64,iVBORw0K');
});
