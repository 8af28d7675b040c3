/**
 * Compares the certificate of completion with the audit trail line by line. Every printed time, name, address and
 * number must be in an entry, and every fact about a signer in the entries must be printed. The PDF is read with
 * another vendor's program.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEntry } from '@countersign/audit-log';
import { parseCheckpointText, parseNote, parseProof } from '@countersign/audit-log/tlog';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { openPersonal, selectPersonal } from '../../src/platform/audit/personal.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { capture, startWith, verify } from '../support/in-person.ts';
import { join } from '../support/people.ts';

const app = await startTestApp();
/** The clock advances by a minute before each step, so that each time occurs in only one entry. */
const later = () => app.clock.advance({ minutes: 1, ms: 7 });

const [looker, blind, gone, heir] = [app.person(), app.person(), app.person(), app.person()];
const [guest, reader] = [app.person(), app.person()];
const member = await join(app);

async function envelope(): Promise<{ id: string; bytes: (type: string) => Promise<Buffer> }> {
  const draft = await app.draft({ title: 'Draft of a lease' });
  later();
  await app.key.send('PATCH', `/api/documents/${draft.id}`, { body: { title: 'Lease of the office' } });
  later();
  const signers = [
    { ...looker, accessCode: 'open sesame' },
    blind,
    gone,
    { email: member.email, name: member.name },
    guest,
    { ...reader, role: 'cc' },
  ];
  const sent = await app.key.post<'sendForSigning'>(`/api/documents/${draft.id}/send-for-signing`, { signers });
  expect(sent.status, sent.text).toBe(200);
  const idOf = (person: { email: string }) => sent.body.signers.find(({ email }) => email === person.email)?.id ?? '';
  await app.atRest(draft.id);
  later();
  const token = await app.link(looker.email);
  const { bearer } = (
    await app.anyone.post<'openSigningSession'>('/api/signing/session', { token, accessCode: 'open sesame' })
  ).body;
  later();
  await app.anyone.with({ bearer }).get(`/api/signing/${idOf(looker)}/pages/1`);
  later();
  expect((await app.sign(draft.id, { token: bearer, revision: 1 })).status).toBe(200);
  later();
  // One signer signs without viewing the document. The next signer views it and forwards it to a person who does not
  // view it.
  expect((await app.sign(draft.id, { token: await app.link(blind.email) })).status).toBe(200);
  later();
  const passing = await app.recipient(gone.email);
  await passing.caller.get(`/api/signing/${idOf(gone)}/pdf`);
  later();
  await passing.caller.post(`/api/documents/${draft.id}/forward`, heir);
  await app.atRest(draft.id);
  later();
  expect((await app.sign(draft.id, { token: await app.link(heir.email) })).status).toBe(200);
  later();
  const body = { consent: true, signature: { type: 'typed', data: member.name }, timeZone: 'Asia/Tokyo' };
  expect((await member.caller.post(`/api/documents/${draft.id}/sign`, body)).status).toBe(200);
  later();
  const device = await startWith(app, draft.id, guest.email);
  await verify(app, device.sessionId);
  later();
  expect((await capture(app, device.sessionId, { consent: undefined })).status).toBe(200);
  await app.sealed(draft.id);
  await app.atRest(draft.id);
  const bytes = async (type: string): Promise<Buffer> => {
    const answer = await app.key.get<'downloadDocument'>(`/api/documents/${draft.id}/download?type=${type}`);
    return (await app.anyone.get(new URL(answer.body.downloadUrl).pathname)).bytes;
  };
  return { id: draft.id, bytes };
}

const { id, bytes } = await envelope();
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));
const certificate = await bytes('audit');
const lines = execFileSync(outsideTool('pdftotext'), ['-layout', '-', '-'], {
  input: certificate,
  encoding: 'utf8',
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
}).replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** Returns the content that the certificate covers: the entries up to its head, and their encrypted personal data. */
const [vouched] = await app.sql<{ audit_n: number; hash: string }>(
  `select c.audit_n, e.hash from completion_certificates c
   join audit_entries e on e.stream = c.document_id and e.n = c.audit_n where c.document_id = $1`,
  [id],
);
const rows = await app.sql<{ id: string; bytes: Buffer }>(
  'select id, bytes from audit_entries where stream = $1 and n <= $2 order by n',
  [id, vouched?.audit_n],
);
const entries = rows.map((row) => parseEntry(row.bytes));
let personal: Map<string, Record<string, string>>;
beforeAll(async () => {
  const { uow, vault } = app.services;
  const found = await uow.read(app.tenant.tenantId, selectPersonal(app.tenant.tenantId, id));
  personal = openPersonal(vault, app.tenant.tenantId, found);
});

const printed = (at: string | undefined): string => (at === undefined ? '–' : at.slice(0, 19).replace('T', ' '));
const TIME = /\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/g;
/** Matches a time in the signer's time zone, printed beside the same time in UTC. */
const LOCAL_TIME = /[\d-]+ [\d:]+ \(UTC[+-][^)]*\)/g;
const dataOf = (entry: (typeof entries)[number] | undefined) => (entry?.data ?? {}) as Record<string, unknown>;

