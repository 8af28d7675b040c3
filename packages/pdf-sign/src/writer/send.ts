import { PdfError } from '../errors.ts';
import { readArchiveClaim, withArchiveLevel } from '../reader/archive-claim.ts';
import { PdfFile } from '../reader/file.ts';
import { certificationLevel, isSigned, readFields } from '../reader/form.ts';
import { PdfRef } from '../reader/objects.ts';
import { displayedSize, walkPages } from '../reader/pages.ts';
import { unclaimedNumber } from '../reader/references.ts';
import { stateOf, TIMESTAMP_NAME } from '../read-state.ts';
import type { Entries, FieldState, ObjectId, RevisionState } from '../state.ts';
import { AppearanceWriter } from './appearance.ts';
import { coverPlace } from './cover.ts';
import { invisibleField } from './seal.ts';
import { writeLockedAppearances } from './locked-appearances.ts';
import { stampPages } from './notice.ts';
import { writeForm, writePages } from './send-form.ts';
import type { Sending } from './send-form.ts';
import { formatRef, idOf, withEntries } from './serialize.ts';
import { CMS_RESERVE, docMdpReference, fieldMdpReference, filledEntries, signatureEntries } from './sign.ts';
import { layOut } from './signature-page.ts';
import type { SignaturePageOptions } from './signature-page.ts';
import type { FieldSpec, Place, PreparedSend, SendOptions } from './types.ts';
import { Update } from './update.ts';
import { buttonsOf, switched, toggleField, writeToggle } from './toggles.ts';
import { blankLook, checkName, checkPlace, formField, includeLock, isToggle, signatureField } from './widgets.ts';
import type { WidgetPage } from './widgets.ts';

/**
 * Prepares the single update for sending: all fields, the signature pages and the certification signature (DocMDP P=2
 * with a FieldMDP over every field that belongs to no signer). Everything that strict validators would refuse later,
 * such as a new page or a new visible field, is added in this update.
 *
 * With `certify: false`, for a file that has signatures, only signature fields are added.
 *
 * Throws the same errors as `readState`, and `already_signed`, `certified_no_changes`, `certified_no_new_fields`,
 * `signed_no_form_fields`, `page_out_of_range`, `invalid_field`, `duplicate_field`, `unknown_field`.
 */
export function prepareSend(bytes: Uint8Array, options: SendOptions): PreparedSend {
  const file = new PdfFile(bytes);
  const state = { ...stateOf(file), nextObject: unclaimedNumber(file) };
  const pages = [...walkPages(file)];
  if (pages.length === 0) throw new PdfError('damaged', 'the file has no pages');
  checkPermitted(file, options);
  const update = new Update(state);
  const sending: Sending = {
    file,
    update,
    appearances: new AppearanceWriter(update),
    options,
    pages,
    added: { pages: [], slots: [] },
    annotations: new Map(),
    fields: [],
    names: new Set(readFields(file).map((field) => field.name)),
    open: [],
    places: [],
  };
  const pageOptions = signaturePageOptions(sending);
  if (options.certify !== false) {
    sending.added = layOut(update, pageOptions);
    // The notice appears on every page, because pages can be shown individually.
    const stamps = options.notice === undefined ? [] : stampPages(update, sending.appearances, pages, options.notice);
    for (const [index, id] of stamps.entries()) annotate(sending, id, index + 1);
    for (const cover of options.covers ?? []) {
      const page = documentPage(sending, cover, 'a cover');
      annotate(sending, coverPlace(update, sending.appearances, page, cover), cover.page);
    }
  }
  addSigners(sending, state);
  for (const field of options.senderFields ?? []) addSenderField(sending, field);
  const pageCount = pages.length + sending.added.pages.length;
  if (options.certify !== false)
    return { ...certify(sending, state, options.certify, pageOptions), places: sending.places, pageCount };
  writePages(sending, pageOptions);
  const changes = writeForm(sending, state, {});
  return { certified: false, revision: update.finish(options.fileId, changes), places: sending.places, pageCount };
}

/**
 * Checks that the changes are permitted. A signed file permits few changes, and a certified file hardly any (ISO
 * 32000-2 12.8.2.2).
 */
