/**
 * Places fields relative to text in the document: next to an anchor, or over a tag such as `{{signature:1}}` (ADR 32).
 */
import {
  type FieldInput,
  fieldKindOf,
  LIMITS,
  type Placed,
  type SignerInput,
  withoutUnseen,
} from '@countersign/contract';
import { invalid } from '../../platform/errors.ts';
import type { FoundTag, TextPlace } from '../../platform/pdf/index.ts';

export type FoundText = {
  /** Keyed by the searched text. The positions are in reading order. */
  anchors: ReadonlyMap<string, readonly TextPlace[]>;
  /** Empty unless tags should become fields. */
  tags: readonly FoundTag[];
  /** The reason why the tags remain text. Set only if the sender did not explicitly ask for fields. */
  unplaced?: string;
};
/** `path` is the field's path in the request. */
export type PlacedField = {
  path: string;
  input: Placed<FieldInput>;
  /** The recipient's index in the list. Set for tags that name the recipient by number. */
  signerAt?: number;
};

/**
 * Places fields. Without `found`, fields with anchors are left out. Throws a ValidationError if an anchor does not
 * exist.
 */
export function placeFields(
  { signers, fields }: { signers: readonly SignerInput[]; fields: readonly FieldInput[] },
  found: FoundText | undefined,
): PlacedField[] {
  const placed = fields.flatMap((input, index): PlacedField[] => {
    const path = `fields[${index}]`;
    if (input.kind === 'radio' || input.anchor === undefined)
      // The contract requires either an anchor or a complete position.
      return [{ path, input: input as Placed<FieldInput> }];
    return found ? atAnchor(path, input, found) : [];
  });
  const all = [...placed, ...(found?.tags ?? []).map((tag) => atTag(tag, signers))];
  if (all.length > LIMITS.fields)
    throw invalid(
      'fields',
      `must contain at most ${LIMITS.fields} fields, including those placed by tags and anchor text, but there are ${all.length}`,
    );
  return all;
}

type Anchored = Exclude<FieldInput, { kind: 'radio' }>;

function atAnchor(path: string, { anchor, ...input }: Anchored, { anchors }: FoundText): PlacedField[] {
  if (anchor === undefined) return [];
  const { text, dx, dy, occurrence } = anchor;
  const places = anchors.get(text) ?? [];
  if (places.length === 0)
    throw invalid(
      `${path}.anchor`,
      `was not found, because the document's text does not contain "${text}"`,
      'anchor_not_found',
    );
  const chosen = occurrence === undefined ? places : places.slice(occurrence - 1, occurrence);
  if (chosen.length === 0)
    throw invalid(
      `${path}.anchor.occurrence`,
      `must be at most ${places.length}, the number of times that the document's text contains "${text}"`,
      'anchor_not_found',
    );
  const size = fieldKindOf(input.kind).size;
  return chosen.map(({ page, x, y }) => ({
    path,
    input: {
      ...input,
      page,
      x: x + dx,
      y: y + dy,
      width: anchor.width ?? size.width,
      height: anchor.height ?? size.height,
    } as Placed<FieldInput>,
  }));
}

/** Returns the label of a tag without invisible control characters. */
export function tagLabel(label: string | undefined): string | undefined {
  return withoutUnseen(label ?? '').trim() || undefined;
}

/** Places a field at the tag's lower left corner. The field is at least as large as the tag. */
function atTag(
  { kind, signer: number, label: written, required, place }: FoundTag,
  signers: readonly SignerInput[],
): PlacedField {
  const signer = signers[number - 1];
  const tag = `{{${kind}:${number}}} on page ${place.page}`;
  if (!signer)
    throw invalid('placeTags', `found ${tag}, but there are only ${signers.length} signers`, 'tag_without_signer');
  const { width, height } = boxOver(kind, place);
  const label = tagLabel(written);
  return {
    path: 'placeTags',
    signerAt: number - 1,
    input: {
      kind,
      signer: signer.email,
      required,
      ...(label !== undefined && { label }),
      page: place.page,
      x: place.x,
      y: Math.max(0, place.y + place.height - height),
      width,
      height,
    } as Placed<FieldInput>,
  };
}

/** A checkbox is never wider than it is high, even if it covers a long tag. */
export function boxOver(kind: FoundTag['kind'], place: TextPlace): { width: number; height: number } {
  const { width, height } = fieldKindOf(kind).size;
  const tall = Math.max(height, place.height);
  return { width: kind === 'checkbox' ? tall : Math.max(width, place.width), height: tall };
}
