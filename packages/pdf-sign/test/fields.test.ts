import { describe, expect, it } from 'vitest';
import { PdfFile } from '../src/reader/file.ts';
import { readFields } from '../src/reader/form.ts';
import { decodeText, PdfString } from '../src/reader/objects.ts';
import { walkPages } from '../src/reader/pages.ts';
import { formatRef, idOf, serialize } from '../src/writer/serialize.ts';
import { prepareSend, prepareSignature, readState } from '../src/index.ts';
import { everyKind, fieldsOfEveryKind, valuesOfEveryKind } from './support/fields.ts';
import { appendUpdate, makePdf } from './support/pdf.ts';
import { DATE, FILE_ID, isValid, mark, seal, send, sendOptions, sign, verify, violations } from './support/sign.ts';
import type { Signed } from './support/sign.ts';
import { normal } from './support/state.ts';

const KINDS = fieldsOfEveryKind(1).map(({ kind }) => kind);
const sent = () => send(makePdf({ pages: [{ text: '' }] }), everyKind());
const signAll = (signed: Signed, signer: 1 | 2) =>
  sign(signed, { field: `Signer_${signer}`, values: valuesOfEveryKind(signer) });
const fieldOf = (file: PdfFile, name: string) => {
  const found = readFields(file).find((field) => field.name === name);
  if (found === undefined) throw new Error(`There is no field ${name}.`);
  return found;
};

/** Appends an update that edits the dictionary of a field or of one of its widgets. */
function edit(file: Buffer, name: string, change: (source: string) => string, widget?: number): Buffer {
  const field = fieldOf(new PdfFile(file), name);
  const part = widget === undefined ? field : field.widgets[widget];
  if (part?.ref === null || part === undefined) throw new Error(`The field ${name} has no such part.`);
  const source = serialize(part.dict);
  const changed = change(source);
  if (changed === source) throw new Error(`The change had no effect on ${name}.`);
  return appendUpdate(file, { [part.ref.number]: changed });
}

describe('every kind of field', () => {
  it('keeps the state of every kind of field when the document is sent and signed twice', () => {
    const first = signAll(sent(), 1);
    const second = signAll(first, 2);
    for (const { file, state } of [sent(), first, second]) expect(normal(readState(file))).toEqual(normal(state));
  });

  it('accepts a file in which each signer has filled in their own fields', async () => {
    const report = await verify(seal(signAll(signAll(sent(), 1), 2)).file);
    expect(violations(report)).toEqual([]);
    expect(isValid(report)).toBe(true);
    const told = report.signatures
      .flatMap(({ changesAfterSigning }) => changesAfterSigning)
      .map(({ detail }) => detail);
    for (const kind of KINDS) expect(told).toContain(`form field ${kind}_2 filled in`);
  });

  it.each(KINDS.flatMap((kind) => [1, 2].map((signer) => ({ kind, name: `${kind}_${signer}` }))))(
    'prevents changes to a field after its signer has signed: $name',
    async ({ kind, name }) => {
      const { file } = seal(signAll(signAll(sent(), 1), 2));
      const changed = edit(file, name, (source) => {
        if (kind === 'checkbox') return source.replace('/V /Yes', '/V /Off');
        if (kind === 'radio') return source.replace('/V /1', '/V /0');
        if (kind === 'signature' || kind === 'initials') return source.replace(/\/AP <<[^>]*>>/, '');
        return source.replace(/\/V (\([^)]*\)|<[^>]*>)/, kind === 'dropdown' ? '/V (Oslo)' : '/V (forged)');
      });
      const report = await verify(changed);
      expect(isValid(report)).toBe(false);
      expect(violations(report).join('\n')).toContain(`form field ${name}`);
    },
  );
});

