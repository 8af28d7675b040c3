import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShapes, restrictSvg, svgDataUrl, writeSvg } from './drawn-signature.ts';

/** The output of the drawing library, with elements in the HTML namespace and a path for every few pixels. */
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 400 200" width="400" height="200">
<circle r="1.7" cx="50.25" cy="80" fill="#14245c"></circle>
<path d="M 50.000,80.000 C 52.000,82.000 54.000,84.000 56.000,86.000" stroke-width="3.375" stroke="#14245c" fill="none" stroke-linecap="round"></path>
<path d="M 56.000,86.000 C 58.000,88.000 60.000,90.000 62.000,92.000" stroke-width="3.401" stroke="#14245c" fill="none" stroke-linecap="round"></path>
<path d="M 62.000,92.000 C 70.000,100.000 80.000,110.000 90.000,120.000" stroke-width="5.000" stroke="#14245c" fill="none" stroke-linecap="round"></path>
<line x1="100" y1="100" x2="120" y2="110" stroke="#14245c" stroke-width="3.4" stroke-linecap="round"></line></svg>`;

/** The grammar of the drawn signatures that the service accepts. Any deviation from it is refused. */
const number = String.raw`-?\d+(?:\.\d)?`;
const allowed = new RegExp(
  String.raw`^<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 ${number} ${number}">(?:` +
    String.raw`<circle cx="${number}" cy="${number}" r="${number}" fill="#[0-9a-f]{6}"/>|` +
    String.raw`<path d="M${number} ${number}(?:L${number} ${number}|C${number} ${number} ${number} ${number} ${number} ${number})+"` +
    String.raw` fill="none" stroke="#[0-9a-f]{6}" stroke-width="${number}(?:\d)?" stroke-linecap="round"/>)+</svg>$`,
);

describe('drawn signature', () => {
  it('writes the signature in the restricted SVG format', () => {
    expect(restrictSvg(drawn)).toMatch(allowed);
  });

  it('crops the signature to its ink, so that it fills the field', () => {
    const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(restrictSvg(drawn) ?? '');
    // The drawing spans x = 48.3 (the dot) to 121.7 (the end of the line), plus a margin of 2 on either side and round
    // ends.
    expect(Number(box?.[1])).toBeGreaterThan(72);
    expect(Number(box?.[1])).toBeLessThan(78);
    expect(Number(box?.[2])).toBeLessThan(52);
  });

  it('joins neighboring segments of almost equal width into one path, but keeps other segments separate', () => {
    expect(restrictSvg(drawn)?.match(/<path/g)).toHaveLength(3);
    expect(restrictSvg(drawn)?.match(/C/g)).toHaveLength(3);
  });

  it('returns null for a drawing without ink', () => {
    expect(restrictSvg('<svg xmlns="http://www.w3.org/2000/svg"></svg>')).toBeNull();
    expect(writeSvg([])).toBeNull();
  });

  it.each([
    ['a script', '<script>alert(1)</script><path d="M0 0L1 1" stroke-width="2"/>'],
    ['an event handler', '<path onload="alert(1)" d="M0 0L1 1" stroke-width="2"/>'],
    [
      'an external reference',
      '<image href="https://evil.example/"/><use href="#a"/><path d="M0 0L1 1" stroke-width="2"/>',
    ],
    ['a style attribute', '<path style="fill:url(https://evil.example)" d="M0 0L1 1" stroke-width="2"/>'],
    ['an entity', '<!DOCTYPE svg [<!ENTITY x "y">]><path d="M0 0L1 1" stroke-width="2"/>'],
  ])('removes %s from a drawn signature', (_what, svg) => {
    const restricted = restrictSvg(`<svg>${svg}</svg>`) ?? '';
    expect(restricted).toMatch(allowed);
    expect(restricted).not.toMatch(/alert|evil|script|ENTITY|style|href|onload/);
  });

  it.each([
    ['unknown commands', '<path d="M0 0A5 5 0 0 1 9 9" stroke-width="2"/>'],
    ['relative commands', '<path d="M0 0l5 5" stroke-width="2"/>'],
    ['missing numbers', '<path d="M0 0C1 1 2 2" stroke-width="2"/>'],
    ['endless numbers', '<path d="M0 0L1e308 1" stroke-width="2"/>'],
    ['no width', '<path d="M0 0L5 5"/>'],
    ['only a move', '<path d="M0 0" stroke-width="2"/>'],
    ['a dot without a size', '<circle cx="1" cy="1" r="0"/>'],
  ])('removes a shape with %s', (_what, svg) => {
    expect(readShapes(svg)).toEqual([]);
  });

  it('writes only the restricted SVG format, regardless of the input', () => {
    const piece = fc.constantFrom(
      '<path ',
      '<circle ',
      'd="',
      'M0 0',
      'L9 9',
      'C1 2 3 4 5 6',
      '"',
      '/>',
      '>',
      '<script>',
      ' stroke-width="3"',
      ' r="2" cx="1" cy="4"',
      'NaN',
      '-',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 30 }), (pieces) => {
        const restricted = restrictSvg(pieces.join(''));
        expect(restricted === null || allowed.test(restricted)).toBe(true);
      }),
    );
  });

  it('writes a signature that can be parsed again', () => {
    const once = restrictSvg(drawn) ?? '';
    expect(restrictSvg(once)).toBe(once);
  });

  it('sends the signature as a data: URL', () => {
    const url = svgDataUrl(restrictSvg(drawn) ?? '');
    expect(atob(url.replace('data:image/svg+xml;base64,', ''))).toBe(restrictSvg(drawn));
  });
});
