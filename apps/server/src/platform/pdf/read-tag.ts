/**
 * Parses the text between the braces of a tag (docs/integrate/field-tags.md):
 *
 *     kind [ ":" signer [ ":" label [ ":" "optional" ] ] ]
 *
 * Spaces around each part are ignored, and so is the case of the kind. `signer` is a number from 1, and defaults to 1.
 * An empty label counts as omitted.
 */
import { FIELD_KINDS, isTagKind } from '@countersign/contract/field-kinds';
import type { FoundTag } from './find-text.ts';

/** The kinds of field that need no further data. Choices cannot be written in a tag, because they need options. */
const KINDS = FIELD_KINDS.filter(isTagKind);
const MAX_SIGNERS = 100;
const MAX_LABEL = 120;

export function readTag(content: string): Omit<FoundTag, 'place'> | { problem: string } {
  const [kindWord = '', signerWord = '1', label = '', optional, ...more] = content
    .split(':')
    .map((part) => part.trim());
  const kind = KINDS.find((one) => one === kindWord.toLowerCase());
  if (kind === undefined)
    return { problem: `"${kindWord}" is not a kind of field. Use one of these: ${KINDS.join(', ')}` };
  if (!/^[1-9]\d{0,2}$/.test(signerWord) || Number(signerWord) > MAX_SIGNERS)
    return { problem: `"${signerWord}" is not the number of a signer. The first signer is 1` };
  if ([...label].length > MAX_LABEL) return { problem: `the label has more than ${MAX_LABEL} characters` };
  if (more.length > 0 || (optional !== undefined && optional.toLowerCase() !== 'optional'))
    return { problem: 'only "optional" can follow the label' };
  return {
    kind,
    signer: Number(signerWord),
    required: optional === undefined,
    ...(label !== '' && { label }),
  };
}
