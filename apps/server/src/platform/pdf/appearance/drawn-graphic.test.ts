import fc from 'fast-check';
import { expect, test } from 'vitest';

import { AppearanceError } from './appearance-error.ts';
import { svgGraphic } from './drawn-graphic.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (inside: string, attributes = ''): string => `<svg ${NS} viewBox="0 0 100 50"${attributes}>${inside}</svg>`;
const LINE = '<path d="M 10,10 L 60,40" stroke="black" fill="none" stroke-width="2"/>';

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof AppearanceError) return error.code;
    throw error;
  }
  return 'taken';
}

test('converts a stroke to path operators with a flipped y axis and the correct bounds', () => {
  const mark = svgGraphic(svg(LINE));
  expect(mark.bounds).toEqual({ x: 9, y: -41, width: 52, height: 32 });
  expect(mark.draw(1)).toBe('1 J 1 j\n0 0 0 RG 2 w\n10 -10 m\n60 -40 l\nS');
});

test('accepts the SVG output of signature pads: prolog, many short curves, dots, a group', () => {
  const pad = `<?xml version="1.0" encoding="UTF-8"?>
    <svg ${NS} xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" width="100" height="50" viewBox="0 0 100 50">
      <g stroke="#123" fill="none" stroke-linecap="round">
        <path d="M 1.5,2.25 C 3,4 5,6 7,8" stroke-width="2.5"></path>
        <path d="M 7,8 C 9,10 11,12 13,14" stroke-width="2.5"></path>
      </g>
      <circle r="1.5" cx="20" cy="20" fill="rgb(0, 0, 128)"></circle>
    </svg>`;
  const content = svgGraphic(pad).draw(1);
  // The second curve continues where the first ended, so they form one path.
  expect(content.match(/ m$/gm)).toHaveLength(2);
  expect(content.match(/ c$/gm)).toHaveLength(6);
  expect(content).toContain('0.067 0.133 0.2 RG');
  expect(content).toContain('0 0 0.502 rg');
});

test('interprets relative, horizontal, vertical, smooth and quadratic commands as SVG does', () => {
  const path = (d: string): string => svgGraphic(svg(`<path d="${d}" stroke="black" fill="none"/>`)).draw(1);
  const operators = (d: string): string[] => path(d).split('\n').slice(2, -1);
  expect(operators('m1 1 2 2h3v4z')).toEqual(['1 -1 m', '3 -3 l', '6 -3 l', '6 -7 l', 'h']);
  expect(operators('M0 0C0 1 1 2 2 2S4 3 4 4')).toEqual(['0 0 m', '0 -1 1 -2 2 -2 c', '3 -2 4 -3 4 -4 c']);
  expect(operators('M0 0Q3 0 3 3T6 6')).toEqual(['0 0 m', '2 0 3 -1 3 -3 c', '3 -5 4 -6 6 -6 c']);
  expect(operators('M10-5L1.5.5')).toEqual(['10 5 m', '1.5 -0.5 l']);
});

test('thickens strokes that are too thin to print', () => {
  expect(svgGraphic(svg(LINE)).draw(0.05)).toContain('11 w');
});

