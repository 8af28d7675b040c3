/** Tests that changes to the finished file are detected and described. */
import { afterAll, describe, expect, test } from 'vitest';
import { createPdfPool, type VerifyReport } from '../../src/platform/pdf/index.ts';
import { lendPdfThreads } from '../support/pdf-threads.ts';
import { startTestApp } from '../support/app.ts';
import { flipBit } from '../support/tampering.ts';
import { appendUpdate, newestObject } from './append-update.ts';
import { embeddedSignatures } from './embedded-signatures.ts';
import { completeEnvelope } from './envelope.ts';
import { verifyCades, verifyTimestamp } from './openssl.ts';
import { judgeByPdfsig } from './pdfsig.ts';
import { UPLOADS } from './uploads.ts';

const app = await startTestApp();
app.tolerate(/a stored file is damaged/);
const [upload] = UPLOADS;
if (upload === undefined) throw new Error('The document does not exist.');
const {
  id,
  finished,
  upload: original,
} = await completeEnvelope(app, upload, {
  place: { page: 1, x: 72, y: 500, width: 200, height: 20 },
  value: 'Contoso Research',
});
const root = (await app.anyone.get('/pki/live/root.cer')).bytes;
const pool = createPdfPool(lendPdfThreads());
afterAll(() => pool.close());

const verify = (pdf: Buffer): Promise<VerifyReport> =>
  pool.verify({ parts: [{ bytes: pdf }] }, { anchors: [root], now: app.clock.now().toISOString() });