function checkPermitted(file: PdfFile, { certify, signers, senderFields }: SendOptions): void {
  const level = certificationLevel(file);
  const signed = readFields(file).some((field) => isSigned(file, field));
  if (level === 1) throw new PdfError('certified_no_changes', 'the file is certified and does not permit changes');
  if (certify !== false) {
    if (signed || level !== null)
      throw new PdfError('already_signed', 'a file that contains signatures cannot be certified');
    return;
  }
  const formFields =
    (senderFields?.length ?? 0) + signers.reduce((count, signer) => count + (signer.fields?.length ?? 0), 0);
  const newFields = formFields > 0 || signers.some((signer) => signer.existingField === undefined);
  if (level !== null && newFields)
    throw new PdfError('certified_no_new_fields', 'the file is certified and does not permit new fields');
  if (formFields > 0)
    throw new PdfError('signed_no_form_fields', 'only signature fields can be added to a signed file');
}

function signaturePageOptions({ file, pages, options }: Sending): SignaturePageOptions {
  const root = file.catalog.get('Pages');
  const [first] = pages;
  if (!(root instanceof PdfRef) || first === undefined) throw new PdfError('damaged', 'the page tree is damaged');
  const slots = options.signers.filter(
    (signer) => signer.signaturePlace === undefined && signer.existingField === undefined,
  ).length;
  return {
    looks: options.signaturePages ?? [],
    pageCount: pages.length,
    size: displayedSize(first),
    parent: idOf(root),
    slots,
  };
}

function takeName(sending: Sending, name: string): void {
  checkName(name);
  if (sending.names.has(name)) throw new PdfError('duplicate_field', `there are two fields with the name ${name}`);
  sending.names.add(name);
}

function freeName(sending: Sending, wanted: string): string {
  let name = wanted;
  for (let number = 2; sending.names.has(name); number++) name = `${wanted}_${number}`;
  sending.names.add(name);
  return name;
}

function pageAt(sending: Sending, number: number): WidgetPage {
  const page = sending.pages[number - 1];
  if (page !== undefined) return { id: idOf(page.ref), box: page.box, rotation: page.rotation, unit: page.unit };
  const added = sending.added.pages[number - 1 - sending.pages.length];
  if (added === undefined) throw new PdfError('page_out_of_range', `there is no page ${number}`);
  return added;
}

/** Returns the page for a requested position. The page must exist in the document. */
function documentPage(sending: Sending, place: Place, what: string): WidgetPage {
  checkPlace(place, what);
  if (sending.pages[place.page - 1] === undefined)
    throw new PdfError(
      'page_out_of_range',
      `${what} is on page ${place.page}, but the file has ${sending.pages.length} page(s)`,
    );
  return pageAt(sending, place.page);
}

function annotate({ annotations }: Sending, id: ObjectId, page: number): void {
  const ids = annotations.get(page);
  if (ids === undefined) annotations.set(page, [id]);
  else ids.push(id);
}

function register(sending: Sending, id: ObjectId, page: number): void {
  sending.fields.push(id);
  annotate(sending, id, page);
}

function addSigners(sending: Sending, state: RevisionState): void {
  const slots = [...sending.added.slots];
  for (const signer of sending.options.signers) {
    if (signer.existingField !== undefined) {
      useExisting(sending, state, signer.existingField);
      continue;
    }
    const lock = (signer.fields ?? []).map((field) => addFormField(sending, field).name);
    takeName(sending, signer.key);
    const id = sending.update.allocate();
    const place = signer.signaturePlace ?? slots.shift();
    if (signer.signaturePlace !== undefined) documentPage(sending, signer.signaturePlace, signer.key);
    const field =
      place === undefined
        ? hiddenSignature(sending, id, signer.key)
        : signatureField(sending.appearances, id, pageAt(sending, place.page), {
            place,
            name: signer.key,
            label: signer.label,
            lock,
          });
    sending.update.write(id, field.entries);
    register(sending, id, place?.page ?? 1);
    sending.open.push(field);
    sending.places.push({ field: signer.key, place: place ?? null });
  }
}

/** Adds an invisible signature field. It is used if no position is given and no page can be added. */
function hiddenSignature(sending: Sending, id: ObjectId, name: string): FieldState {
  const page = pageAt(sending, 1);
  return {
    name,
    kind: 'signature',
    id,
    entries: invisibleField(sending.update, name, page.id),
    rotation: page.rotation,
    lock: [],
    lockEntries: null,
  };
}

