/** The state of a document being prepared by the sender. Every change is a pure function. */
import type { FieldKind, SignerRole } from '@countersign/contract';
import type { ReceivedFault, RequestOf } from '@countersign/client';
import { faultIn } from '../../api/language.ts';
import { isEmailAddress } from '../../ui/people.ts';
import type { Boxes } from './arrange.ts';
import { withCopies } from './copies.ts';
import { conditionRequest, type Details, fieldRequest, freshDetails, isMarkKind } from './field-details.ts';
import type { Person } from './parse-recipients.ts';
import { type Box, moveBox, type Size, toPoints } from './geometry.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

/** `key` exists only in this page. It is needed because an e-mail address changes while it is typed. */
export type Recipient = {
  key: string;
  name: string;
  email: string;
  /** Recipient authentication in addition to the link. Absent if there is none. */
  proof?: Proof;
  /** The e-mail address that receives codes. */
  secondEmail?: string;
  /** The recipient's role. Absent for a signer. */
  role?: SignerRole;
  /** The language of e-mails and the signing page. If absent, the browser's or the organization's language applies. */
  locale?: string | undefined;
  /** The access code as typed on this page. Empty if the code was set but lost in a reload before being saved. */
  accessCode?: string | undefined;
  /** Whether an access code is stored on the server, which never shows it. */
  hasAccessCode?: true | undefined;
  /**
   * The API's key for this signer. The address does not identify the signer, because one address may have several
   * roles.
   */
  signerKey?: string | undefined;
  /** Can be set only through the API. If false, the sender delivers the link. */
  notify?: boolean | undefined;
  notifyCompletion?: boolean | undefined;
};
export type Proof = 'link' | 'email-code' | 'account';
export type Placed = {
  key: string;
  kind: FieldKind;
  recipient: string;
  page: number;
  box: Box;
  required: boolean;
  /** Absent for a field with default settings. */
  details?: Details;
  /** For a radio button, the first field of its group. */
  group?: string;
  /** Settings of the field that this editor keeps, but does not show. */
  rest?: object;
};
export type Draft = {
  next: number;
  recipients: readonly Recipient[];
  sequential: boolean;
  /** The location of the signatures: on an added page, or in fields that the sender places. */
  where: 'page' | 'fields';
  /** Whether tags in the document become fields. */
  tags: boolean;
  fields: readonly Placed[];
  subject: string;
  message: string;
  days: number;
  reminders: { everyDays: number; max: number } | null;
  /**
   * For a package: which recipients do not sign which documents (packages/assignment.ts). If absent, everyone signs
   * every document.
   */
  unticked?: readonly string[];
};

/** Whether the text contains only characters that the server accepts and everyone can type. */
export const isAccessCode = (code: string): boolean => /^[\x20-\x7e]{4,64}$/.test(code) && code.trim().length >= 4;

export const emptyDraft: Draft = {
  next: 2,
  recipients: [{ key: 'r1', name: '', email: '' }],
  sequential: false,
  where: 'page',
  tags: false,
  fields: [],
  subject: '',
  message: '',
  days: 30,
  reminders: null,
};

/** Returns a new draft with the organization's default sending options. */
export const freshDraft = (settings: {
  default_expiration_days: number;
  default_reminders: Draft['reminders'];
}): Draft => ({ ...emptyDraft, days: settings.default_expiration_days, reminders: settings.default_reminders });

export type Change =
  | { type: 'add-recipient'; name?: string; email?: string }
  /** Adds recipients. Blank lines are filled first, starting at the line `at`. */
  | { type: 'add-recipients'; people: readonly Person[]; at?: string | undefined }
  | { type: 'change-recipient'; key: string; with: Partial<Omit<Recipient, 'key'>> }
  | { type: 'remove-recipient'; key: string }
  | { type: 'move-recipient'; key: string; by: 1 | -1 }
  | { type: 'add-field'; field: Omit<Placed, 'key'> }
  | { type: 'change-field'; key: string; with: Partial<Omit<Placed, 'key' | 'kind'>> }
  | { type: 'add-button'; to: string }
  | { type: 'remove-field'; key: string }
  | { type: 'remove-fields'; keys: readonly string[]; how: 'delete' | 'cut' }
  | { type: 'arrange'; how: 'move' | 'resize' | 'align' | 'distribute' | 'equal'; boxes: Boxes }
  /** Adds copies. Each batch is a set of fields that refer to each other. */
  | { type: 'add-copies'; how: 'paste' | 'duplicate' | 'pages' | 'suggested'; batches: readonly (readonly Placed[])[] }
  | { type: 'assign'; unticked: readonly string[] }
  /** Replaces the whole draft with the version that another person saved. */
  | { type: 'load'; draft: Draft }
  /** Makes the next change a separate step for undo. */
  | { type: 'settle' }
  | {
      type: 'set';
      with: Partial<Pick<Draft, 'sequential' | 'where' | 'tags' | 'subject' | 'message' | 'days' | 'reminders'>>;
    };

