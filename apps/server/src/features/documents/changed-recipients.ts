/** Computes the recipients and fields of a sent document after a change (ADR 102). All functions are pure. */
import { addressKey, type FieldInput, type Id, type RecipientChange } from '@countersign/contract';
import { invalid } from '../../platform/errors.ts';
import type { SendSigner } from './sending.ts';
import type { DocumentRow, FieldRow, PageSize, SignerRow } from '../document-core/index.ts';

/** `before` is the current recipient who is kept or replaced. Undefined for an added recipient. */
export type ChangedRecipient = { input: SendSigner; before: SignerRow | undefined };

const sameRole = (row: SignerRow, { email, role }: { email: string; role: SignerRow['role'] }): boolean =>
  addressKey(row.email) === addressKey(email) && row.role === role;

/**
 * Merges the new list with the current recipients. A recipient whose address and role stay the same keeps every
 * property that the change does not mention. If an ID is given with a different address, the recipient is replaced: the
 * new person gets the fields and a new ID. Throws a ValidationError.
 */
export function mergeRecipients(
  rows: readonly SignerRow[],
  changes: readonly RecipientChange[] | undefined,
): ChangedRecipient[] {
  if (!changes) return withKeys(rows.map((before) => merged(before, { id: before.id, order: before.signing_order })));
  const named = new Set<string>();
  for (const [index, { id }] of changes.entries()) {
    if (id === undefined) continue;
    if (named.has(id)) throw invalid(`signers[${index}].id`, 'is already in this list');
    if (!rows.some((row) => row.id === id))
      throw invalid(`signers[${index}].id`, 'must be a recipient of this document');
    named.add(id);
  }
  return withKeys(
    changes.map((change) => {
      const { id, email, role = 'signer' } = change;
      const alike = rows.filter((row) => !named.has(row.id) && sameRole(row, { email: email ?? '', role }));
      const before =
        id === undefined
          ? (alike.find((row) => row.name === change.name) ?? alike[0])
          : rows.find((row) => row.id === id);
      if (before) named.add(before.id);
      return merged(before, change);
    }),
  );
}

/** Adds keys to signers who share an address, so that the retained fields can refer to them. */
function withKeys(changed: ChangedRecipient[]): ChangedRecipient[] {
  const keys = new Set(changed.map(({ input }) => input.key));
  const address = ({ input }: ChangedRecipient): string => addressKey(input.email);
  return changed.map((one, index) => {
    const isShared = changed.some((other) => other !== one && address(other) === address(one));
    if (!isShared || one.input.key !== undefined) return one;
    let key = `recipient-${index + 1}`;
    while (keys.has(key)) key += '-';
    return { ...one, input: { ...one.input, key } };
  });
}

function merged(before: SignerRow | undefined, change: RecipientChange): ChangedRecipient {
  const { key, order, accessCode } = change;
  // The contract requires an ID, or an address and a name.
  const email = change.email ?? before?.email ?? '';
  const role = change.role ?? before?.role ?? 'signer';
  const locale = change.locale ?? before?.locale;
  const step = change.requireTwoFactor === undefined ? before?.second_step : change.requireTwoFactor;
  const secondEmail = change.secondEmail ?? (step === 'email-code' ? before?.second_email : undefined);
  const codeHash = accessCode === undefined ? before?.access_code_hash : undefined;
  const notify = change.notify ?? before?.notify;
  const notifyCompletion = change.notifyCompletion ?? before?.notify_completion;
  const input: SendSigner = {
    email,
    name: change.name ?? before?.name ?? '',
    role,
    ...(key !== undefined && { key }),
    ...(order !== undefined && { order }),
    ...(locale && { locale }),
    ...(typeof accessCode === 'string' && { accessCode }),
    ...(codeHash && { accessCodeHash: codeHash }),
    ...(step && { requireTwoFactor: step }),
    ...(secondEmail && { secondEmail }),
    ...(notify !== undefined && { notify }),
    ...(notifyCompletion !== undefined && { notifyCompletion }),
    ...(before && sameRole(before, { email, role }) && { id: before.id }),
  };
  return { input, before };
}

export function isUnchanged(rows: readonly SignerRow[], changed: readonly ChangedRecipient[]): boolean {
  return (
    rows.length === changed.length &&
    changed.every(({ input, before }, index) => {
      if (!before || input.id === undefined || before.id !== rows[index]?.id) return false;
      return (
        input.email === before.email &&
        input.name === before.name &&
        (input.order ?? index + 1) === before.signing_order &&
        (input.locale ?? null) === before.locale &&
        input.accessCode === undefined &&
        (input.accessCodeHash ?? null) === before.access_code_hash &&
        (input.requireTwoFactor ?? null) === before.second_step &&
        (input.secondEmail ?? null) === before.second_email &&
        input.notify === before.notify &&
        input.notifyCompletion === before.notify_completion
      );
    })
  );
}

/** Returns the fields to keep if the change names no fields: the fields of recipients who were kept or replaced. */
export function keptFields(
  fields: readonly FieldRow[],
  changed: readonly ChangedRecipient[],
  { own_fields: ownFields, pages }: Pick<DocumentRow, 'own_fields'> & { pages: readonly PageSize[] },
): FieldInput[] {
  // Recipients use the file's own signature fields, which are not in the list.
  if (ownFields.length > 0) return [];
  const keys = new Map(fields.map(({ id, settings: { key } }) => [id, key]));
  return fields.flatMap((row) => {
    const signer = changed.find(({ before }) => before?.id === row.signer_id)?.input;
    // Positions on the signature page are not kept, because that page is created again.
    if (signer?.role !== 'signer' || row.page > pages.length) return [];
    return [asInput(row, signer.key ?? signer.email, keys)];
  });
}

function asInput(row: FieldRow, signer: string, keys: ReadonlyMap<Id<'field'>, string | undefined>): FieldInput {
  const { kind, page, x, y, width, height, required, label, settings } = row;
  const { default: suggested, condition, ...rest } = settings;
  const values: Readonly<Record<string, unknown>> = {
    kind,
    signer,
    required,
    ...(label !== null && { label }),
    ...(kind !== 'radio' && { page, x, y, width, height }),
    ...rest,
    ...(suggested !== undefined && { default: kind === 'checkbox' ? suggested === 'true' : suggested }),
    ...(condition && { condition: { ...condition, field: keys.get(condition.field) ?? '' } }),
  };
  // The value was valid input for a field of this kind when the document was sent.
  return values as FieldInput;
}
