import { globSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawLogo } from './draw-logo.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('draws the image in e-mails from the logo file', async () => {
  const kept = await sharp(readFileSync(new URL('../packages/brand/logo.png', import.meta.url)))
    .raw()
    .toBuffer();
  expect(
    kept.equals(
      await sharp(await drawLogo())
        .raw()
        .toBuffer(),
    ),
  ).toBe(true);
});

test('uses the same logo file for pages, their icons, e-mails and PDFs', () => {
  const root = new URL('..', import.meta.url).pathname;
  const sources = globSync(['apps/*/*.html', 'apps/*/src/**/*.{ts,tsx}'], { cwd: root });
  const users = sources.filter((path) => /(?:@countersign|packages)\/brand\/logo\.(?:svg|png)/.test(read(path)));
  expect(users.toSorted()).toEqual([
    'apps/server/src/features/mail/logo.ts',
    'apps/server/src/platform/pdf/appearance/logo.ts',
    'apps/sign/draw.html',
    'apps/sign/index.html',
    'apps/sign/src/parts/icon.tsx',
    'apps/sign/start.html',
    'apps/sign/verify.html',
    'apps/web/index.html',
    'apps/web/src/ui/Mark.tsx',
  ]);
  const others = globSync('apps/*/src/**/*.{svg,png,ico}', { cwd: root });
  expect(others).toEqual([]);
});
