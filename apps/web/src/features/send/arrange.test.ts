import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ARRANGEMENTS, arrange, boundsOf, moveTogether, snapTo } from './arrange.ts';
import { copied, onOtherPages, pasted, withCopies } from './copies.ts';
import { changeDraft, detailsOf, emptyDraft, type Placed } from './draft.ts';
import { freshDetails } from './field-details.ts';
import { toFractions, toPoints } from './geometry.ts';

const A4 = { width: 600, height: 800 };
const WIDE = { width: 1200, height: 800 };
const PAGES = [A4, A4, WIDE];

const placed = (key: string, x: number, y: number, width: number, height: number, page = 1): Placed => ({
  key,
  kind: 'text',
  recipient: 'r1',
  page,
  required: true,
  box: toFractions({ x, y, width, height }, PAGES[page - 1] ?? A4),
});
const points = (boxes: Readonly<Record<string, Placed['box']>>) =>
  Object.fromEntries(
    Object.entries(boxes).map(([key, box]) => [key, Object.values(toPoints(box, A4)).map(Math.round)]),
  );

const THREE = [placed('a', 100, 100, 60, 20), placed('b', 150, 140, 100, 30), placed('c', 300, 300, 40, 40)];

test.each([
  ['left', { a: [100, 100], b: [100, 140], c: [100, 300] }],
  ['center', { a: [190, 100], b: [170, 140], c: [200, 300] }],
  ['right', { a: [280, 100], b: [240, 140], c: [300, 300] }],
  ['top', { a: [100, 100], b: [150, 100], c: [300, 100] }],
  ['middle', { a: [100, 210], b: [150, 205], c: [300, 200] }],
  ['bottom', { a: [100, 320], b: [150, 310], c: [300, 300] }],
  ['distribute-across', { a: [100, 100], b: [180, 140], c: [300, 300] }],
  ['distribute-down', { a: [100, 100], b: [150, 195], c: [300, 300] }],
] as const)('arranges three fields: %s', (how, corners) => {
  const boxes = points(arrange(THREE, PAGES, how));
  for (const [key, corner] of Object.entries(corners)) expect([key, boxes[key]?.slice(0, 2)]).toEqual([key, corner]);
});

test('gives all selected fields the width or height of the first field', () => {
  const sizes = (how: 'equal-width' | 'equal-height') =>
    Object.values(points(arrange(THREE, PAGES, how))).map((box) => box.slice(2));
  expect(sizes('equal-width')).toEqual([
    [60, 20],
    [60, 30],
    [60, 40],
  ]);
  expect(sizes('equal-height')).toEqual([
    [60, 20],
    [100, 20],
    [40, 20],
  ]);
});

test('moves selected fields together, so that their distances do not change at the edge of a page', () => {
  const moved = points(moveTogether(THREE, PAGES, -500, 30));
  expect(moved).toEqual({ a: [0, 130, 60, 20], b: [50, 170, 100, 30], c: [200, 330, 40, 40] });
});

test('keeps all fields on their pages when they are arranged or moved', () => {
  const field = fc.record({
    x: fc.integer({ min: 0, max: 560 }),
    y: fc.integer({ min: 0, max: 770 }),
    page: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(
      fc.array(field, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...ARRANGEMENTS),
      fc.integer({ min: -2000, max: 2000 }),
      (places, how, by) => {
        const fields = places.map(({ x, y, page }, index) => placed(`f${index}`, x, y, 40, 24, page));
        for (const boxes of [arrange(fields, PAGES, how), moveTogether(fields, PAGES, by, -by)]) {
          const all = boundsOf(Object.values(boxes));
          expect(Math.min(all.x, all.y)).toBeGreaterThanOrEqual(-1e-9);
          expect(Math.max(all.x + all.width, all.y + all.height)).toBeLessThanOrEqual(1 + 1e-9);
        }
      },
    ),
  );
});

test('snaps to the nearest edge or middle of another field within the tolerance', () => {
  const other = toFractions({ x: 100, y: 100, width: 100, height: 20 }, A4);
  const near = toFractions({ x: 103, y: 396, width: 60, height: 20 }, A4);
  const snap = snapTo(near, [other], { width: 5 / 600, height: 5 / 800 });
  expect(snap.dx * 600).toBeCloseTo(-3);
  expect(snap.guides.x).toBeCloseTo(100 / 600);
  // Vertically, the field snaps to the middle of the page.
  expect(snap.dy * 800).toBeCloseTo(4);
  const far = toFractions({ x: 210, y: 300, width: 33, height: 20 }, A4);
  expect(snapTo(far, [other], { width: 5 / 600, height: 5 / 800 })).toEqual({ dx: 0, dy: 0, guides: {} });
});

const GROUP: Placed[] = [
  { ...placed('f1', 50, 50, 14, 14), kind: 'radio', rest: { key: 'delivery' } },
  { ...placed('f2', 50, 80, 14, 14), kind: 'radio', group: 'f1' },
  {
    ...placed('f3', 50, 110, 100, 20),
    details: { ...freshDetails('text'), when: { on: 'f1', is: 'filled', value: '', effect: 'show' } },
  },
];

test('makes the copies of a radio group and of a condition refer to each other, not to the originals', () => {
  const draft = { ...emptyDraft, next: 10, fields: GROUP };
  const { fields } = withCopies(draft, [GROUP]);
  expect(fields.slice(3)).toMatchObject([{ key: 'f10' }, { key: 'f11', group: 'f10' }, { key: 'f12' }]);
  expect(fields[3]?.group).toBeUndefined();
  // The key that the API assigned stays with the original field.
  expect(fields[3]?.rest).toBeUndefined();
  expect(fields[5] && detailsOf(fields[5]).when?.on).toBe('f10');
});

test('copies fields to the other pages at the same distance from the corner, and restores the draft with undo', () => {
  const [first] = THREE;
  if (first === undefined) throw new Error('There is no field.');
  const draft = { ...emptyDraft, fields: THREE };
  const next = changeDraft(draft, { type: 'add-copies', how: 'pages', batches: onOtherPages([first], PAGES) });
  expect(next.fields.slice(3).map(({ page, box }) => [page, toPoints(box, PAGES[page - 1] ?? A4).x])).toEqual([
    [2, 100],
    [3, 100],
  ]);
});

test('pastes a copied field for a signer of the draft, next to the original or at the same position on another page', () => {
  const [first] = THREE;
  if (first === undefined) throw new Error('There is no field.');
  const clipboard = copied([first], PAGES);
  const paste = (page: number) => pasted(clipboard, { fields: THREE }, [{ key: 'r7' }], PAGES, page)[0];
  expect(paste(1)).toMatchObject({ recipient: 'r7', page: 1 });
  expect(toPoints(paste(1)?.box ?? first.box, A4)).toMatchObject({ x: 112, y: 112 });
  expect(toPoints(paste(2)?.box ?? first.box, A4)).toMatchObject({ x: 100, y: 100 });
});