/** Whether a recipient can have fields. Approvers, readers and copy recipients have none. */
export const isSigner = ({ role = 'signer' }: Recipient): boolean => role === 'signer';

const changed = <T extends { key: string }>(items: readonly T[], key: string, values: Partial<NoInfer<T>>): T[] =>
  items.map((item) => (item.key === key ? { ...item, ...values } : item));

function moved(recipients: readonly Recipient[], key: string, by: number): readonly Recipient[] {
  const from = recipients.findIndex((recipient) => recipient.key === key);
  const to = from + by;
  const [mover, other] = [recipients[from], recipients[to]];
  if (mover === undefined || other === undefined) return recipients;
  return recipients.with(from, other).with(to, mover);
}

/** Uses the first line if nobody has filled it in, so that it does not stay blank. */
function added(draft: Draft, name: string, email: string): Draft {
  const [first] = draft.recipients;
  if (email !== '' && draft.recipients.length === 1 && first?.name === '' && first.email === '') {
    return { ...draft, recipients: [{ ...first, name, email }] };
  }
  return { ...draft, next: draft.next + 1, recipients: [...draft.recipients, { key: `r${draft.next}`, name, email }] };
}

/** Whether a line is blank. A line with only a role or a language is not a recipient. */
export const isBlank = ({ name, email }: Recipient): boolean => name.trim() === '' && email.trim() === '';

/**
 * Adds people to the draft. Blank lines from the line `at` onward are filled first, and then the blank lines above it.
 */
function withPeople(draft: Draft, people: readonly Person[], at: string | undefined): Draft {
  const from = Math.max(
    0,
    draft.recipients.findIndex(({ key }) => key === at),
  );
  const blank = [...draft.recipients.slice(from), ...draft.recipients.slice(0, from)].filter(isBlank);
  const filled = new Map(blank.slice(0, people.length).map(({ key }, index) => [key, people[index]]));
  const start: Draft = {
    ...draft,
    recipients: draft.recipients.map((recipient) => ({ ...recipient, ...filled.get(recipient.key) })),
  };
  return people.slice(filled.size).reduce<Draft>((now, { name, email }) => added(now, name, email), start);
}

export function changeDraft(draft: Draft, change: Change): Draft {
  switch (change.type) {
    case 'add-recipient':
      return added(draft, change.name ?? '', change.email ?? '');
    case 'add-recipients':
      return withPeople(draft, change.people, change.at);
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
      return { ...draft, fields: changedField(draft.fields, change.key, change.with) };
    case 'add-button':
      return withButton(draft, change.to);
    case 'remove-field':
      return { ...draft, fields: draft.fields.filter(({ key }) => key !== change.key) };
    case 'remove-fields':
      return { ...draft, fields: draft.fields.filter(({ key }) => !change.keys.includes(key)) };
    case 'arrange':
      return {
        ...draft,
        fields: draft.fields.map((field) => ({ ...field, box: change.boxes[field.key] ?? field.box })),
      };
    case 'add-copies':
      return withCopies(draft, change.batches);
    case 'assign':
      return { ...draft, unticked: change.unticked };
    case 'load':
      return change.draft;
    case 'settle':
      return draft;
    case 'set':
      return { ...draft, ...change.with };
  }
}

export const detailsOf = (field: Placed): Details => field.details ?? freshDetails(field.kind);

/** Returns the buttons of a field's radio group in placement order. For other fields, returns the field itself. */
export const groupOf = (fields: readonly Placed[], field: Placed): readonly Placed[] =>
  field.kind === 'radio'
    ? fields.filter((other) => (other.group ?? other.key) === (field.group ?? field.key))
    : [field];

/**
 * Settings of a radio group apply to all its buttons, except for the position and the option, which belong to each
 * button.
 */
function changedField(fields: readonly Placed[], key: string, values: Partial<Omit<Placed, 'key'>>): Placed[] {
  const own = changed(fields, key, values);
  const field = own.find((candidate) => candidate.key === key);
  if (field?.kind !== 'radio') return own;
  const group = new Set(groupOf(own, field).map((button) => button.key));
  return own.map((button) =>
    group.has(button.key) && button.key !== key
      ? {
          ...button,
          recipient: field.recipient,
          required: field.required,
          details: { ...detailsOf(field), option: detailsOf(button).option },
        }
      : button,
  );
}

