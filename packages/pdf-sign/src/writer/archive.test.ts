import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { archiveFaults, makeArchivePdf } from '../../test/support/pdfa.ts';
import type { Intent } from '../../test/support/pdfa.ts';
import { isValid, seal, send, sendOptions, sign, verify, violations } from '../../test/support/sign.ts';
import { pixels, qpdfComplaint } from '../../test/support/tools.ts';
import { inspectPdf } from '../reader/inspect.ts';
import { repairPdf } from '../rewrite/rewrite.ts';
import type { Appearance, FontResource, SendOptions } from './types.ts';

const FONT: FontResource = {
  kind: 'embedded',
  baseFont: 'ABCDEF+Test',
  format: 'truetype',
  file: deflateSync(Buffer.from('font')),
  fileLength: 4,
  bbox: [0, 0, 1000, 1000],
  ascent: 800,
  descent: -200,
  capHeight: 700,
  italicAngle: 0,
  widths: [
    [0, 500],
    [1, 600],
    [2, 600],
  ],
  unicode: [[1, 'A']],
};
const MARK: Appearance = {
  width: 180,
  height: 50,
  content: 'q 0.1 0.2 0.3 rg 0.5 G BT /F 9 Tf <0001> Tj ET Q q 10 0 0 10 0 0 cm /I Do Q',
  resources: {
    fonts: [{ name: 'F', font: FONT }],
    xobjects: [
      {
        name: 'I',
        image: { width: 1, height: 1, rgb: deflateSync(Buffer.from([0, 0, 0])), alpha: deflateSync(Buffer.from([51])) },
      },
    ],
  },
};
const place = { page: 1, width: 60, height: 20 };
const OPTIONS: Partial<SendOptions> = {
  covers: [{ ...place, x: 300, y: 400 }],
  signaturePages: [{ ...MARK, width: 595, height: 842 }],
  signers: [
    {
      key: 'Signer_1',
      signaturePlace: { page: 1, x: 60, y: 100, width: 180, height: 50 },
      fields: [
        { ...place, name: 'City_1', kind: 'text', x: 60, y: 200 },
        { ...place, name: 'Agree_1', kind: 'checkbox', x: 60, y: 230 },
        { ...place, name: 'Initials_1', kind: 'initials', x: 60, y: 260 },
      ],
    },
    { key: 'Signer_2' },
  ],
};

function complete(file: Buffer, options: Partial<SendOptions> = OPTIONS): Buffer {
  const first = sign(send(file, sendOptions(options)), {
    field: 'Signer_1',
    appearance: MARK,
    values: [
      { name: 'City_1', value: 'A', appearance: { ...MARK, width: 60, height: 20 } },
      { name: 'Agree_1', value: true },
      { name: 'Initials_1', value: '', appearance: { ...MARK, width: 60, height: 20 } },
    ],
  });
  return seal(sign(first, { field: 'Signer_2', appearance: MARK })).file;
}

const CASES: [part: 1 | 2, level: string, intent: Intent][] = [
  [1, 'B', 3],
  [1, 'B', 4],
  [1, 'B', 0],
  [2, 'B', 3],
  [2, 'U', 1],
  [2, 'B', 0],
];

describe.each(CASES)('file with a PDF/A-%i%s claim and %i components in the output intent', (part, level, intent) => {
  const upload = makeArchivePdf(part, level, intent);
  const done = complete(upload);

  it('conforms to PDF/A before and after it is sent, signed and sealed', () => {
    expect(archiveFaults(upload, part).filter((fault) => !fault.includes('font'))).toEqual([]);
    expect(archiveFaults(done, part)).toEqual([]);
    expect(inspectPdf(done).archive).toMatchObject({ part, level });
  });

  it('keeps valid signatures and makes no change that a verifier rejects', async () => {
    const report = await verify(done);
    expect(violations(report)).toEqual([]);
    expect(isValid(report)).toBe(true);
    expect(qpdfComplaint(done)).toBeNull();
  });
});

describe('file without a PDF/A claim', () => {
  it('uses features that PDF/A forbids and that the PDF/A check detects', () => {
    const plain = complete(makeArchivePdf(9, 'B', 4));
    expect(archiveFaults(plain, 1).toSorted()).toEqual([
      '6.2.3.3/6.2.4.3: DeviceRGB without a meaning',
      '6.2.3.3/6.2.4.3: an image without a meaning',
      '6.3.5: a subset without CIDSet',
      '6.4/6.2.10: transparency',
      '6.5.3/6.3.3: the appearance of a button is not a set of states',
      '6.9/6.3.3: a field without appearance',
    ]);
    expect(inspectPdf(plain).archive).toBeNull();
  });

  it('looks the same as a file with a PDF/A claim', () => {
    const [plain, archive] = [complete(makeArchivePdf(9, 'B')), complete(makeArchivePdf(2, 'B'))];
    expect(pixels(archive).equals(pixels(plain))).toBe(true);
  });
});

describe('PDF/A claim', () => {
  const claimOf = (file: Buffer, options = OPTIONS) => inspectPdf(send(file, sendOptions(options)).file).archive;

  it("reduces the claim to the level without tags, because Countersign's fields and pages have no tags", () => {
    expect(claimOf(makeArchivePdf(1, 'A'))).toMatchObject({ part: 1, level: 'B' });
    expect(claimOf(makeArchivePdf(2, 'A'))).toMatchObject({ part: 2, level: 'U' });
    const attributes = replaced(
      makeArchivePdf(3, 'A'),
      /<pdfaid:part>.*<\/pdfaid:conformance>/,
      '<x pdfaid:part="3" pdfaid:conformance="A"/>',
    );
    expect(claimOf(attributes)).toMatchObject({ part: 3, level: 'U' });
  });

  it('removes the claim if every page gets a notice, because the font of the notice is not embedded', () => {
    const sent = send(makeArchivePdf(2, 'B'), sendOptions({ ...OPTIONS, notice: 'TEST' })).file;
    expect(inspectPdf(sent).archive).toBeNull();
  });

  it('does not search for a claim in unreadable metadata', () => {
    const damaged = replaced(makeArchivePdf(2, 'B'), '/Subtype/XML', '/Subtype/XML/Filter/FlateDecode');
    expect(inspectPdf(damaged).archive).toBeNull();
    expect(isSent(damaged)).toBe(true);
  });
});

/** Replaces a string in a file, and repairs the file, because the objects after the string may have moved. */
function replaced(file: Buffer, from: string | RegExp, to: string): Buffer {
  const changed = Buffer.from(file.toString('latin1').replace(from, to), 'latin1');
  return repairPdf(changed).bytes;
}

const isSent = (file: Buffer): boolean => send(file, sendOptions(OPTIONS)).file.length > file.length;
