/**
 * Builds the request that saves a draft with its input as typed. If the input is complete, the request also contains a
 * plan.
 */
import type { AnswerOf, RequestOf } from '@countersign/client';
import { type Draft, isAccessCode, judgeDraft, type Recipient, toRequest } from './draft.ts';
import type { Size } from './geometry.ts';

export type SaveBody = RequestOf<'saveDraft'>['body'];
/** Access codes that the server already has, by the key of their recipient. */
export type KnownCodes = ReadonlyMap<string, string>;

/** An access code is sent to the server once. Later requests refer to the code by its recipient. */
function recipientOf({ accessCode, hasAccessCode, ...recipient }: Recipient, known: KnownCodes) {
  const isKept = accessCode === undefined ? hasAccessCode === true : known.get(recipient.key) === accessCode;
  if (isKept) return { ...recipient, hasAccessCode: true as const };
  return accessCode !== undefined && isAccessCode(accessCode) ? { ...recipient, accessCode } : recipient;
}

export const contentOf = (draft: Draft, known: KnownCodes): SaveBody['content'] => ({
  ...draft,
  // An incomplete number is treated as missing.
  days: Number.isFinite(draft.days) ? draft.days : 0,
  recipients: draft.recipients.map((recipient) => recipientOf(recipient, known)),
  fields: draft.fields.map(({ details, ...field }) => ({
    ...field,
    ...(details !== undefined && { details: { ...details, options: [...details.options] } }),
  })) as SaveBody['content']['fields'],
});

/** Returns no plan while something is missing, so that an incomplete plan is never sent. */
export function planOf(draft: Draft, pages: readonly Size[]): Pick<SaveBody, 'signers' | 'fields'> {
  if (Object.keys(judgeDraft(draft)).length > 0) return {};
  const uncoded = draft.recipients.map((recipient) => ({ ...recipient, accessCode: undefined }));
  const { signers = [], fields = [] } = toRequest({ ...draft, recipients: uncoded }, pages);
  const hasCode = ({ accessCode, hasAccessCode }: Partial<Recipient> = {}): boolean =>
    accessCode !== undefined || hasAccessCode === true;
  return {
    signers: signers.map((signer, index) =>
      hasCode(draft.recipients[index]) ? { ...signer, hasAccessCode: true as const } : signer,
    ),
    fields,
  };
}

export const codesOf = (draft: Draft): KnownCodes =>
  new Map(
    draft.recipients.flatMap(({ key, accessCode }): [string, string][] =>
      accessCode !== undefined && isAccessCode(accessCode) ? [[key, accessCode]] : [],
    ),
  );

/** Converts saved content back to a draft in this page's format. */
export const draftOfContent = (content: NonNullable<AnswerOf<'getDraft'>['draft']['content']>): Draft =>
  content as Draft;
