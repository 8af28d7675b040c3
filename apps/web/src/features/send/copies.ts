/** Copies fields to the clipboard, next to the originals, and to other pages. */
import type { Draft, Placed, Recipient } from './draft.ts';
import { moveTogether } from './arrange.ts';
import { clampBox, type Size, toFractions, toPoints } from './geometry.ts';
import { KINDS } from './kinds.ts';

type Pages = readonly Size[];

/** The offset in points to the right and down, so that a copy does not hide its original. */
const OFFSET = 12;

/**
 * A copied field. The size of its page is stored too, because the pages of another document may have a different size.
 */
export type Copied = { field: Placed; size: Size };

export const copied = (fields: readonly Placed[], pages: Pages): Copied[] =>
  fields.flatMap((field) => {
    const size = pages[field.page - 1];
    return size === undefined ? [] : [{ field, size }];
  });

const beside = (fields: readonly Placed[], pages: Pages): Placed[] => {
  const boxes = moveTogether(fields, pages, OFFSET, OFFSET);
  return fields.map((field) => ({ ...field, box: boxes[field.key] ?? field.box }));
};

export const duplicated = (fields: readonly Placed[], pages: Pages): Placed[] =>
  beside(
    fields.filter(({ page }) => pages[page - 1] !== undefined),
    pages,
  );

/**
 * Returns the copied fields for a page, at the same distance from the corner. The first copied page is mapped to
 * `page`, and further pages follow it.
 */
export function pasted(
  items: readonly Copied[],
  { fields: present }: Pick<Draft, 'fields'>,
  signers: readonly Pick<Recipient, 'key'>[],
  pages: Pages,
  page: number,
): Placed[] {
  const first = Math.min(...items.map(({ field }) => field.page));
  const fields = items.flatMap(({ field, size }): Placed[] => {
    const target = Math.min(page + field.page - first, pages.length);
    const to = pages[target - 1];
    const recipient = signers.find(({ key }) => key === field.recipient) ?? signers[0];
    if (to === undefined || recipient === undefined) return [];
    const box = clampBox(toFractions(toPoints(field.box, size), to), to, KINDS[field.kind].min);
    return [{ ...field, recipient: recipient.key, page: target, box }];
  });
  const isTaken = fields.some((field) =>
    present.some(
      (other) =>
        other.page === field.page &&
        other.kind === field.kind &&
        Math.abs(other.box.x - field.box.x) < 1e-6 &&
        Math.abs(other.box.y - field.box.y) < 1e-6,
    ),
  );
  return isTaken ? beside(fields, pages) : fields;
}

/** Returns one batch of copies for each of the other pages in the document. */
export const onOtherPages = (fields: readonly Placed[], pages: Pages): Placed[][] =>
  pages.map((to, index) =>
    fields.flatMap((field): Placed[] => {
      const from = pages[field.page - 1];
      if (from === undefined || field.page === index + 1) return [];
      const box = clampBox(toFractions(toPoints(field.box, from), to), to, KINDS[field.kind].min);
      return [{ ...field, page: index + 1, box }];
    }),
  );

/** Adds copies with new keys. Radio buttons and conditions refer to the other copies in the same batch. */
export function withCopies(draft: Draft, batches: readonly (readonly Placed[])[]): Draft {
  let { next } = draft;
  const added = batches.flatMap((batch) => {
    const keys = new Map(batch.map(({ key }) => [key, `f${next++}`]));
    const leads = new Map<string, string>();
    return batch.map(({ group, details, rest: _rest, ...field }): Placed => {
      const key = keys.get(field.key) ?? field.key;
      const family = group ?? field.key;
      const lead = field.kind === 'radio' ? leads.get(family) : undefined;
      if (field.kind === 'radio' && lead === undefined) leads.set(family, key);
      const when = details?.when && { ...details.when, on: keys.get(details.when.on) ?? details.when.on };
      return {
        ...field,
        key,
        ...(lead !== undefined && { group: lead }),
        ...(details !== undefined && { details: { ...details, ...(when && { when }) } }),
      };
    });
  });
  return { ...draft, next, fields: [...draft.fields, ...added] };
}

/** Returns the keys that `withCopies` assigns to the given number of fields. */
export const keysOfCopies = ({ next }: Draft, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `f${next + index}`);