function flipped(pdf: Buffer, at: number): Buffer {
  const copy = Buffer.from(pdf);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

async function expectRefused(pdf: Buffer, reason: RegExp = /\S/): Promise<void> {
  const report = await verify(pdf);
  expect(report.isValid).toBe(false);
  expect(report.reasons.join('\n')).toMatch(reason);
  expect(report.verdict).not.toMatch(/has not been changed/);
}

test('reports an unchanged document as valid', async () => {
  const report = await verify(finished);
  expect(report).toMatchObject({
    isValid: true,
    reasons: [],
    verdict: 'All 2 signatures are valid. The document has not been changed since.',
  });
});

describe('detection of a flipped bit', () => {
  const containers = embeddedSignatures(finished).map(({ byteRange: [, before, behind] }) => ({
    from: before,
    to: behind,
    der: before + 1,
  }));
  const isInContainer = (at: number): boolean => containers.some(({ from, to }) => at >= from && at < to);

  test.each(seededPositions(30))('detects a flipped bit at byte %i', async (at) => {
    await expectRefused(flipped(finished, at));
  });

  test.each(structuralPlaces())('detects a flipped bit in %s, byte %i', async (_what, at) => {
    await expectRefused(flipped(finished, at));
  });

  test.each(containers.map(({ der }, index) => [index + 1, der] as const))(
    'detects a flipped bit in container %i',
    async (_number, der) => {
      // The flipped bit is in the last hexadecimal digit of the 100th byte, which is in a certificate or in the
      // attributes. Both are signed.
      await expectRefused(flipped(finished, der + 2 * 100));
    },
  );

  /** Returns positions outside every signature container. They are the same in every run. */
  function seededPositions(count: number): number[] {
    const positions: number[] = [];
    let seed = 20261120;
    while (positions.length < count) {
      // Numerical Recipes' linear congruential generator. Any generator with the same output on every machine works.
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const at = seed % finished.length;
      if (!isInContainer(at)) positions.push(at);
    }
    return positions;
  }

  /** The position of every structural element of each kind, in every revision. */
  function structuralPlaces(): [string, number][] {
    const words = [
      '%PDF-',
      '%%EOF',
      'startxref',
      'xref\n',
      'trailer',
      '/Root',
      '/Prev',
      '/Size',
      '/ByteRange',
      '/Contents',
      '/SubFilter',
      '/AcroForm',
      '/SigFlags',
      '/Perms',
      '/DocMDP',
      '/FieldMDP',
      '/Lock',
      '/DSS',
      '/Pages',
      '/Kids',
      '/Annots',
      '/Rect',
      '/AP',
      '/MediaBox',
      '/Type /Sig',
      '/DocTimeStamp',
      ' 0 obj',
      'endobj',
      'endstream',
      ' 00000 n',
      'Tj',
    ];
    const places = words.flatMap((word) => {
      const found: [string, number][] = [];
      for (let at = finished.indexOf(word); at >= 0; at = finished.indexOf(word, at + 1)) {
        const last = at + word.length - 1;
        if (!isInContainer(last)) found.push([JSON.stringify(word), last]);
      }
      expect(found, `the file contains ${word}`).not.toEqual([]);
      // Only the first and the last positions are used, because hundreds of objects are similar.
      return found.length <= 8 ? found : [...found.slice(0, 4), ...found.slice(-4)];
    });
    const brackets = containers.flatMap(({ from, to }): [string, number][] => [
      ['the bracket before a container', from],
      ['the bracket behind a container', to - 1],
    ]);
    const offsets = places
      .filter(([word]) => word === '"startxref"')
      .map(([, at]): [string, number] => ['an offset', at + 3]);
    return [...places, ...brackets, ...offsets, ['the last byte', finished.length - 1], ['the first byte', 0]];
  }
});

describe('detection of an appended update', () => {
  test('detects an update that draws different text on page 1', async () => {
    const content = newestObject(original, 4).replace('five years', 'nine years');
    expect(content).toContain('nine years');
    await expectRefused(appendUpdate(finished, new Map([[4, content]])), /page 1/);
  });

  test('detects an update that changes the content of page 1', async () => {
    const page = newestObject(finished, 3).replace('/Contents 4 0 R', '/Contents 900 0 R');
    expect(page).toContain('900 0 R');
    const content = '<</Length 2>>\nstream\nq Q\nendstream';
    await expectRefused(
      appendUpdate(
        finished,
        new Map([
          [3, page],
          [900, content],
        ]),
      ),
      /page 1/,
    );
  });

  test('detects an update that covers page 1 with an annotation', async () => {
    const page = newestObject(finished, 3).replace(/\/Annots\s*\[/, '/Annots[901 0 R ');
    expect(page).toContain('901 0 R');
    const note = '<</Type/Annot/Subtype/FreeText/Rect[0 0 595 842]/Contents(Void)/DA(/Helv 12 Tf)/F 4/C[1 1 1]>>';
    await expectRefused(
      appendUpdate(
        finished,
        new Map([
          [3, page],
          [901, note],
        ]),
      ),
      /page 1/,
    );
  });

  test('detects an update that adds a page', async () => {
    const pages = newestObject(finished, 2)
      .replace(/\/Kids\s*\[/, '/Kids[902 0 R ')
      .replace(/\/Count (\d+)/, (_, count) => `/Count ${Number(count) + 1}`);
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>';
    await expectRefused(
      appendUpdate(
        finished,
        new Map([
          [2, pages],
          [902, page],
        ]),
      ),
      /page/,
    );
  });

  test('detects an update that changes a signature appearance', async () => {
    const [, appearance] = /\/FT\s*\/Sig[\s\S]*?\/AP\s*<<\s*\/N (\d+) 0 R/.exec(finished.toString('latin1')) ?? [];
    const blank = '<</Type/XObject/Subtype/Form/BBox[0 0 10 10]/Length 0>>\nstream\n\nendstream';
    await expectRefused(appendUpdate(finished, new Map([[Number(appearance), blank]])));
  });

  test('detects an update that changes the input of the first signer', async () => {
    const at = finished.lastIndexOf('(Contoso Research)');
    const [, number] = /(\d+) 0 obj\n(?![\s\S]* 0 obj)/.exec(finished.toString('latin1', 0, at)) ?? [];
    const field = newestObject(finished, Number(number)).replace('(Contoso Research)', '(Northwind Trading)');
    expect(field).toContain('/FT');
    await expectRefused(appendUpdate(finished, new Map([[Number(number), field]])), /After signing/);
  });

  test('detects an update without content', async () => {
    await expectRemark(appendUpdate(finished, new Map()));
  });

  test('detects an update that adds content that no page shows', async () => {
    await expectRemark(appendUpdate(finished, new Map([[904, '<</Note(Seen and approved)>>']])));
  });

  test('detects an update that only adds a comment', async () => {
    await expectRemark(Buffer.concat([finished, Buffer.from('% Seen and approved\n')]));
  });

  /** Expects a change after the last signature to be reported, even if nothing visible has changed. */
  async function expectRemark(pdf: Buffer): Promise<void> {
    const report = await verify(pdf);
    const last = report.signatures.at(-1);
    expect(last?.coversWholeDocument).toBe(false);
    expect([...report.reasons, ...(last?.changesAfterSigning ?? [])], 'a remark').not.toEqual([]);
    expect(report.verdict).not.toMatch(/has not been changed/);
  }
});

test('detects the same changes as OpenSSL and pdfsig', async () => {
  const changed = flipped(finished, original.indexOf('five years'));
  const pem = (await app.anyone.get('/pki/live/root.pem')).text;
  for (const signature of embeddedSignatures(changed)) {
    const judged =
      signature.subFilter === 'ETSI.RFC3161'
        ? verifyTimestamp(signature.der, signature.content, pem)
        : verifyCades(signature, pem);
    await expect(judged).rejects.toThrow();
  }
  const verdicts = (await judgeByPdfsig(changed, pem)).filter(({ type }) => type === 'ETSI.CAdES.detached');
  expect(verdicts.map(({ signature }) => signature)).toEqual(Array.from({ length: 3 }, () => 'Digest Mismatch.'));
});

test('reports a flipped byte in the stored upload through the API', async () => {
  await flipBit(app, id, original.indexOf('five years'));
  const { status, body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  expect(status).toBe(200);
  expect(body.isValid).toBe(false);
  expect(body.signatures.map(({ isValid }) => isValid)).toEqual([false, false]);
  expect(body.reasons.join('\n')).toMatch(/changed/);
});