describe('field dictionaries', () => {
  const opened = new PdfFile(signAll(sent(), 1).file);

  it('labels every field for assistive technology and marks required fields', () => {
    const { dict, flags } = fieldOf(opened, 'checkbox_1');
    const label = opened.resolve(dict.get('TU'));
    expect(label instanceof PdfString && decodeText(label)).toBe('I agree');
    expect(flags & 0b10).toBe(0b10);
    expect(fieldOf(opened, 'radio_1').flags & 0b10).toBe(0);
  });

  it('gives a check box the states Yes and Off, and an /AS that matches /V', () => {
    const ticked = fieldOf(opened, 'checkbox_1');
    const empty = fieldOf(opened, 'checkbox_2');
    const looks = opened.dict(opened.dict(ticked.widgets[0]?.dict.get('AP') ?? null)?.get('N') ?? null);
    expect([...(looks?.entries.keys() ?? [])].toSorted()).toEqual(['Off', 'Yes']);
    expect([ticked, empty].map(({ value }) => opened.name(value))).toEqual(['Yes', 'Off']);
    expect([ticked, empty].map(({ widgets }) => opened.name(widgets[0]?.dict.get('AS') ?? null))).toEqual([
      'Yes',
      'Off',
    ]);
  });

  it('uses one object for the field and the widget of a check box, so that checking the box rewrites only objects of named fields', () => {
    const { dict, ref, widgets } = fieldOf(opened, 'checkbox_1');
    expect(dict.has('Kids')).toBe(false);
    expect(widgets.map((widget) => widget.ref?.number)).toEqual([ref?.number]);
    // Changes to a form that only rename dictionaries or add objects. Strict validators (pyHanko) accept them.
    const before = sent();
    const values = valuesOfEveryKind(1).filter(({ name }) => !name.startsWith('radio'));
    const after = sign(before, { field: 'Signer_1', values }).file;
    const rewritten = [
      ...after
        .subarray(before.file.length)
        .toString('latin1')
        .matchAll(/(?:^|\n)(\d+) 0 obj\n/g),
    ]
      .map(([, number]) => Number(number))
      .filter((number) => number < before.state.nextObject);
    expect(rewritten).toContain(ref?.number);
    const named = readFields(new PdfFile(before.file)).map((field) => field.ref?.number);
    expect(rewritten.filter((number) => !named.includes(number))).toEqual([]);
  });

  it('gives a radio group one widget for each button, with one button selected', () => {
    const { dict, flags, widgets } = fieldOf(opened, 'radio_1');
    expect(flags & (1 << 15)).not.toBe(0);
    expect(opened.array(dict.get('Opt')).map((item) => item instanceof PdfString && decodeText(item))).toEqual([
      'Pick-up',
      'Post',
    ]);
    expect(opened.name(dict.get('V'))).toBe('1');
    expect(widgets.map((widget) => opened.name(widget.dict.get('AS')))).toEqual(['Off', '1']);
    const annotations = opened.array([...walkPages(opened)][0]?.dict.get('Annots') ?? null).map(serialize);
    for (const { ref } of widgets) expect(annotations).toContain(ref === null ? '' : formatRef(idOf(ref)));
  });

  it('lists the options of a drop-down field in any script', () => {
    const { dict, flags, value } = fieldOf(opened, 'dropdown_1');
    expect(flags & (1 << 17)).not.toBe(0);
    expect(opened.array(dict.get('Opt')).map((item) => item instanceof PdfString && decodeText(item))).toEqual([
      'Oslo',
      'Zürich',
      '北京',
    ]);
    expect(value instanceof PdfString && decodeText(value)).toBe('Zürich');
  });

  it('puts fields in tab order row by row', () => {
    expect(opened.name([...walkPages(opened)][0]?.dict.get('Tabs') ?? null)).toBe('R');
  });
});

it("fills in the sender's fields when the document is sent, and locks them", async () => {
  const place = { page: 1, x: 40, y: 40, width: 100, height: 18 };
  const terms = {
    ...place,
    name: 'Terms',
    kind: 'text',
    value: 'Net 30',
    appearance: mark('Net 30', 100, 18),
  } as const;
  const insured = { ...place, y: 80, width: 14, height: 14, name: 'Insured', kind: 'checkbox', value: true } as const;
  const { file } = send(makePdf(), sendOptions({ senderFields: [terms, insured] }));
  const opened = new PdfFile(file);
  expect(opened.name(fieldOf(opened, 'Insured').value)).toBe('Yes');
  expect(isValid(await verify(file))).toBe(true);
  const report = await verify(edit(file, 'Insured', (source) => source.replace('/V /Yes', '/V /Off')));
  expect(isValid(report)).toBe(false);
});