test.each([
  ['a script element', svg('<script>alert(1)</script>')],
  ['an image element', svg('<image href="http://example.org/a.png"/>')],
  ['a foreignObject element', svg('<foreignObject><p>x</p></foreignObject>')],
  ['a use element', svg(`${LINE}<use href="#a"/>`)],
  ['a text element', svg('<text>Anna</text>')],
  ['a style element', svg(`<style>*{}</style>${LINE}`)],
  ['a style attribute', svg('<path d="M0 0L1 1" style="fill:url(http://example.org)"/>')],
  ['an event handler', svg('<path d="M0 0L1 1" stroke="black" onload="x()"/>')],
  ['an external reference', svg('<path d="M0 0L1 1" xlink:href="http://example.org"/>')],
  ['a paint server', svg('<path d="M0 0L1 1" stroke="url(#a)"/>')],
  ['a transform attribute', svg('<path d="M0 0L1 1" stroke="black" transform="scale(1e9)"/>')],
  ['an entity declaration', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg(LINE)}`],
  ['an entity in an attribute', svg('<path d="&a;" stroke="black"/>')],
  ['a comment', svg(`<!-- -->${LINE}`)],
  ['CDATA', svg('<![CDATA[x]]>')],
  ['a processing instruction', `<?xml-stylesheet href="x"?>${svg(LINE)}`],
  ['text between elements', svg(`x${LINE}`)],
  ['content after the end', `${svg(LINE)}<path d="M0 0L1 1"/>`],
  ['another root', '<g></g>'],
  ['an SVG inside another SVG', svg(svg(LINE))],
  ['shapes nested too deeply', svg('<g>'.repeat(20) + LINE + '</g>'.repeat(20))],
  ['an unclosed element', `<svg ${NS}><g>${LINE}</svg>`],
  ['a missing end tag', `<svg ${NS}>${LINE}`],
  ['a duplicate attribute', svg('<path d="M0 0L1 1" d="M0 0L1 1" stroke="black"/>')],
  ['an arc', svg('<path d="M0 0A1 1 0 0 0 5 5" stroke="black"/>')],
  ['a path that does not begin with a move command', svg('<path d="L1 1" stroke="black"/>')],
  ['an incomplete list of numbers', svg('<path d="M0 0L1" stroke="black"/>')],
  ['a number that is too large', svg('<path d="M0 0L1e99 1" stroke="black"/>')],
  ['an infinite sum', svg(`<path d="M0 0${'l99999 0'.repeat(5)}" stroke="black"/>`)],
  ['a stroke width that is not a number', svg('<path d="M0 0L1 1" stroke="black" stroke-width="1px"/>')],
  ['an empty string', ''],
])('rejects an SVG as unsupported: %s', (_name, text) => {
  expect(codeOf(() => svgGraphic(text))).toBe('unsupported_svg');
});

test.each([
  ['no shapes', svg('')],
  ['a path that only moves', svg('<path d="M1 1" stroke="black"/>')],
  ['white ink', svg('<path d="M0 0L9 9" stroke="#fefefe" fill="none"/>')],
  ['no ink', svg('<path d="M0 0L9 9" fill="none"/>')],
  ['a circle with no size', svg('<circle cx="5" cy="5" r="0"/>')],
])('treats an SVG as empty: %s', (_name, text) => {
  expect(codeOf(() => svgGraphic(text))).toBe('empty_signature');
});

test('rejects an SVG with more than 20,000 segments quickly', () => {
  const d = `M0 0${'l1 1'.repeat(20_001)}`;
  expect(codeOf(() => svgGraphic(svg(`<path d="${d}" stroke="black"/>`)))).toBe('signature_too_large');
  expect(codeOf(() => svgGraphic(svg(LINE.repeat(10_001))))).toBe('signature_too_large');
  expect(codeOf(() => svgGraphic(svg(LINE.repeat(9_000))))).toBe('taken');
});

test('processes malicious SVG text in linear time', () => {
  const start = performance.now();
  for (const text of [
    `<svg ${' a="b"'.repeat(150_000)}`,
    `<svg ${' '.repeat(1_000_000)}`,
    `<${'a'.repeat(1_000_000)}`,
    `<svg a="${'x'.repeat(1_000_000)}`,
  ]) {
    expect(codeOf(() => svgGraphic(text))).toBe('unsupported_svg');
  }
  expect(codeOf(() => svgGraphic(svg(`<path d="M0 0${' '.repeat(900_000)}x" stroke="black"/>`)))).toBe(
    'unsupported_svg',
  );
  expect(performance.now() - start).toBeLessThan(2000);
});

test('outputs only numbers and path operators for a drawn signature', () => {
  const piece = fc.constantFrom(
    'M',
    'L',
    'C',
    'q',
    't',
    'z',
    ' ',
    ',',
    '-',
    '.',
    '1',
    '20',
    '3e2',
    '<',
    '"',
    '&',
    '>',
    '/',
    'Q',
    'BT',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      let content = '';
      if (
        codeOf(() => (content = svgGraphic(svg(`<path d="M1 1${pieces.join('')}" stroke="black"/>`)).draw(1))) !==
        'taken'
      )
        return;
      expect(content).toMatch(/^(?:-?\d+(?:\.\d+)?|[mlchSBfJjw]|RG|rg|\s)+$/);
    }),
  );
});
