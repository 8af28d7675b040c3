import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { type SignBody, startTestApp } from '../support/app.ts';
import type { Answer } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';

/** Tests responses of signDocument to invalid input. signDocument.test.ts covers everything else. */
const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/sign`;

describe('413', () => {
  test('rejects a request body of more than 2 MB', async () => {
    const { id, token } = await app.sentToOne();
    expectError(
      await app.sign(id, { token, signature: { type: 'uploaded', data: 'A'.repeat(2_200_000) } }),
      'BODY_TOO_LARGE',
    );
  });
});

describe('422', () => {
  const person = app.person();
  const box = { signer: person.email, page: 1, x: 72, height: 16 };
  const signing = app.sentToOne({
    signers: [person, app.person()],
    fields: [
      { ...box, kind: 'text', y: 100, width: 200, label: 'Purchase order' },
      { ...box, kind: 'checkbox', y: 140, width: 16, label: 'I have read it' },
    ],
  });
  const send = async (make: (fields: readonly string[], good: SignBody) => SignBody): Promise<Answer> => {
    const { id, token, document } = await signing;
    const fields = document.fields.map((field) => field.id);
    return app.sign(id, {
      token,
      ...make(fields, {
        fields: [
          { id: fields[0], value: 'PO' },
          { id: fields[1], value: true },
        ],
      }),
    });
  };

  test.each<[string, (fields: readonly string[], good: SignBody) => SignBody, string]>([
    ['missing consent', (_, good) => ({ ...good, consent: undefined }), 'consent'],
    ['refused consent', (_, good) => ({ ...good, consent: false }), 'consent'],
    ['consent given as text', (_, good) => ({ ...good, consent: 'true' }), 'consent'],
    ['a missing signature', (_, good) => ({ ...good, signature: undefined }), 'signature'],
    [
      'an unknown signature type',
      (_, good) => ({ ...good, signature: { type: 'stamped', data: 'x' } }),
      'signature.type',
    ],
    ['an empty signature', (_, good) => ({ ...good, signature: { type: 'typed', data: '' } }), 'signature.data'],
    [
      'a signature that contains only spaces',
      (_, good) => ({ ...good, signature: { type: 'typed', data: '   ' } }),
      'signature.data',
    ],
    [
      'a typed name of 201 characters',
      (_, good) => ({ ...good, signature: { type: 'typed', data: 'x'.repeat(201) } }),
      'signature.data',
    ],
    [
      'a drawing that is not base64',
      (_, good) => ({ ...good, signature: { type: 'drawn', data: '<svg/>' } }),
      'signature.data',
    ],
    [
      'an empty drawing',
      (_, good) => ({
        ...good,
        signature: {
          type: 'drawn',
          data: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>').toString('base64'),
        },
      }),
      'signature.data',
    ],
    [
      'a drawing with a script',
      (_, good) => ({
        ...good,
        signature: {
          type: 'drawn',
          data: Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>',
          ).toString('base64'),
        },
      }),
      'signature.data',
    ],
    [
      'a PDF instead of an image',
      (_, good) => ({ ...good, signature: { type: 'uploaded', data: Buffer.from('%PDF-1.7').toString('base64') } }),
      'signature.data',
    ],
    [
      'a damaged image',
      (_, good) => ({
        ...good,
        signature: { type: 'uploaded', data: Buffer.from('\u0089PNG\r\n\u001a\nbroken', 'latin1').toString('base64') },
      }),
      'signature.data',
    ],
    [
      'an unknown property of the signature',
      (_, good) => ({ ...good, signature: { type: 'typed', data: 'x', colour: 'red' } }),
      'signature.colour',
    ],
    [
      'an unknown handwriting style',
      (_, good) => ({ ...good, signature: { type: 'typed', data: 'x', hand: 'scrawl' } }),
      'signature.hand',
    ],
    [
      'a handwriting style for a drawing',
      (_, good) => ({ ...good, signature: { type: 'drawn', data: 'PHN2Zz4=', hand: 'casual' } }),
      'signature.hand',
    ],
    ['a missing required field', ([, second]) => ({ fields: [{ id: second, value: true }] }), 'fields[1].id'],
    [
      'an empty required field',
      ([first, second]) => ({
        fields: [
          { id: first, value: ' ' },
          { id: second, value: true },
        ],
      }),
      'fields[0].value',
    ],
    [
      'an unchecked required check box',
      ([first, second]) => ({
        fields: [
          { id: first, value: 'PO' },
          { id: second, value: false },
        ],
      }),
      'fields[1].value',
    ],
    [
      'text for a check box',
      ([first, second]) => ({
        fields: [
          { id: first, value: 'PO' },
          { id: second, value: 'yes' },
        ],
      }),
      'fields[1].value',
    ],
    [
      'true for a text field',
      ([first, second]) => ({
        fields: [
          { id: first, value: true },
          { id: second, value: true },
        ],
      }),
      'fields[0].value',
    ],
    [
      'a number for a text field',
      ([first, second]) => ({
        fields: [
          { id: first, value: 4711 },
          { id: second, value: true },
        ],
      }),
      'fields[0].value',
    ],
    [
      'text of 2,001 characters',
      ([first, second]) => ({
        fields: [
          { id: first, value: 'x'.repeat(2001) },
          { id: second, value: true },
        ],
      }),
      'fields[0].value',
    ],
    [
      'text with a NUL character',
      ([first, second]) => ({
        fields: [
          { id: first, value: 'a\u0000b' },
          { id: second, value: true },
        ],
      }),
      'fields[0].value',
    ],
    [
      'text with a lone surrogate',
      ([first, second]) => ({
        fields: [
          { id: first, value: 'a\ud800b' },
          { id: second, value: true },
        ],
      }),
      'fields[0].value',
    ],
    [
      'the same field twice',
      ([first, second]) => ({
        fields: [
          { id: first, value: 'a' },
          { id: second, value: true },
          { id: first, value: 'b' },
        ],
      }),
      'fields[2].id',
    ],
    [
      'a field that does not exist',
      (ids) => ({
        fields: [
          ...ids.slice(0, 1).map((id) => ({ id, value: 'a' })),
          { id: newId('field'), value: 'x' },
          { id: ids[1], value: true },
        ],
      }),
      'fields[1].id',
    ],
    ['a field ID of the wrong format', () => ({ fields: [{ id: 'fld_1', value: 'x' }] }), 'fields[0].id'],
    [
      'an unknown property of a field',
      ([first]) => ({ fields: [{ id: first, value: 'x', page: 1 }] }),
      'fields[0].page',
    ],
    ['a revision below 0', (_, good) => ({ ...good, revision: -1 }), 'revision'],
    ['an unknown property', (_, good) => ({ ...good, email: 'other@x.example' }), 'email'],
  ])('rejects an invalid signing request: %s', async (_name, make, field) => {
    const answer = await send(make);
    expectInvalid(answer, field);
    expect(await app.revisions((await signing).id)).toBe(1);
  });

  test.each([
    ['a NUL character', 'Ada\u0000'],
    ['a line break', 'Ada\nLovelace'],
    ['a lone surrogate', 'Ada \ud83d'],
  ])('rejects a typed signature name with %s', async (_, data) => {
    const { id, token } = await app.sentToOne();
    expectInvalid(await app.sign(id, { token, signature: { type: 'typed', data } }), 'signature.data');
    expect(await app.revisions(id)).toBe(1);
  });

  test('reports all missing required fields together, by their labels', async () => {
    const error = expectInvalid(await send(() => ({ fields: [] })), 'fields[0].id');
    expect(error.errors).toEqual([
      expect.objectContaining({
        field: 'fields[0].id',
        id: expect.stringMatching(/^fld_/),
        label: 'Purchase order',
        page: 1,
        message: expect.stringMatching(/^"Purchase order" on page 1 \(fld_\w+\) must be filled in$/),
      }),
      expect.objectContaining({ field: 'fields[1].id', label: 'I have read it', page: 1 }),
    ]);
  });

  test('identifies fields without a label by their ID and page', async () => {
    const ada = app.person();
    const text = { ...box, kind: 'text', width: 100, signer: ada.email };
    const sent = await app.sent({ signers: [ada], fields: [100, 150, 200].map((y) => ({ ...text, y })) });
    const answer = await app.sign(sent.id, { token: await app.link(ada.email), fields: [] });
    const { errors } = expectInvalid(answer, 'fields[0].id');
    const ids = sent.document.fields.filter(({ kind }) => kind === 'text').map(({ id }) => id);
    expect(errors.map((fault) => (fault as { id?: string }).id)).toEqual(ids);
    expect(new Set(errors.map(({ message }) => message)).size).toBe(3);
  });

  test('rejects a value for a field of another signer of the same document', async () => {
    const [mine, theirs] = [app.person(), app.person()];
    const sent = await app.sent({
      signers: [mine, theirs],
      fields: [{ ...box, kind: 'text', y: 100, width: 100, signer: theirs.email }],
    });
    const foreign = sent.document.fields.find(({ kind }) => kind === 'text')?.id;
    const answer = await app.sign(sent.id, {
      token: await app.link(mine.email),
      fields: [{ id: foreign, value: 'mine now' }],
    });
    expectInvalid(answer, 'fields[0].id');
  });

  test('rejects JSON with a __proto__ property', async () => {
    const { id, token } = await signing;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    expectInvalid(
      await app.anyone.both('POST', pathOf(id), { headers, body: '{"consent":true,"__proto__":{"role":"approver"}}' }),
      'body',
      'malformed_json',
    );
  });

  test('still accepts a valid signature after many invalid requests for the same document', async () => {
    const answer = await send((_, good) => good);
    expect(answer.status, answer.text).toBe(200);
  });
});

describe('415', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded'])(
    'rejects a signing request with the Content-Type %s',
    async (type) => {
      const { id, token } = await app.sentToOne();
      const headers = { 'content-type': type, authorization: `Bearer ${token}` };
      expectError(
        await app.anyone.both('POST', pathOf(id), { headers, body: 'consent=true' }),
        'UNSUPPORTED_MEDIA_TYPE',
      );
    },
  );
});