describe('changes by another program before the signer signs', () => {
  const first = signAll(sent(), 1);
  const both = (one: Buffer, state: string) =>
    edit(
      edit(one, 'radio_2', (source) => source.replace('/V /Off', `/V /${state}`)),
      'radio_2',
      (source) => source.replace('/AS /Off', `/AS /${state}`),
      Number(state),
    );

  it.each<[string, (file: Buffer) => Buffer]>([
    ['choose a radio button', (file) => both(file, '1')],
    [
      'choose from a drop-down field',
      (file) => edit(file, 'dropdown_2', (source) => source.replace('/FT', '/V (Oslo)/FT')),
    ],
  ])('permits another program to %s', async (_, fill) => {
    const updates = fill(first.file);
    // The two updates of a radio group are combined, because after only the first of them, the group does not show its
    // value.
    const joined = joinUpdates(first.file, updates);
    const report = await verify(joined);
    expect(violations(report)).toEqual([]);
    expect(isValid(report)).toBe(true);
  });

  it.each<[string, (file: Buffer) => Buffer, string]>([
    [
      'show a choice other than the value',
      (file) => edit(file, 'radio_2', (source) => source.replace('/AS /Off', '/AS /1'), 1),
      'form field radio_2 shows another choice than its value',
    ],
    [
      'set a value other than the displayed one',
      (file) => edit(file, 'checkbox_2', (source) => source.replace('/V /Off', '/V /Yes')),
      'form field checkbox_2 shows another choice than its value',
    ],
    [
      'relabel an option',
      (file) => edit(file, 'radio_2', (source) => source.replace('(Post)', '(Free)')),
      'form field radio_2 changed (Opt)',
    ],
    [
      'relabel an option of a drop-down field',
      (file) => edit(file, 'dropdown_2', (source) => source.replace('(Oslo)', '(Rome)')),
      'form field dropdown_2 changed (Opt)',
    ],
    [
      'choose a value that is not an option',
      (file) => edit(file, 'dropdown_2', (source) => source.replace('/FT', '/V (Rome)/FT')),
      'form field dropdown_2 has a value that is none of its options',
    ],
    [
      'swap the appearances of a check box',
      (file) =>
        edit(file, 'checkbox_2', (source) => source.replace(/\/Yes (\d+ 0 R)\s*\/Off (\d+ 0 R)/, '/Yes $2/Off $1'), 0),
      'form field checkbox_2 changed (AP)',
    ],
    [
      'move a button',
      (file) => edit(file, 'radio_2', (source) => source.replace(/Rect \[[^\]]*\]/, 'Rect [0 0 500 500]'), 1),
      'form field radio_2 changed (Rect)',
    ],
    [
      'turn a radio group into a push button',
      (file) => edit(file, 'radio_2', (source) => source.replace(/\/Ff \d+/, '/Ff 65537')),
      'form field radio_2 changed (Ff)',
    ],
    [
      'remove a button',
      (file) => edit(file, 'radio_2', (source) => source.replace(/\/Kids \[(\d+ 0 R) \d+ 0 R\]/, '/Kids [$1]')),
      'form field radio_2 changed (Kids)',
    ],
  ])('does not permit another program to %s', async (_, attack, text) => {
    const report = await verify(attack(first.file));
    expect(isValid(report)).toBe(false);
    expect(violations(report).join('\n')).toContain(text);
  });
});

function joinUpdates(before: Buffer, after: Buffer): Buffer {
  const objects: Record<number, string> = {};
  for (const [, number, source] of after
    .subarray(before.length)
    .toString('latin1')
    .matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects[Number(number)] = source ?? '';
  return appendUpdate(before, objects);
}

describe('invalid values and fields', () => {
  const options = { field: 'Signer_1', date: DATE, fileId: FILE_ID };
  it.each([
    ['a radio value that matches no button', { name: 'radio_1', value: 'Drone' }],
    ['a Boolean for several buttons', { name: 'radio_1', value: true }],
    ['text for a check box', { name: 'checkbox_1', value: 'maybe' }],
    ['a value that is not an option', { name: 'dropdown_1', value: 'Rome', appearance: mark('Rome') }],
  ])('refuses to fill in %s', (_, value) => {
    expect(() => prepareSignature(sent().state, { ...options, values: [value] })).toThrow(
      expect.objectContaining({ code: 'invalid_field' }),
    );
  });

  const place = { page: 1, x: 10, y: 10, width: 20, height: 20 };
  it.each([
    ['a drop-down field without options', { ...place, name: 'f', kind: 'dropdown' as const }],
    ['a duplicate option', { ...place, name: 'f', kind: 'dropdown' as const, options: ['a', 'a'] }],
    ['a radio group without buttons', { ...place, name: 'f', kind: 'radio' as const }],
    [
      'two buttons with the same value',
      {
        ...place,
        name: 'f',
        kind: 'radio' as const,
        buttons: [
          { ...place, value: 'a' },
          { ...place, value: 'a' },
        ],
      },
    ],
  ])('refuses to create %s', (_, field) => {
    expect(() => prepareSend(makePdf(), sendOptions({ signers: [{ key: 'S', fields: [field] }] }))).toThrow(
      expect.objectContaining({ code: 'invalid_field' }),
    );
  });
});
