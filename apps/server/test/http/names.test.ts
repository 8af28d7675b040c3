import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { multipart, MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';

/** Tests names, titles and labels in many writing systems, from the request to the printed document. */
const app = await startTestApp();
const at = { page: 1, x: 40, width: 200, height: 24 };

async function textOf(id: string, type: string): Promise<string> {
  const link = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=${type}`);
  const { bytes } = await app.anyone.get(new URL(link.body.downloadUrl).pathname);
  return execFileSync('pdftotext', ['-raw', '-', '-'], { input: bytes, encoding: 'utf8' });
}

describe('names in Georgian script', () => {
  test('shows a Georgian name in the signature, its field and the certificate of completion, together with the title', async () => {
    const person = { ...app.person(), name: 'გიორგი მელაძე' };
    const draft = await app.draft({ title: 'ხელშეკრულება.pdf' });
    const fields = [
      { ...at, kind: 'signature', y: 40, height: 50, signer: person.email },
      { ...at, kind: 'name', y: 150, signer: person.email, label: 'სახელი' },
    ];
    const sent = await app.key.post<'sendForSigning'>(`/api/documents/${draft.id}/send-for-signing`, {
      signers: [person],
      fields,
    });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.document.warnings).toEqual([]);
    const nameField = sent.body.document.fields.find(({ kind }) => kind === 'name');
    const signed = await app.sign(draft.id, {
      token: await app.link(person.email),
      fields: [{ id: nameField?.id ?? '', value: person.name }],
      signature: { type: 'typed', data: person.name },
    });
    expect(signed.status, signed.text).toBe(200);
    await app.sealed(draft.id);
    // The text contains the typed signature, its caption and the field.
    expect((await textOf(draft.id, 'signed')).split(person.name)).toHaveLength(4);
    const certificate = await textOf(draft.id, 'audit');
    expect(certificate).toContain(person.name);
    expect(certificate).toContain('ხელშეკრულება.pdf');
  });

  test('keeps Georgian letters in long file names, and creates archives that unzip can unpack', async () => {
    const stem = 'ხელშეკრულება '.repeat(15).trim();
    const draft = await app.draft({ filename: `${stem}.pdf` });
    expect(draft).toMatchObject({ title: `${stem}.pdf`, filename: `${stem}.pdf` });
    const person = app.person();
    const sent = await app.key.post(`/api/documents/${draft.id}/send-for-signing`, { signers: [person] });
    expect(sent.status, sent.text).toBe(200);
    const signed = await app.sign(draft.id, { token: await app.link(person.email) });
    expect(signed.status, signed.text).toBe(200);
    await app.sealed(draft.id);
    const original = await app.key.get<'downloadDocument'>(`/api/documents/${draft.id}/download?type=original`);
    const file = await app.anyone.get(new URL(original.body.downloadUrl).pathname);
    const name = /filename\*=UTF-8''(.*)$/.exec(file.headers.get('content-disposition') ?? '')?.[1] ?? '';
    expect(decodeURIComponent(name)).toMatch(/^ხელშეკრულება ხელშეკრულება .*\.pdf$/u);
    const bundle = await app.key.get<'downloadDocument'>(`/api/documents/${draft.id}/download?type=bundle`);
    const { bytes } = await app.anyone.get(new URL(bundle.body.downloadUrl).pathname);
    const folder = mkdtempSync(path.join(tmpdir(), 'countersign-names-'));
    try {
      writeFileSync(path.join(folder, 'bundle.zip'), bytes);
      execFileSync(outsideTool('unzip'), ['-q', 'bundle.zip'], {
        cwd: folder,
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      });
      const names = readdirSync(folder).filter((one) => one.startsWith('ხელშეკრულება'));
      expect(names.map((one) => one.replace(/^[^-]*/u, '')).toSorted()).toEqual(['-certificate.pdf', '-signed.pdf']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('characters without a font', () => {
  const name = 'Nefer \u{13000}';

  const warning =
    'The name "Nefer \u{13000}" has characters that cannot be printed: \u{13000}. The document shows the replacement character \ufffd in their place.';

  test('warns the sender about characters without a font when planning and when sending a draft', async () => {
    const draft = await app.draft();
    const address = `/api/documents/${draft.id}`;
    const planned = await app.key.send<'updateDocument'>('PATCH', address, {
      body: { title: 'Deed \u{13000}', signers: [{ ...app.person(), name }] },
    });
    const title = warning.replace('name "Nefer', 'title "Deed');
    expect(planned.body.document.warnings).toEqual([title, warning]);
    expect((await app.key.get<'getDocument'>(address)).body.document.warnings).toEqual([title, warning]);
    const sent = await app.key.post<'sendForSigning'>(`${address}/send-for-signing`, {});
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.document.warnings).toEqual([title, warning]);
  });

  test('warns the creator of a template about characters without a font', async () => {
    const { id: documentId } = await app.draft();
    const body = { name: 'Deed \u{13000}', documentId, roles: [{ name: 'Tenant' }] };
    const answer = await app.key.post<'createTemplate'>('/api/templates/create', body);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.template.warnings).toEqual([warning.replace('name "Nefer', 'title "Deed')]);
  });

  test('draws characters without a font as replacement characters, keeps their text, and still accepts the signature', async () => {
    const person = { ...app.person(), name };
    const fields = [
      { ...at, kind: 'signature', y: 40, height: 50, signer: person.email },
      { ...at, kind: 'name', y: 150, signer: person.email, required: true },
    ];
    const sent = await app.sentToOne({ signers: [person], fields });
    const field = sent.document.fields.find(({ kind }) => kind === 'name');
    const signed = await app.sign(sent.id, {
      token: sent.token,
      fields: [{ id: field?.id ?? '', value: name }],
      signature: { type: 'typed', data: name },
    });
    expect(signed.status, signed.text).toBe(200);
    await app.sealed(sent.id);
    expect((await textOf(sent.id, 'signed')).split(name)).toHaveLength(4);
  });
});

describe('invisible control characters', () => {
  const reversed = 'Ada \u202egnirts\u202c';

  test('removes invisible control characters from names, titles and labels when a document is sent, with a warning', async () => {
    const person = { ...app.person(), name: reversed };
    const draft = await app.draft();
    const answer = await app.key.post<'sendForSigning'>(`/api/documents/${draft.id}/send-for-signing`, {
      signers: [person],
      fields: [
        { ...at, kind: 'signature', y: 40, height: 50, signer: person.email },
        { ...at, kind: 'name', y: 150, signer: person.email, label: '\u2066N\u200b' },
      ],
    });
    expect(answer.status, answer.text).toBe(200);
    const { document, signers } = answer.body;
    expect(signers[0]?.name).toBe('Ada gnirts');
    const field = document.fields.find(({ kind }) => kind === 'name');
    expect(field?.label).toBe('N');
    expect(document.warnings).toEqual([
      'Invisible control characters were removed from signers[0].name.',
      'Invisible control characters were removed from fields[1].label.',
    ]);
    const signed = await app.sign(draft.id, {
      token: await app.link(person.email),
      fields: [{ id: field?.id ?? '', value: reversed }],
    });
    expect(signed.status, signed.text).toBe(200);
    await app.sealed(draft.id);
    const text = await textOf(draft.id, 'signed');
    expect(text).toContain('Ada gnirts');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|string/);
  });

  test('removes invisible control characters from changed titles and tags, and from the title and file name of an upload', async () => {
    const draft = await app.draft();
    const changed = await app.key.send<'updateDocument'>('PATCH', `/api/documents/${draft.id}`, {
      body: { title: 'Lease \u202e2027', tags: ['\ufeffrent'] },
    });
    expect(changed.body.document).toMatchObject({ title: 'Lease 2027', tags: ['rent'] });
    expect(changed.body.document.warnings).toEqual([
      'Invisible control characters were removed from title.',
      'Invisible control characters were removed from tags[0].',
    ]);
    const uploaded = await app.key.upload(pdfUpload(makePdf(), { title: 'Lea\u200bse' }, 'lease\u202efdp.pdf'));
    expect(uploaded.body.document).toMatchObject({ title: 'Lease', filename: 'leasefdp.pdf' });
    expect(uploaded.body.document.warnings).toEqual([
      'Invisible control characters were removed from the file name.',
      'Invisible control characters were removed from title.',
    ]);
  });

  test('rejects a name as empty if it consists only of invisible control characters', async () => {
    const draft = await app.draft();
    const body = { signers: [{ ...app.person(), name: '\u202e\u200b' }] };
    expectInvalid(await app.key.post(`/api/documents/${draft.id}/send-for-signing`, body), 'signers[0].name');
  });

  test('removes invisible control characters from GraphQL input, with the same warning', async () => {
    const draft = await app.draft();
    const query = `mutation($id: ID!, $input: UpdateDocumentInput) {
      updateDocument(id: $id, input: $input) { document { title warnings } }
    }`;
    const answer = await app.key.post('/api/v1/graphql', {
      query,
      variables: { id: draft.id, input: { title: '\u2067Lease\u2069' } },
    });
    expect(answer.body).toEqual({
      data: {
        updateDocument: {
          document: { title: 'Lease', warnings: ['Invisible control characters were removed from title.'] },
        },
      },
    });
  });

  test('removes invisible control characters from the headers and names in a CSV file of users', async () => {
    const { email } = app.person();
    const file = { name: 'file', filename: 'users.csv', type: 'text/csv' };
    const content = `\u200bemail,name\u202c,role\r\n${email},Grace \u202eHopper\u202c,member\r\n`;
    const answer = await (
      await app.session()
    ).post<'bulkImportUsers'>('/api/admin/users/bulk-import', multipart([{ ...file, content }]), {
      headers: MULTIPART,
    });
    expect(answer.body).toMatchObject({ created: 1, errors: [] });
    const { users } = (await (await app.session()).get<'listUsers'>('/api/admin/users')).body;
    expect(users.find((user) => user.email === email)?.name).toBe('Grace Hopper');
  });
});
