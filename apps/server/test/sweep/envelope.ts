/** Processes one file completely: upload, send, sign, seal, download. */
import type { Document, SigningView } from '@countersign/contract';
import { ApiError } from '@countersign/client';
import { type Client, linkToken } from '../../src/demo/client.ts';
import type { Box } from './pictures.ts';

export type Sender = { owner: Client; api: Client };
export type Envelope = {
  document: Document;
  signed: Buffer;
  /** The positions of additions on a page. Null if the file's own field is used, because its position is not known. */
  boxes: Box[] | null;
  /**
   * The sent file, if the server drew form fields from their values at upload. These fields are expected to look
   * different from those in the uploaded file.
   */
  drawn: Buffer | null;
  verdict: { isValid: boolean; verdict: string };
};

/** Thrown if the server rejected the file. Contains the error code, and the step in which the error occurred. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly step: string;
  readonly code: string;

  constructor(step: string, code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.step = step;
    this.code = code;
  }
}

const SIGNER = 'Ada Lovelace';
const TEXT = 'Checked in full';
/** The smallest size of a field in points. */
const SMALLEST = 12;
const WAIT_MS = 20;
const ATTEMPTS = 1500;

/** Sends the file to one signer, with a signature on the first page and a text field on the last page. */
export async function playEnvelope({ owner, api }: Sender, file: Buffer, number: number): Promise<Envelope> {
  const document = await step('upload', () => api.upload(file, `file-${number}.pdf`));
  const email = `signer-${number}@sweep.example`;
  const wanted = fieldsFor(document, email);
  const send = (fields: typeof wanted) =>
    step('send', () =>
      api.json('POST', `/v1/api/documents/${document.id}/send-for-signing`, {
        signers: [{ email, name: SIGNER }],
        fields,
        acceptWarnings: document.warnings_to_accept,
      }),
    );
  const fields = await firstTaken([wanted, wanted.filter(({ kind }) => kind === 'signature'), []], send);
  const mail = await waitFor('the invitation', () => owner.mailTo(email, 'invitation'));
  await step('sign', () => sign(owner, linkToken(mail)));
  const signed = await waitFor('the sealed file', () => downloadOf(api, document.id));
  const verdict = await step('verify', () => api.verify(document.id));
  // If no field was placed, the signature is in the file's own field or on a separate page.
  const isElsewhere = fields.length === 0 && document.warnings.some((warning) => warning.includes('no new fields'));
  const boxes = isElsewhere ? null : fields.map(({ page, x, y, width, height }) => ({ page, x, y, width, height }));
  const isDrawn = document.warnings.some((warning) => warning.includes('so the server drew'));
  const drawn = isDrawn ? await api.download(document.id, 'original') : null;
  return { document, signed, boxes, drawn, verdict };
}

/** Signed files accept only signature fields, and some accept no fields. */
const FEWER: readonly string[] = ['signed_no_form_fields', 'no_new_fields'];

/**
 * Tries the sets of fields in turn as long as the response states that there are too many fields. Returns the set that
 * is accepted.
 */
async function firstTaken<Choice>(
  choices: readonly Choice[],
  send: (choice: Choice) => Promise<unknown>,
): Promise<Choice> {
  for (const choice of choices) {
    try {
      await send(choice);
      return choice;
    } catch (error) {
      if (!(error instanceof Refused) || !FEWER.includes(error.code) || choice === choices.at(-1)) throw error;
    }
  }
  throw new Error('There was no option to choose from.');
}

function fieldsFor({ pages }: Document, signer: string) {
  const place = (page: number, top: number) => {
    const { width: across = 0, height: down = 0 } = pages[page - 1] ?? {};
    const [width, height] = [Math.min(140, across * 0.5), Math.min(40, down * 0.25)];
    return { page, x: across * 0.1, y: down * top, width, height };
  };
  // If a page is too small for a field, the signature is on an added page.
  return [
    { kind: 'signature', signer, ...place(1, 0.1) },
    { kind: 'text', signer, label: 'Note', ...place(pages.length, 0.6) },
  ].filter(({ width, height }) => width >= SMALLEST && height >= SMALLEST);
}

async function sign(owner: Client, token: string): Promise<void> {
  const { signer, view } = await owner.openLink(token);
  await signer.json('POST', `/api/signing/${view.signer.id}/view`, {});
  await signer.json('POST', `/api/signing/${view.signer.id}/start`, {});
  await signer.json('POST', `/api/documents/${view.document.id}/sign`, {
    consent: true,
    signature: { type: 'typed', data: SIGNER },
    fields: textsOf(view).map(({ id }) => ({ id, value: TEXT })),
    revision: view.revision,
  });
}

const textsOf = ({ fields }: SigningView) => fields.filter(({ kind }) => kind === 'text');

/** Returns the file, or undefined until it is sealed. */
async function downloadOf(api: Client, id: string): Promise<Buffer | undefined> {
  try {
    return await api.download(id);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 409 || error.status === 503)) return undefined;
    throw error;
  }
}

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429) throw error;
    const code = error.faults.length > 0 ? (error.faults[0]?.code ?? '') : error.code;
    const { message } = error;
    throw new Refused(name, code, message, error);
  }
}

async function waitFor<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((next) => setTimeout(next, WAIT_MS));
  }
  throw new Error(`${what} did not arrive.`);
}
