/** Checks that the README screenshots match the product: a running server shows the same text. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linesOf, takePictures } from '../../../../scripts/take-pictures.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../docs/pictures');

test('shows the same text in the README screenshots as on the current pages (to update them, run `npm run pictures`)', async () => {
  const shown = JSON.parse(readFileSync(path.join(FOLDER, 'words.json'), 'utf8')) as Record<string, string[]>;
  const pictures = await takePictures();
  expect(Object.fromEntries(pictures.map(({ name, words }) => [name, words]))).toEqual(shown);
  const readme = readFileSync(path.resolve(FOLDER, '../../README.md'), 'utf8');
  for (const { name } of pictures) expect(readme).toContain(`docs/pictures/${name}.png`);
}, 180_000);

test('ignores the date on which a screenshot was taken', () => {
  expect(linesOf(' Sign by December 28, 2026 \n\n2026-11-28\nDec 28\tjust now')).toEqual([
    'Sign by DAY',
    'DAY',
    'DAY\tTIME',
  ]);
});