describe('a certificate that states only facts from audit entries', () => {
  test('includes only times that an audit entry records', () => {
    const recorded = new Set(entries.map(({ at }) => printed(at)));
    const times = lines.replaceAll(LOCAL_TIME, '').match(TIME) ?? [];
    expect(times.length).toBeGreaterThan(15);
    for (const time of times) expect(recorded, time).toContain(time);
  });

  test('includes only hashes and serial numbers that an audit entry records, apart from those in the attached proof', () => {
    const file = path.join(folder, 'certificate.pdf');
    writeFileSync(file, certificate);
    const proof = execFileSync(outsideTool('qpdf'), ['--show-attachment=audit-proof.txt', file]);
    const { origin, root } = parseCheckpointText(parseNote(parseProof(proof.toString()).checkpoint).text);
    const said = [...rows.map((row) => row.bytes.toString()), origin, Buffer.from(root).toString('hex')].join('\n');
    const numbers = lines.match(/\b[0-9a-f]{16,64}\b/g) ?? [];
    expect(numbers.length).toBeGreaterThan(20);
    for (const number of numbers) expect(number === vouched?.hash || said.includes(number), number).toBe(true);
  });

  test('includes only names, e-mail addresses and IP addresses that an audit entry records', () => {
    const said = [...personal.values()].flatMap((fields) => Object.values(fields)).join('\n');
    const addresses = lines.match(/[\w.-]+@[\w.-]+\w|\b\d+\.\d+\.\d+\.\d+\b/g) ?? [];
    expect(addresses.length).toBeGreaterThan(10);
    for (const address of addresses) expect(said, address).toContain(address);
    const names = [OWNER.name, OWNER.organization, 'Lease of the office', 'contract.pdf'];
    const people = [looker, blind, heir, member, guest, reader].map(({ name }) => name);
    for (const name of [...names, ...people]) {
      expect(lines).toContain(name);
      expect(said, name).toContain(name);
    }
    for (const name of ['Draft of a lease', gone.email]) expect(lines).not.toContain(name);
  });
});

describe('facts that the certificate takes from audit entries', () => {
  const values = (caption: string): string[] =>
    [...lines.matchAll(new RegExp(`${caption}\\s{2,}(–|\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d)`, 'g'))].map(
      ([, value = '']) => value,
    );
  const signatures = () => {
    const sent = entries.find(({ type }) => type === 'document.sent');
    const recipients = JSON.parse(personal.get(sent?.id ?? '')?.['recipients'] ?? '[]') as {
      id: string;
      role: string;
    }[];
    return recipients
      .filter(({ role }) => role === 'signer')
      .map((recipient) => {
        const from = entries.findLastIndex(
          ({ type, target }) => type === 'signer.forwarded' && target.id === recipient.id,
        );
        const own = entries.slice(from + 1);
        const of = (type: string) => own.find((entry) => entry.type === type && entry.actor.id === recipient.id);
        const mail = own.find(({ type, target }) => type === 'mail.sent' && target.id === recipient.id);
        return { invited: mail?.at, viewed: of('document.viewed')?.at, signed: of('document.signed') };
      });
  };

  test("states the time of each signer's invitation, first view, consent and signature only if an audit entry records it", () => {
    const all = signatures();
    expect(values('Invited')).toEqual(all.map(({ invited }) => printed(invited)));
    expect(values('First viewed')).toEqual(all.map(({ viewed }) => printed(viewed)));
    expect(values('First viewed').filter((value) => value !== '–')).toHaveLength(1);
    const consented = all.map(({ signed }) => (dataOf(signed)['consent'] === undefined ? undefined : signed?.at));
    expect(values('Consented')).toEqual(consented.map(printed));
    expect(values('Signed')).toEqual(all.map(({ signed }) => printed(signed?.at)));
    expect(lines.match(/Did not have to sign/g)).toHaveLength(1);
  });

  test('states that a signer was shown something only if an audit entry records it', () => {
    expect(signatures().map(({ signed }) => dataOf(signed)['seen'])).toEqual([1, null, null, null, null]);
  });

  test('states how each signer was identified', () => {
    const flat = lines.replaceAll(/\s+/g, ' ');
    expect(flat).toContain('Signing link delivered to the built-in mailbox; Access code');
    expect(flat).toContain('Login to an account with this e-mail address');
    expect(flat).toContain(`Signed in person in the presence of ${OWNER.name}`);
  });

  test('lists every event that concerns a recipient in the chronology, with its audit entry', () => {
    const flat = lines.replaceAll(/ +/g, ' ');
    const expected = {
      'document.viewed': 'Document opened',
      'document.signed': 'Signed',
      'signer.forwarded': 'Forwarded',
    };
    for (const { n, type } of entries) {
      const caption = Object.entries(expected).find(([action]) => action === type)?.[1];
      if (caption !== undefined) expect(flat).toMatch(new RegExp(`\\n ?${n} ${caption}`));
    }
    expect(flat).toContain('Invitation: delivered to the built-in mailbox');
  });

  test("states the signer's reported local time and the reason for each signature", () => {
    const member = entries.find((entry) => personal.get(entry.id)?.['time_zone'] === 'Asia/Tokyo');
    const local = new Date(new Date(member?.at ?? 0).getTime() + 9 * 3600_000).toISOString();
    expect(lines).toContain(`${printed(local)} (UTC+09:00) Asia/Tokyo`);
    expect(lines.match(/Reason +Signed by agreement/g)).toHaveLength(5);
  });

  test('states hashes that match the original file, the signed file and every revision', async () => {
    const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
    const [original, signed] = [await bytes('original'), await bytes('signed')];
    expect(lines).toMatch(new RegExp(`SHA-256 of the original file\\s+${sha256(original)}`));
    expect(lines).toMatch(new RegExp(`SHA-256 of the signed file\\s+${sha256(signed)}`));
    // Each revision is the file up to the revision's end.
    const revisions = await app.sql<{ length: number }>('select length from revisions where document_id = $1', [id]);
    for (const { length } of revisions) {
      const hash = sha256(signed.subarray(0, length));
      expect(lines).toContain(hash.slice(0, 32));
      expect(lines).toContain(hash.slice(32));
    }
    expect(lines).toMatch(new RegExp(`Head of the audit trail\\s+${vouched?.hash}`));
  });
});
