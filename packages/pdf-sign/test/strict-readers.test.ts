import { describe, expect, it } from 'vitest';
import { appendDss, prepareDocTimestamp, prepareSeal, readArchive } from '../src/index.ts';
import type { FieldValue } from '../src/index.ts';
import { fieldsOfEveryKind, valuesOfEveryKind } from './support/fields.ts';
import { makePdf } from './support/pdf.ts';
import { FILE_ID, embedStub, isValid, mark, send, sendOptions, sign, verify, violations } from './support/sign.ts';
import type { Signed } from './support/sign.ts';
import { strictFindings } from './support/strict-reader.ts';
import type { Permitted, Step } from './support/strict-reader.ts';
import { uploadWithForm } from './support/uploads-with-forms.ts';

// Checks that validators stricter than ours accept everything we append. Each step writes only the necessary objects.

const DATA = { certificates: [Buffer.from('3003020101', 'hex')], crls: [Buffer.from('3003020102', 'hex')], ocsps: [] };
const SIGNING: Permitted = { field: ['V', 'AP', 'AS', 'F'], widget: ['AS'] };
const STAMPING: Permitted = { catalog: ['DSS', 'Extensions'], field: ['V', 'F'] };
const STEPS = {
  sending: {
    catalog: ['AcroForm', 'Perms', 'Extensions', 'Version', 'NeedsRendering'],
    form: ['Fields', 'SigFlags', 'DR', 'NeedAppearances', 'XFA'],
    page: ['Annots', 'Tabs'],
    pages: ['Kids', 'Count'],
    field: ['AP', 'AS'],
  },
  signing: SIGNING,
  evidence: STAMPING,
  stamping: STAMPING,
  // The field is new, so the form and the first page must refer to it.
  renewal: { ...STAMPING, form: ['Fields', 'SigFlags'], page: ['Annots'] },
} satisfies Record<string, Permitted>;

/** The values that a signer enters: all values, no values, or empty values. */
const ENTERED: Readonly<Record<string, (values: FieldValue[]) => FieldValue[]>> = {
  all: (values) => values,
  nothing: () => [],
  'empty values': (values) => values.map(({ name }) => ({ name, value: '' })),
};

class Journey {
  readonly steps: Step[] = [];
  readonly upload: number;
  now: Signed;

  constructor(upload: Buffer, signers: number) {
    this.upload = upload.length;
    const place = { page: 1, x: 10, y: 10, width: 80, height: 18 };
    this.now = send(
      upload,
      sendOptions({
        notice: 'TEST',
        covers: [{ ...place, y: 700 }],
        senderFields: [
          { ...place, name: 'Terms', kind: 'text', value: 'Net', appearance: mark('Net', 80, 18) },
          { ...place, y: 40, width: 14, height: 14, name: 'Insured', kind: 'checkbox', value: true },
        ],
        signers: Array.from({ length: signers }, (_, index) => ({
          key: `Signer_${index + 1}`,
          // The second signer has no field position, so a page is added.
          ...(index === 1 ? {} : { signaturePlace: { page: 1, x: 40 + 90 * index, y: 400, width: 80, height: 40 } }),
          fields: index < 2 ? fieldsOfEveryKind(index === 0 ? 1 : 2, { x: 30 + 120 * index, y: 20 }) : [],
        })),
      }),
    );
    this.took('sending');
  }

  private took(step: keyof typeof STEPS): void {
    this.steps.push({ what: `${this.steps.length + 1} ${step}`, length: this.now.file.length, permitted: STEPS[step] });
  }

  sign(index: number, values: FieldValue[]): void {
    this.now = sign(this.now, { field: `Signer_${index + 1}`, values });
    this.took('signing');
  }

  finish(): string[] {
    const { tail, state } = appendDss(this.now.state, { ...DATA, fileId: FILE_ID });
    this.now = { file: Buffer.concat([this.now.file, tail]), state };
    this.took('evidence');
    this.now = embedStub(this.now.file, prepareDocTimestamp(this.now.state, { fileId: FILE_ID }));
    this.took('stamping');
    for (let times = 0; times < 2; times += 1) {
      const { state: archived, field } = readArchive(this.now.file);
      this.now = embedStub(this.now.file, prepareSeal(archived, DATA, { fileId: FILE_ID, field }));
      this.took('renewal');
    }
    return strictFindings(this.now.file, this.upload, this.steps);
  }
}

const UPLOADS = (['table', 'stream', 'hybrid'] as const).flatMap((xref): [string, Buffer][] => [
  [`a plain upload (${xref})`, makePdf({ xref, pages: [{}, { rotate: 90 }] })],
  [`an upload with a form of its own (${xref})`, uploadWithForm(xref)],
]);

describe.each(UPLOADS)('%s', (_, upload) => {
  it.each([1, 2, 3].flatMap((signers) => Object.keys(ENTERED).map((entered) => [signers, entered] as const)))(
    'writes the required objects in each revision, and no unchanged objects (signers: %i, values: %s)',
    async (signers, entered) => {
      const journey = new Journey(upload, signers);
      for (let index = 0; index < signers; index += 1) {
        const values = index < 2 ? valuesOfEveryKind(index === 0 ? 1 : 2) : [];
        journey.sign(index, ENTERED[entered]?.(values) ?? []);
      }
      expect(journey.finish()).toEqual([]);
      const report = await verify(journey.now.file);
      expect(violations(report)).toEqual([]);
      expect(isValid(report)).toBe(true);
    },
  );
});

it('does not report empty fields as filled in', async () => {
  const journey = new Journey(makePdf(), 1);
  journey.sign(0, []);
  const report = await verify(journey.now.file);
  expect(report.signatures[0]?.changesAfterSigning.map(({ kind }) => kind)).toEqual(['signature']);
});
