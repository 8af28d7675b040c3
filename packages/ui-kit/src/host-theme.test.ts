import { expect, test } from 'vitest';
import { colorOf, contrast, themeOf } from './host-theme.ts';

type Color = [number, number, number];
const rgb = (text = ''): Color => text.match(/\d+/g)?.map(Number) as Color;
const PAPER = { light: [255, 255, 255], dark: [23, 27, 33] } as const;

test('reads only colors with three or six digits', () => {
  expect(colorOf('#0Fa')).toEqual([0, 255, 170]);
  expect(colorOf('#27439b')).toEqual([39, 67, 155]);
  for (const text of ['green', '#12', '#1234567', 'url(#a)', '']) expect(colorOf(text)).toBeNull();
});

test('keeps an accent color that is readable', () => {
  expect(themeOf([11, 110, 79], null, false)['--cs-accent']).toBe('rgb(11 110 79)');
});

// Yellow on white and navy on black are common choices that are hard to read.
const ACCENTS: Color[] = [
  [255, 221, 0],
  [0, 0, 64],
  [255, 255, 255],
  [0, 0, 0],
  [128, 128, 128],
  [255, 0, 0],
  [0, 255, 255],
];

test.each([false, true])('makes every accent color readable (dark: %s)', (isDark) => {
  const paper = PAPER[isDark ? 'dark' : 'light'];
  for (const accent of ACCENTS) {
    const looks = themeOf(accent, null, isDark);
    const shown = rgb(looks['--cs-accent']);
    const others = [paper, rgb(looks['--cs-accent-soft']), rgb(looks['--cs-on-accent'])] as const;
    const ratios = others.map((other) => contrast(shown, other));
    ratios.push(contrast(rgb(looks['--cs-page-accent']), [255, 255, 255]));
    expect({ accent, readable: Math.min(...ratios) >= 4.5 }).toEqual({ accent, readable: true });
  }
});

test('uses a background color only if text on it is readable', () => {
  expect(themeOf(null, [255, 250, 240], false)).toEqual({ '--cs-desk': 'rgb(255 250 240)' });
  expect(themeOf(null, [120, 120, 120], false)).toEqual({});
});
