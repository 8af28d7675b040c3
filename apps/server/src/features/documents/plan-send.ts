/**
 * Plans who signs where: checks that recipients and fields fit each other and the document, and assigns the names of
 * the PDF fields.
 */
import {
  addressKey,
  FIELD_LIMITS,
  type FieldInput,
  type FieldKind,
  type FieldValidation,
  type Id,
  type Placed,
  type RadioOption,
  type SignerInput,
} from '@countersign/contract';
import { newId } from '../../platform/crypto/ids.ts';
import { invalid } from '../../platform/errors.ts';
import {
  mustSign,
  type FieldSettings,
  judgeValue,
  type DocumentRow,
  type PageSize,
  type VariableField,
  variableFields,
} from '../document-core/index.ts';
import { type FoundText, type PlacedField, placeFields } from './place-fields.ts';
import { planConditions } from './plan-conditions.ts';

export type SigningOrder = 'parallel' | 'sequential';
export type PlannedSigner = {
  id: Id<'signer'>;
  input: SignerInput & { accessCodeHash?: string | undefined; id?: Id<'signer'> | undefined };
  order: number;
  pdfField: string | null;
};
export type Place = { page: number; x: number; y: number; width: number; height: number };
export type PlannedField = {
  id: Id<'field'>;
  signer: PlannedSigner;
  path: string;
  input: Placed<FieldInput>;
  /** The position of the field. For a radio group, the position of its first button. */
  place: Place;
  settings: FieldSettings;
  pdfName: string;
  /**
   * True for the signer's only PDF signature field. The signer's other positions show the same signature appearance
   * (ADR 15).
   */
  isSignature: boolean;
  /** The type size in points, if the surrounding text determines it. */
  fontSize?: number | undefined;
};
export type Plan = { signers: PlannedSigner[]; fields: PlannedField[] };

/** The maximum number of widgets. A radio group has many widgets, and PDF readers slow down with thousands of them. */
const MAX_WIDGETS = 1000;

/**
 * Plans a send operation. `found` contains the anchors in the document's text. Without `found`, fields with anchors are
 * left out. Throws a ValidationError that names the invalid property.
 */
export function planSend(
  document: Pick<DocumentRow, 'pages'> & Partial<Pick<DocumentRow, 'own_fields' | 'variables'>>,
  input: { signers: PlannedSigner['input'][]; fields: readonly FieldInput[] },
  now: Date,
  found?: FoundText,
): Plan {
  const { own_fields: ownFields = [], variables = [] } = document;
  const signers = planSigners(input.signers, now, ownFields);
  const signing = new Set<PlannedSigner>();
  let widgets = 0;
  let attachments = 0;
  const placed: (PlacedField & Partial<VariableField>)[] = [
    ...placeFields(input, found),
    ...variableFields(variables, input.signers, document.pages),
  ];
  const fields = placed.map(({ path, input: field, signerAt, variable, fontSize }, index): PlannedField => {
    const signer = signerAt === undefined ? signerNamed(signers, field.signer, path) : signers[signerAt];
    if (signer?.input.role !== 'signer')
      throw invalid(`${path}.signer`, 'must be the e-mail address or the key of one of the signers');
    const place = placeOf(field, path);
    refuseOutside(document.pages, field, path);
    widgets += field.kind === 'radio' ? field.options.length : 1;
    if (widgets > MAX_WIDGETS) throw invalid(path, `exceeds the limit of ${MAX_WIDGETS} fields and buttons in total`);
    if (field.kind === 'attachment') attachments += 1;
    if (attachments > FIELD_LIMITS.attachments)
      throw invalid(path, `exceeds the limit of ${FIELD_LIMITS.attachments} attachment fields in total`);
    const isSignature = field.kind === 'signature' && !signing.has(signer);
    if (isSignature) signing.add(signer);
    const id = newId('field', now);
    const pdfName = isSignature ? (signer.pdfField ?? '') : `${field.kind}_${index + 1}_${id.slice(-8)}`;
    const settings = { ...settingsOf(field, path), ...(variable !== undefined && { variable }) };
    return { id, signer, path, input: field, place, settings, pdfName, isSignature, fontSize };
  });
  if (ownFields.length > 0 && fields.length > 0)
    throw invalid(
      'fields',
      'must be empty, because this file does not permit new fields. Recipients sign in its existing signature fields',
      'no_new_fields',
    );
  return { signers, fields: planConditions(fields) };
}

function planSigners(
  inputs: readonly PlannedSigner['input'][],
  now: Date,
  ownFields: readonly string[],
): PlannedSigner[] {
  judgeSigners(inputs);
  const signing = inputs.filter(({ role }) => mustSign(role));
  if (ownFields.length > 0 && signing.length > ownFields.length)
    throw invalid(
      'signers',
      `must contain at most ${ownFields.length} signers, because this file does not permit new fields and has ${ownFields.length} signature field(s) of its own`,
      'no_new_fields',
    );
  return inputs.map((input, index) => {
    const id = input.id ?? newId('signer', now);
    const own = ownFields[signing.indexOf(input)];
    const pdfField = mustSign(input.role) ? (own ?? `Signer_${index + 1}_${id.slice(-8)}`) : null;
    return { id, input, order: input.order ?? index + 1, pdfField };
  });
}