/** Adds a button below the last button of the group, with enough space for its label. */
function withButton(draft: Draft, key: string): Draft {
  const field = draft.fields.find((candidate) => candidate.key === key);
  if (field === undefined) return draft;
  const group = groupOf(draft.fields, field);
  const last = group.at(-1) ?? field;
  const taken = new Set(group.map((button) => detailsOf(button).option));
  let number = group.length + 1;
  while (taken.has(m.draft.option(number))) number += 1;
  const button: Placed = {
    ...last,
    key: `f${draft.next}`,
    group: field.group ?? field.key,
    box: moveBox(last.box, 0, last.box.height * 2.4),
    details: { ...detailsOf(field), option: m.draft.option(number) },
  };
  return { ...draft, next: draft.next + 1, fields: [...draft.fields, button] };
}

/**
 * Returns the fields that this field's condition can refer to: earlier fields of the same recipient that have a value,
 * and the first button of radio groups.
 */
export function leadsOf(fields: readonly Placed[], field: Placed): Placed[] {
  const own = groupOf(fields, field)[0] ?? field;
  if (own.kind === 'signature') return [];
  return fields
    .slice(0, fields.indexOf(own))
    .filter((one) => one.recipient === own.recipient && !isMarkKind(one.kind) && one.group === undefined);
}

/**
 * Returns the field's condition for the request. Omits the condition if the field that it refers to no longer exists or
 * belongs to another recipient.
 */
function conditionOf(fields: readonly Placed[], field: Placed) {
  const { when, readOnly, suggested } = detailsOf(field);
  const lead = leadsOf(fields, field).find(({ key }) => key === when?.on);
  if (when === undefined || lead === undefined || (readOnly && suggested !== '')) return {};
  return { condition: conditionRequest(when, lead.kind) };
}

/** Errors by location: `<recipient key>.name`, `<recipient key>.email`, `recipients`, or `days`. */
export type Faults = Readonly<Record<string, string>>;

export function judgeDraft(draft: Draft): Faults {
  const faults: Record<string, string> = {};
  const seen = new Set<string>();
  if (draft.recipients.length === 0) faults['recipients'] = m.draft.addAtLeastOneSigner;
  else if (!draft.recipients.some(({ role = 'signer' }) => role === 'signer' || role === 'approver'))
    faults['recipients'] = m.draft.atLeastOneRecipientMust;
  for (const {
    key,
    name,
    email,
    role = 'signer',
    proof,
    secondEmail = '',
    accessCode,
    signerKey,
  } of draft.recipients) {
    const address = email.trim().toLowerCase();
    if (name.trim() === '') faults[`${key}.name`] = labels.enterName;
    if (!isEmailAddress(address)) faults[`${key}.email`] = m.draft.enterEMailAddress;
    else if (signerKey === undefined && seen.has(`${address} ${role} ${name.trim()}`))
      faults[`${key}.email`] = m.draft.personAlreadyHasRole;
    if (proof === 'email-code' && !isEmailAddress(secondEmail.trim()))
      faults[`${key}.secondEmail`] = m.draft.enterAddressForCodes;
    else if (proof === 'email-code' && secondEmail.trim().toLowerCase() === address)
      faults[`${key}.secondEmail`] = m.draft.useAddressDiffersFromOne;
    if (accessCode === '') faults[`${key}.accessCode`] = m.draft.enterAccessCodeAgain;
    else if (accessCode !== undefined && !isAccessCode(accessCode))
      faults[`${key}.accessCode`] = m.draft.rangeLettersDigitsAndSymbols;
    seen.add(`${address} ${role} ${name.trim()}`);
  }
  for (const { key, page } of unfinishedFields(draft)) faults[`${key}.options`] = m.draft.page(page);
  if (!Number.isInteger(draft.days) || draft.days < 1 || draft.days > 365) faults['days'] = m.draft.betweenOneAndDays;
  return faults;
}

/** Returns the drop-down fields without options. */
export const unfinishedFields = (draft: Draft): readonly Placed[] =>
  draft.where === 'fields'
    ? draft.fields.filter((field) => field.kind === 'dropdown' && detailsOf(field).options.length === 0)
    : [];

/**
 * Assigns the server's errors (such as `signers[0].email`) to locations in this form. All other errors are shown as a
 * message.
 */
