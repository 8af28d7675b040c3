/**
 * Other vendors' programs verify the files of the main flow. `npm test` uses one upload for each way in which pages can
 * be stored and displayed, and the soak uses all uploads.
 */
import { writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { soak } from '../support/soak.ts';
import { embeddedSignatures, type EmbeddedSignature } from './embedded-signatures.ts';
import { completeEnvelope, type Envelope } from './envelope.ts';
import { inFolder, runTool } from './folder.ts';
import { signatureTimestamp, verifyCades, verifyTimestamp } from './openssl.ts';
import { judgeByPdfsig } from './pdfsig.ts';
import { differencesOutside, inkWithin, render, RENDERERS } from './render.ts';
import { UPLOADS } from './uploads.ts';

const app = await startTestApp();
// External tools evaluate certificates and time-stamps at the machine's time.
app.clock.advance({ ms: Date.now() - app.clock.now().getTime() });
const root = (await app.anyone.get('/pki/live/root.pem')).text;

/**
 * The uploads cover a cross-reference table, cross-reference streams, a page that is displayed differently than it is
 * stored, and a file that is rewritten.
 */
const FEW = UPLOADS.filter(({ name }) => /^(?:one page|100 pages|a rotated|damaged)/.test(name));

describe.each(soak({ test: FEW, full: UPLOADS }))('$name', (upload) => {
  let envelope: Envelope;
  let signatures: EmbeddedSignature[];
  let archive: EmbeddedSignature | undefined;

  beforeAll(async () => {
    envelope = await completeEnvelope(app, upload);
    const embedded = embeddedSignatures(envelope.finished);
    signatures = embedded.filter(({ subFilter }) => subFilter === 'ETSI.CAdES.detached');
    archive = embedded.find(({ subFilter }) => subFilter === 'ETSI.RFC3161');
  });

  test('passes pdfsig, which reports each signature as valid and trusted under the root', async () => {
    const judged = await judgeByPdfsig(envelope.finished, root);
    const cades = judged.filter(({ type }) => type === 'ETSI.CAdES.detached');
    const people = [OWNER.organization, ...envelope.signers.map(({ email }) => email)];
    expect(cades.map(({ commonName }) => commonName).toSorted()).toEqual(people.toSorted());
    for (const { commonName, signature, certificate } of cades) {
      expect({ signature, certificate }, commonName).toEqual({
        signature: 'Signature is Valid.',
        certificate: 'Certificate is Trusted.',
      });
    }
    // Poppler 22 lists document time-stamps but cannot verify them. OpenSSL verifies them below.
    expect(judged).toHaveLength(4);
  });

  test('verifies each container as a CAdES signature of its byte range with OpenSSL', async () => {
    expect(signatures, 'the file has a certification and two signatures').toHaveLength(3);
    for (const signature of signatures) await verifyCades(signature, root);
  });

  test("verifies the time-stamp of each signature's value, and the time-stamp of the file, with OpenSSL", async () => {
    for (const { der } of signatures) {
      const { value, token } = await signatureTimestamp(der);
      await verifyTimestamp(token, value, root);
    }
    expect(archive).toBeDefined();
    if (archive !== undefined) await verifyTimestamp(archive.der, archive.content, root);
  });

  test('contains signatures that each cover the file through their own revision, and a time-stamp that covers the complete file', () => {
    const { finished, states } = envelope;
    const all = [...signatures, ...(archive === undefined ? [] : [archive])];
    const ends = all.map(({ byteRange: [from, before, behind, length] }) => {
      expect(from).toBe(0);
      expect([
        finished.toString('latin1', before, before + 1),
        finished.toString('latin1', behind - 1, behind),
      ]).toEqual(['<', '>']);
      return behind + length;
    });
    expect(ends.slice(0, 2), 'the ends of the certification and the first signature').toEqual(
      states.map(({ length }) => length),
    );
    expect(ends.at(-1)).toBe(finished.length);
  });

  test('finds no errors with qpdf', async () => {
    const { stdout, stderr } = await inFolder(async (file) => {
      await writeFile(file('finished.pdf'), envelope.finished);
      return runTool('qpdf', ['--check', file('finished.pdf')]);
    });
    expect(stderr).toBe('');
    expect(stdout.toString()).toContain('No syntax or stream encoding errors found');
  });

  test('starts every revision with the bytes of the previous one, and the first with the bytes of the upload', async () => {
    const { id, kept: original, states, finished } = envelope;
    expect(original.equals(envelope.upload)).toBe(upload.isRewritten !== true);
    const all = [original, ...states, finished];
    for (const [index, before] of all.slice(0, -1).entries()) {
      const after = all[index + 1] ?? original;
      expect(after.length).toBeGreaterThan(before.length);
      expect(after.subarray(0, before.length).equals(before), `state ${index}`).toBe(true);
    }
    const revisions = await app.sql<{ length: string; sha256: string }>(
      'select length, sha256 from revisions where document_id = $1 order by n',
      [id],
    );
    expect(revisions.length, 'the file has at least four revisions').toBeGreaterThanOrEqual(4);
    expect(Number(revisions.at(-1)?.length)).toBe(finished.length);
    for (const { length, sha256 } of revisions) {
      const revision = finished.subarray(0, Number(length));
      expect(createHash('sha256').update(revision).digest('hex')).toBe(sha256);
      expect(revision.subarray(-6).toString()).toBe('%%EOF\n');
    }
  });

  test.each(RENDERERS)('%s: shows the signatures in their positions, and no other difference', async (renderer) => {
    const { upload: original, states, finished, signers } = envelope;
    const [first, second] = signers;
    if (first === undefined || second === undefined) throw new Error('there are two signers');
    const after = await render(renderer, finished, first.place.page);
    const before = await render(renderer, upload.shows?.() ?? original, first.place.page);
    expect(inkWithin(before, first.place), 'the field was empty').toBe(0);
    expect(inkWithin(after, first.place), 'the field shows the signature').toBeGreaterThan(100);
    expect(differencesOutside(before, after, [first.place])).toBe(0);
    // Sending adds the signature page.
    expect(second.place.page).toBe(upload.pages + 1);
    const signed = await render(renderer, finished, second.place.page);
    const sent = await render(renderer, states[0] ?? original, second.place.page);
    expect(inkWithin(signed, second.place), 'the field shows the signature').toBeGreaterThan(100);
    expect(differencesOutside(sent, signed, [second.place])).toBe(0);
  });

  test("extracts the signer's name from the signature page with mutool", async () => {
    const [, second] = envelope.signers;
    const { stdout } = await inFolder(async (file) => {
      await writeFile(file('finished.pdf'), envelope.finished);
      return runTool('mutool', [
        'draw',
        '-q',
        '-F',
        'txt',
        '-o',
        '-',
        file('finished.pdf'),
        String(second?.place.page),
      ]);
    });
    expect(stdout.toString()).toContain(second?.name);
  });
});
