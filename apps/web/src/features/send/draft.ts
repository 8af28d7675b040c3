/** What a sender prepares before sending, and every change to it, as a pure state machine. */
import type { FieldFault, FieldKind } from '@countersign/contract';
import type { RequestOf } from '../../api/client.ts';
import { isEmailAddress } from '../../ui/people.ts';
import { type Box, type Size, toPoints } from './geometry.ts';

/** `key` lives in this page only: an e-mail address changes while it is typed. */
export type Recipient = { key: string; name: string; email: string };
export type Placed = { key: string; kind: FieldKind; recipient: string; page: number; box: Box; required: boolean };
export type Draft = {
  next: number;
  recipients: readonly Recipient[];
  sequential: boolean;
  /** On a page added at the end, or on fields the sender places. */
  where: 'page' | 'fields';
  fields: readonly Placed[];
  subject: string;
  message: string;
  days: number;
};

export const emptyDraft: Draft = {
  next: 2,
  recipients: [{ key: 'r1', name: '', email: '' }],
  sequential: false,
  where: 'page',
  fields: [],
  subject: '',
  message: '',
  days: 30,
};

export type Change =
  | { type: 'add-recipient'; name?: string; email?: string }
  | { type: 'change-recipient'; key: string; with: Partial<Omit<Recipient, 'key'>> }
  | { type: 'remove-recipient'; key: string }
  | { type: 'move-recipient'; key: string; by: 1 | -1 }
  | { type: 'add-field'; field: Omit<Placed, 'key'> }
  | { type: 'change-field'; key: string; with: Partial<Omit<Placed, 'key' | 'kind'>> }
  | { type: 'remove-field'; key: string }
  | { type: 'set'; with: Partial<Pick<Draft, 'sequential' | 'where' | 'subject' | 'message' | 'days'>> };

const changed = <T extends { key: string }>(items: readonly T[], key: string, values: Partial<NoInfer<T>>): T[] =>
  items.map((item) => (item.key === key ? { ...item, ...values } : item));

function moved(recipients: readonly Recipient[], key: string, by: number): readonly Recipient[] {
  const from = recipients.findIndex((recipient) => recipient.key === key);
  const to = from + by;
  const [mover, other] = [recipients[from], recipients[to]];
  if (mover === undefined || other === undefined) return recipients;
  return recipients.with(from, other).with(to, mover);
}

/** An untouched first line is filled rather than left blank above. */
function added(draft: Draft, name: string, email: string): Draft {
  const [first] = draft.recipients;
  if (email !== '' && draft.recipients.length === 1 && first?.name === '' && first.email === '') {
    return { ...draft, recipients: [{ ...first, name, email }] };
  }
  return { ...draft, next: draft.next + 1, recipients: [...draft.recipients, { key: `r${draft.next}`, name, email }] };
}

export function changeDraft(draft: Draft, change: Change): Draft {
  switch (change.type) {
    case 'add-recipient':
      return added(draft, change.name ?? '', change.email ?? '');
    case 'change-recipient':
      return { ...draft, recipients: changed(draft.recipients, change.key, change.with) };
    case 'remove-recipient':
      return {
        ...draft,
        recipients: draft.recipients.filter(({ key }) => key !== change.key),
        fields: draft.fields.filter(({ recipient }) => recipient !== change.key),
      };
    case 'move-recipient':
      return { ...draft, recipients: moved(draft.recipients, change.key, change.by) };
    case 'add-field':
      return { ...draft, next: draft.next + 1, fields: [...draft.fields, { ...change.field, key: `f${draft.next}` }] };
    case 'change-field':
      return { ...draft, fields: changed(draft.fields, change.key, change.with) };
    case 'remove-field':
      return { ...draft, fields: draft.fields.filter(({ key }) => key !== change.key) };
    case 'set':
      return { ...draft, ...change.with };
  }
}

/** Faults by place: `<recipient key>.name`, `<recipient key>.email`, `recipients`, `days`. */
export type Faults = Readonly<Record<string, string>>;

export function judgeDraft(draft: Draft): Faults {
  const faults: Record<string, string> = {};
  const seen = new Map<string, string>();
  if (draft.recipients.length === 0) faults['recipients'] = 'Add at least one person who signs.';
  for (const { key, name, email } of draft.recipients) {
    const address = email.trim().toLowerCase();
    if (name.trim() === '') faults[`${key}.name`] = 'Enter a name.';
    if (!isEmailAddress(address)) faults[`${key}.email`] = 'Enter an e-mail address such as name@example.com.';
    else if (seen.has(address)) faults[`${key}.email`] = 'This address is there already: one person signs once.';
    seen.set(address, key);
  }
  if (!Number.isInteger(draft.days) || draft.days < 1 || draft.days > 365) faults['days'] = 'Between 1 and 365 days.';
  return faults;
}

/** The server's faults (`signers[0].email`) at the places of this form; what has none is left to a message. */
export function placeServerFaults(faults: readonly FieldFault[], draft: Draft): Record<string, string> {
  const placed: Record<string, string> = {};
  for (const { field, message } of faults) {
    const [, index, part] = /^signers\[(\d+)\]\.(name|email)$/.exec(field) ?? [];
    const recipient = index === undefined ? undefined : draft.recipients[Number(index)];
    if (recipient !== undefined && part !== undefined) placed[`${recipient.key}.${part}`] ??= message;
    if (field === 'expirationDays') placed['days'] ??= message;
  }
  return placed;
}

/** Those for whom nothing is placed to sign on: they get a slot on the signature page. */
export function onSignaturePage(draft: Draft): readonly Recipient[] {
  if (draft.where === 'page') return draft.recipients;
  const placed = new Set(draft.fields.filter(({ kind }) => kind === 'signature').map(({ recipient }) => recipient));
  return draft.recipients.filter(({ key }) => !placed.has(key));
}

/** The request: places in points, order as listed. `pages` in points, the first page first. */
export function toRequest(draft: Draft, pages: readonly Size[]): RequestOf<'sendForSigning'>['body'] {
  const address = new Map(draft.recipients.map(({ key, email }) => [key, email.trim()]));
  const fields = draft.where === 'page' ? [] : draft.fields;
  return {
    signers: draft.recipients.map(({ name, email }, index) => ({
      name: name.trim(),
      email: email.trim(),
      ...(draft.sequential ? { order: index + 1 } : {}),
    })),
    signingOrder: draft.sequential ? 'sequential' : 'parallel',
    expirationDays: draft.days,
    fields: fields.flatMap(({ kind, recipient, page, box, required }) => {
      const size = pages[page - 1];
      const signer = address.get(recipient);
      return size === undefined || signer === undefined
        ? []
        : [{ kind, signer, page, required, ...toPoints(box, size) }];
    }),
    ...(draft.subject.trim() === '' ? {} : { emailSubject: draft.subject.trim() }),
    ...(draft.message.trim() === '' ? {} : { emailMessage: draft.message.trim() }),
  };
}
