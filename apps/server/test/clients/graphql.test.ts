/** Performs the main task with only GraphQL, as a program without our packages would: with `fetch` and one URL. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';

const app = await startTestApp();
const ADDRESS = `${app.url}/api/v1/graphql`;
const authorization = `Bearer ${app.key.credential.bearer ?? ''}`;

type Answer<D> = { data: D; errors?: { message: string }[] };

/** Returns the data of a successful request. */
async function read<D>(response: Response): Promise<D> {
  expect(response.status).toBe(200);
  const { data, errors } = (await response.json()) as Answer<D>;
  expect(errors).toBeUndefined();
  return data;
}

async function ask<D>(query: string, variables: object, headers: Record<string, string> = { authorization }) {
  return read<D>(
    await fetch(ADDRESS, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    }),
  );
}

/** Uploads a file according to the GraphQL multipart request specification. */
async function upload(title: string): Promise<{ id: string; status: string }> {
  const query = `mutation Upload($file: Upload!, $input: UploadDocumentInput) {
    uploadDocument(file: $file, input: $input) { document { id status } }
  }`;
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { file: null, input: { title } } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new File([makePdf()], 'lease.pdf', { type: 'application/pdf' }));
  const response = await fetch(ADDRESS, { method: 'POST', headers: { authorization }, body: form });
  return (await read<{ uploadDocument: { document: { id: string; status: string } } }>(response)).uploadDocument
    .document;
}

/** Opens a stream of a document's events, and returns their kinds up to the first event of the kind `last`. */
async function follow(id: string, last: string): Promise<{ kinds: Promise<string[]> }> {
  const query = 'subscription Follow($id: ID!) { documentEvents(id: $id) { type } }';
  const response = await fetch(ADDRESS, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { id } }),
  });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const kinds = async (): Promise<string[]> => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const seen = [...text.matchAll(/^data: .*"type":"([\w.]+)".*\n/gm)].map(([, kind = '']) => kind);
      // The stream is closed when the loop ends.
      if (seen.includes(last)) return seen;
    }
    throw new Error(`The stream ended before ${last}: ${text}`);
  };
  return { kinds: kinds() };
}

test('uploads, sends, signs, downloads and verifies a document, and receives its events', async () => {
  const { email, name } = app.person();
  const { id, status } = await upload('Lease of flat 4');
  expect(status).toBe('draft');
  const { kinds } = await follow(id, 'document.completed');

  const { sendForSigning } = await ask<{ sendForSigning: object }>(
    `mutation Send($id: ID!, $input: SendForSigningInput) {
      sendForSigning(id: $id, input: $input) { document { status } signers { email status } }
    }`,
    { id, input: { signers: [{ email, name }] } },
  );
  expect(sendForSigning).toEqual({
    document: { status: 'in-progress' },
    signers: [{ email, status: 'pending-signature' }],
  });

  // The recipient uses the token in the invitation link, and has no API key.
  const { signDocument } = await ask<{ signDocument: object }>(
    'mutation Sign($id: ID!, $input: SignDocumentInput) { signDocument(id: $id, input: $input) { signer { status } } }',
    {
      id,
      input: { token: await app.link(email), consent: true, signature: { type: 'typed', data: name } },
    },
    {},
  );
  expect(signDocument).toEqual({ signer: { status: 'signed' } });

  expect(await kinds).toEqual(expect.arrayContaining(['document.sent', 'document.signed', 'document.completed']));
  const finished = await ask<{
    documentProgress: object;
    documentDownload: { downloadUrl: string; filename: string };
    documentVerification: { isValid: boolean; signatures: object[] };
  }>(
    `query Finished($id: ID!) {
      documentProgress(id: $id) { status completionPercentage }
      documentDownload(id: $id) { downloadUrl filename }
      documentVerification(id: $id) { isValid signatures { signerEmail isValid level } }
    }`,
    { id },
  );
  expect(finished.documentProgress).toEqual({ status: 'completed', completionPercentage: 100 });
  expect(finished.documentVerification).toEqual({
    isValid: true,
    signatures: [{ signerEmail: email, isValid: true, level: 'B-LTA' }],
  });
  const file = await fetch(finished.documentDownload.downloadUrl);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toContain('/ETSI.RFC3161');
});

test('reports a missing permission in the GraphQL response, with the error code of the REST API', async () => {
  const { key } = await app.makeKey({ scopes: ['documents:read'] });
  const response = await fetch(ADDRESS, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation { voidDocument(id: "doc_00000000000000000000000000", input: {reason: "x"}) { success } }',
    }),
  });
  const { errors } = (await response.json()) as { errors: { extensions: object }[] };
  expect(errors[0]?.extensions).toMatchObject({
    code: 'FORBIDDEN',
    status: 403,
    details: { scope: 'documents:write' },
  });
});