/** Finds a signer by key or by e-mail address. Throws a ValidationError for an address that several signers share. */
function signerNamed(signers: readonly PlannedSigner[], name: string, path: string): PlannedSigner | undefined {
  if (!name.includes('@')) return signers.find(({ input: { key } }) => key === name);
  const [first, second] = signers.filter(
    ({ input: { email, role } }) => role === 'signer' && addressKey(email) === addressKey(name),
  );
  if (second)
    throw invalid(
      `${path}.signer`,
      'is the address of several signers. Give each of them a key, and refer to the signer by key',
      'ambiguous',
    );
  return first;
}

/**
 * Throws a ValidationError for an invalid list of recipients: if an address has the same role twice, a key is repeated,
 * or there is no signer.
 */
export function judgeSigners(inputs: readonly SignerInput[]): void {
  const known = new Set<string>();
  const keys = new Set<string>();
  for (const [index, input] of inputs.entries()) {
    const same = JSON.stringify([addressKey(input.email), input.role, input.key ?? input.name]);
    if (known.has(same))
      throw invalid(
        `signers[${index}].email`,
        'is already in this list with this role and name. If an address has several roles, give each one a different role, name or key.',
      );
    known.add(same);
    if (input.key !== undefined && keys.has(input.key))
      throw invalid(`signers[${index}].key`, 'is already in this list');
    if (input.key !== undefined) keys.add(input.key);
    refuseStep(input, `signers[${index}]`);
  }
  if (!inputs.some(({ role }) => mustSign(role)))
    throw invalid('signers', 'must contain at least one signer or approver');
}

/**
 * Throws a ValidationError for a signing order that would have no effect because everyone is invited at the same time.
 */
export function refuseTurns(inputs: readonly Pick<SignerInput, 'order'>[], signingOrder: SigningOrder): void {
  const index = inputs.findIndex(({ order }) => order !== undefined);
  if (signingOrder === 'sequential' || index === -1) return;
  throw invalid(
    `signers[${index}].order`,
    'has no effect unless `signingOrder` is `sequential`. Set `signingOrder` to `sequential`, or omit `order`.',
  );
}

/**
 * Refuses a code that is sent to the address that received the link, because it would prove no more than the link does.
 */
function refuseStep({ email, requireTwoFactor, secondEmail }: SignerInput, path: string): void {
  if (requireTwoFactor !== 'email-code') {
    if (secondEmail !== undefined)
      throw invalid(`${path}.secondEmail`, 'can be used only if `requireTwoFactor` is `email-code`');
    return;
  }
  if (secondEmail === undefined)
    throw invalid(
      `${path}.secondEmail`,
      'is required if `requireTwoFactor` is `email-code`. Send the address for the codes',
    );
  if (addressKey(secondEmail) === addressKey(email))
    throw invalid(`${path}.secondEmail`, 'must differ from the address to which the link is sent');
}

function placeOf(field: Placed<FieldInput>, path: string): Place {
  const place: Place | undefined = field.kind === 'radio' ? field.options[0] : field;
  if (!place) throw invalid(`${path}.options`, 'must contain at least one option');
  const { page, x, y, width, height } = place;
  return { page, x, y, width, height };
}

function refuseOutside(pages: readonly PageSize[], field: Placed<FieldInput>, path: string): void {
  const places: readonly (readonly [Place, string])[] =
    field.kind === 'radio'
      ? field.options.map((option: RadioOption, index) => [option, `${path}.options[${index}]`] as const)
      : [[field, path]];
  for (const [place, at] of places) {
    const page = pages[place.page - 1];
    if (!page) throw invalid(`${at}.page`, `must be at most ${pages.length}, the number of pages`);
    if (place.x < 0) throw invalid(`${at}.x`, 'starts to the left of the page');
    if (place.y < 0) throw invalid(`${at}.y`, 'starts above the page');
    // A tolerance of half a point allows for positions that were computed from pixels.
    if (place.x + place.width > page.width + 0.5)
      throw invalid(`${at}.x`, `extends past the edge of the page, which is ${page.width} points wide`);
    if (place.y + place.height > page.height + 0.5)
      throw invalid(`${at}.y`, `extends past the edge of the page, which is ${page.height} points high`);
  }
}

/** Returns the settings of a field. Throws a ValidationError for an invalid default. */
function settingsOf(field: Placed<FieldInput>, path: string): FieldSettings {
  // Each kind's schema has already restricted the properties, so all kinds are read in the same way here.
  const { kind, options, validation, readOnly, default: suggested }: Loose = field;
  const settings: FieldSettings = {
    ...(options && { options }),
    ...(validation && { validation: withoutUndefined(validation) }),
    ...(readOnly && { readOnly }),
    ...(field.key !== undefined && { key: field.key }),
  };
  if (suggested === undefined) return settings;
  const judged = judgeValue(kind, settings, typeof suggested === 'number' ? String(suggested) : suggested);
  if (judged.fault) throw invalid(`${path}.default`, judged.fault.message, judged.fault.code);
  return { ...settings, default: judged.value };
}

type Loose = {
  kind: FieldKind;
  options?: (string | RadioOption)[];
  validation?: { [Member in keyof FieldValidation]?: FieldValidation[Member] | undefined } | undefined;
  readOnly?: boolean;
  default?: string | number | boolean | undefined;
};

function withoutUndefined(validation: NonNullable<Loose['validation']>): FieldValidation {
  return Object.fromEntries(Object.entries(validation).filter(([, member]) => member !== undefined));
}
