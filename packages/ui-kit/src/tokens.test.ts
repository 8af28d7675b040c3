import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const css = read('tokens.css');

function tokensOf(selector: string): Map<string, string> {
  const [, rule = ''] = css.split(`${selector} {`);
  const [body = ''] = rule.split('}');
  return new Map([...body.matchAll(/--cs-([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
}

const LIGHT = tokensOf('\n:root');
const DARK = tokensOf("\n:root[data-mantine-color-scheme='dark']");

/** Returns the relative luminance (WCAG 2.2, definition of contrast ratio). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(scheme: ReadonlyMap<string, string>, front: string, back: string): number {
  const [one, other] = [luminance(scheme.get(front) ?? ''), luminance(scheme.get(back) ?? '')];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

test('uses the same dark colors whether the user or the system chooses dark mode', () => {
  expect(tokensOf(':root:not([data-mantine-color-scheme])')).toEqual(DARK);
  expect(DARK.size).toBeGreaterThan(15);
});

test('replaces every color with a system color in forced-colors mode', () => {
  const forced = tokensOf(':root:root');
  expect([...forced.keys()].toSorted()).toEqual([...DARK.keys()].filter((name) => !name.includes('shadow')).toSorted());
});

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('%s color scheme', (_, scheme) => {
  test('has readable text and visible input borders', () => {
    const pairs = [
      ...['paper', 'desk', 'sunk', 'quiet-soft'].flatMap((back) =>
        ['ink', 'soft', 'accent'].map((front) => [front, back]),
      ),
      ...['accent', 'done', 'wait', 'no'].map((tone) => [tone, `${tone}-soft`]),
      ['on-accent', 'accent'],
      ['on-accent', 'accent-strong'],
    ];
    const weak = pairs.filter(([front = '', back = '']) => contrast(scheme, front, back) < 4.5);
    expect(weak).toEqual([]);
    expect(contrast(scheme, 'edge', 'paper')).toBeGreaterThan(3);
  });
});

test.each(['apps/web/index.html', 'apps/sign/index.html', 'apps/sign/verify.html'])(
  'uses only colors from the two color schemes in %s',
  (file) => {
    const known = new Set([...LIGHT.values(), ...DARK.values()]);
    const used = read(`../../../${file}`).match(/#[0-9a-f]{6}\b/g) ?? [];
    expect(used.length).toBeGreaterThan(1);
    expect(used.filter((color) => !known.has(color))).toEqual([]);
  },
);

test('uses the blue of the logo as the accent color', () => {
  expect(read('../../brand/logo.svg')).toContain(LIGHT.get('accent'));
});