export function placeServerFaults(faults: readonly ReceivedFault[], draft: Draft): Record<string, string> {
  const placed: Record<string, string> = {};
  for (const fault of faults) {
    const { field } = fault;
    const message = faultIn(fault) ?? fault.message;
    const [, index, part] = /^signers\[(\d+)\]\.(name|email|secondEmail|accessCode)$/.exec(field) ?? [];
    const recipient = index === undefined ? undefined : draft.recipients[Number(index)];
    if (recipient !== undefined && part !== undefined) placed[`${recipient.key}.${part}`] ??= message;
    if (field === 'expirationDays') placed['days'] ??= message;
  }
  return placed;
}

/** Returns the signers without a placed signature field, who sign on the signature page. */
export function onSignaturePage(draft: Draft): readonly Recipient[] {
  const signers = draft.recipients.filter(isSigner);
  if (draft.where === 'page') return signers;
  const placed = new Set(draft.fields.filter(({ kind }) => kind === 'signature').map(({ recipient }) => recipient));
  return signers.filter(({ key }) => !placed.has(key));
}

/** Returns the sending options without recipients and fields. */
export const howRequest = (draft: Draft) => ({
  signingOrder: draft.sequential ? ('sequential' as const) : ('parallel' as const),
  expirationDays: draft.days,
  ...(draft.tags ? { placeTags: true } : {}),
  // Reminders are turned off explicitly. If this property were omitted, the organization's setting would apply.
  reminders: draft.reminders,
  ...(draft.subject.trim() === '' ? {} : { emailSubject: draft.subject.trim() }),
  ...(draft.message.trim() === '' ? {} : { emailMessage: draft.message.trim() }),
});

/**
 * Returns the keys that the request must contain: those of recipients who share an e-mail address, and those that the
 * draft already had.
 */
function signerKeys({ recipients }: Draft): ReadonlyMap<string, string> {
  const addresses = recipients.map(({ email }) => email.trim().toLowerCase());
  const isShared = (address: string) => addresses.filter((one) => one === address).length > 1;
  return new Map(
    recipients.flatMap(({ key, signerKey }, index): [string, string][] =>
      signerKey !== undefined || isShared(addresses[index] ?? '') ? [[key, signerKey ?? key]] : [],
    ),
  );
}

/**
 * Builds the request. Positions are in points, and recipients and fields keep their order. `pages` contains the page
 * sizes in points, starting with the first page.
 */
export function toRequest(draft: Draft, pages: readonly Size[]): NonNullable<RequestOf<'sendForSigning'>['body']> {
  const keys = signerKeys(draft);
  const named = new Map(
    draft.recipients.filter(isSigner).map(({ key, email }) => [key, keys.get(key) ?? email.trim()]),
  );
  const fields = draft.where === 'page' ? [] : draft.fields;
  return {
    signers: draft.recipients.map(
      (
        { key, name, email, role, locale, accessCode, proof = 'link', secondEmail = '', notify, notifyCompletion },
        index,
      ) => ({
        ...(keys.has(key) ? { key: keys.get(key) } : {}),
        name: name.trim(),
        email: email.trim(),
        ...(proof === 'link' ? {} : { requireTwoFactor: proof }),
        ...(proof === 'email-code' ? { secondEmail: secondEmail.trim() } : {}),
        ...(role === undefined ? {} : { role }),
        ...(locale === undefined ? {} : { locale }),
        ...(accessCode === undefined ? {} : { accessCode }),
        ...(notify === undefined ? {} : { notify }),
        ...(notifyCompletion === undefined ? {} : { notifyCompletion }),
        ...(draft.sequential ? { order: index + 1 } : {}),
      }),
    ),
    ...howRequest(draft),
    fields: fields.flatMap((field) => {
      const signer = named.get(field.recipient);
      const group = groupOf(fields, field);
      // A radio group is a single entry at the position of its first button.
      if (signer === undefined || group[0] !== field) return [];
      const buttons = group.flatMap((button) => {
        const size = pages[button.page - 1];
        const place = size && { page: button.page, ...toPoints(button.box, size) };
        return place === undefined ? [] : [{ ...place, value: detailsOf(button).option }];
      });
      const [first, ...more] = buttons;
      if (first === undefined) return [];
      const isLead = fields.some((one) => detailsOf(one).when?.on === field.key);
      const common = {
        signer,
        required: field.required,
        ...(isLead ? { key: field.key } : {}),
        ...conditionOf(fields, field),
      };
      return [{ ...fieldRequest(field.kind, common, detailsOf(field), [first, ...more]), ...field.rest }];
    }),
  };
}