function useExisting(sending: Sending, state: RevisionState, name: string): void {
  const field = state.fields.find((candidate) => candidate.name === name && candidate.kind === 'signature');
  if (field === undefined) throw new PdfError('unknown_field', `there is no unsigned signature field ${name}`);
  sending.open.push(...state.fields.filter((other) => field.lock.includes(other.name)), field);
  sending.places.push({ field: name, place: null });
}

function addFormField(sending: Sending, spec: FieldSpec): FieldState {
  const field = placeField(sending, spec);
  if (field.kind === 'toggle') {
    writeToggle(sending.update, field);
  } else {
    field.entries = withEntries(field.entries, blankLook(sending.appearances, field));
    sending.update.write(field.id, field.entries);
  }
  sending.open.push(field);
  return field;
}

function addSenderField(sending: Sending, spec: NonNullable<SendOptions['senderFields']>[number]): void {
  const field = placeField(sending, spec);
  if (field.kind === 'toggle') writeToggle(sending.update, switched(field, spec));
  else sending.update.write(field.id, filledEntries(sending.appearances, field, spec));
}

/** Assigns the field's name and the pages of its widgets without writing the field. */
function placeField(sending: Sending, spec: FieldSpec): FieldState {
  takeName(sending, spec.name);
  const pageOf = (place: Place) => documentPage(sending, place, `field ${spec.name}`);
  if (!isToggle(spec.kind)) {
    const field = formField(sending.update.allocate(), pageOf(spec), spec);
    register(sending, field.id, spec.page);
    return field;
  }
  const field = toggleField(sending.update, sending.appearances, spec, pageOf);
  sending.fields.push(field.id);
  for (const [index, { page }] of buttonsOf(spec).entries()) {
    const button = field.buttons[index];
    if (button !== undefined) annotate(sending, button.id, page);
  }
  return field;
}

/**
 * Adjusts the PDF/A claim so that it is true for the sent file. Our fields and pages are not tagged, so a level that
 * requires tags is reduced to the next lower one. The notice uses a font that is not embedded, so a file with a notice
 * loses the claim.
 */
function adjustClaim({ file, update, options }: Sending): void {
  const claim = readArchiveClaim(file);
  if (claim === null || (options.notice === undefined && claim.level !== 'A')) return;
  const level = options.notice === undefined ? (claim.part === 1 ? 'B' : 'U') : null;
  const changed = withArchiveLevel(file, level);
  if (changed === null) return;
  const entries: Entries = [
    ['Type', '/Metadata'],
    ['Subtype', '/XML'],
  ];
  update.writeStream(idOf(changed.ref), entries, changed.xml);
}

function certify(
  sending: Sending,
  state: RevisionState,
  facts: Exclude<SendOptions['certify'], false>,
  pageOptions: SignaturePageOptions,
): Pick<PreparedSend & { certified: true }, 'certified' | 'revision'> {
  const { update, options } = sending;
  const firstPage = pageAt(sending, 1);
  const sealName = freeName(sending, 'Seal');
  const timestampName = freeName(sending, TIMESTAMP_NAME);
  const signature = update.allocate();
  const seal = update.add([...invisibleField(update, sealName, firstPage.id), ['V', formatRef(signature)]]);
  register(sending, seal, 1);
  const timestamp: FieldState = {
    name: timestampName,
    kind: 'signature',
    id: update.allocate(),
    entries: invisibleField(update, timestampName, firstPage.id),
    rotation: firstPage.rotation,
    lock: [],
    lockEntries: null,
  };
  update.write(timestamp.id, timestamp.entries);
  register(sending, timestamp.id, 1);
  sending.open.push(timestamp);
  writePages(sending, pageOptions);
  adjustClaim(sending);
  const changes = writeForm(sending, state, { Perms: `<</DocMDP ${formatRef(signature)}>>` });
  const open = new Set(sending.open.map((field) => field.name));
  const lockedNames = [...sending.names].filter((name) => !open.has(name) && name !== sealName);
  writeLockedAppearances(sending, new Set(lockedNames));
  const locked = includeLock(lockedNames);
  const references = [
    docMdpReference(facts.permits ?? 2),
    ...(locked === null ? [] : [fieldMdpReference(state.root, locked)]),
  ];
  update.writeSignature(
    signature,
    signatureEntries({ ...facts, date: options.date }, references),
    options.reserve?.cms ?? CMS_RESERVE,
  );
  return {
    certified: true,
    revision: update.finishUnsigned(options.fileId, { ...changes, timestampField: timestampName, host: null }),
  };
}
