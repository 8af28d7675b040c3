/** The public HTTP interface as a program uses it; the demo and the bench know nothing else of the server. */
import type { AnswerOf, DocumentListEntry, operations, SigningView } from '@countersign/contract';

type Operations = typeof operations;
type Output<K extends keyof Operations> = AnswerOf<Operations[K]>;
export type Recipient = { email: string; name: string };

export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly body: unknown;
  constructor(method: string, path: string, status: number, body: unknown) {
    super(`${method} ${path.replace(/\/api\/files\/.*/, '/api/files/…')}: ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

export class Client {
  readonly #base: string;
  #authorization: string | undefined;
  #cookie: string | undefined;

  constructor(base: string, credential: { bearer?: string } = {}) {
    this.#base = base;
    this.#authorization = credential.bearer === undefined ? undefined : `Bearer ${credential.bearer}`;
  }

  /** The first owner, by the setup link's token; the session cookie stays with this client. */
  async setUp(input: {
    token: string;
    organization: string;
    name: string;
    email: string;
    password: string;
  }): Promise<void> {
    this.#keepCookie(await this.send('POST', '/api/setup', input));
  }
  async logIn(input: { email: string; password: string }): Promise<void> {
    this.#keepCookie(await this.send('POST', '/api/auth/login', input));
  }
  async createApiKey(name: string): Promise<string> {
    const answer = await this.json<Output<'createApiKey'>>('POST', '/api/settings/api-keys', {
      name,
      rateLimit: 'unlimited',
    });
    return answer.apiKey.key;
  }
  async upload(file: Uint8Array, filename: string): Promise<Output<'uploadDocument'>['document']> {
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(file)], { type: 'application/pdf' }), filename);
    return (await this.json<Output<'uploadDocument'>>('POST', '/v1/api/documents/upload', form)).document;
  }
  async sendForSigning(id: string, signers: Recipient[]): Promise<Output<'sendForSigning'>> {
    return this.json('POST', `/v1/api/documents/${id}/send-for-signing`, { signers });
  }
  status(id: string): Promise<Output<'getDocumentStatus'>> {
    return this.json('GET', `/v1/api/documents/${id}/status`);
  }
  async list(): Promise<DocumentListEntry[]> {
    return (await this.json<Output<'listDocuments'>>('GET', '/v1/api/documents/paginated')).documents;
  }
  async download(id: string, type: 'signed' | 'original' = 'signed'): Promise<Buffer> {
    const address = `/v1/api/documents/${id}/download?type=${type}`;
    const { downloadUrl } = await this.json<Output<'downloadDocument'>>('GET', address);
    const response = await fetch(downloadUrl);
    if (!response.ok) throw new HttpError('GET', '/api/files/…', response.status, await response.text());
    return Buffer.from(await response.arrayBuffer());
  }
  verify(id: string): Promise<Output<'verifyDocument'>> {
    return this.json('GET', `/v1/api/documents/${id}/verify`);
  }
  /** The text of the newest mail of a kind to somebody, or undefined. */
  async mailTo(address: string, kind: string): Promise<string | undefined> {
    const { mails } = await this.json<Output<'listMail'>>('GET', '/api/mailbox');
    const found = mails.find((mail) => mail.to === address && mail.kind === kind);
    if (!found) return undefined;
    return (await this.json<Output<'getMail'>>('GET', `/api/mailbox/${found.id}`)).mail.text;
  }
  /** Opens a signing link as the signing page does: link -> session -> view. */
  async openLink(token: string): Promise<{ signer: Client; view: SigningView }> {
    const { bearer, view } = await this.json<Output<'openSigningSession'>>('POST', '/api/signing/session', { token });
    return { signer: new Client(this.#base, { bearer }), view };
  }
  async sign(view: SigningView, name: string): Promise<Output<'signDocument'>> {
    await this.json('POST', `/api/signing/${view.signer.id}/view`, {});
    await this.json('POST', `/api/signing/${view.signer.id}/start`, {});
    return this.json('POST', `/api/documents/${view.document.id}/sign`, {
      consent: true,
      signature: { type: 'typed', data: name },
      revision: view.revision,
    });
  }
  async text(path: string): Promise<string> {
    return (await this.send('GET', path)).text();
  }

  async json<T>(method: string, path: string, body?: object): Promise<T> {
    return (await (await this.send(method, path, body)).json()) as T;
  }

  async send(method: string, path: string, body?: object): Promise<Response> {
    const headers: Record<string, string> = {};
    if (this.#authorization !== undefined) headers['authorization'] = this.#authorization;
    if (this.#cookie !== undefined) headers['cookie'] = this.#cookie;
    if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json';
    const payload = body instanceof FormData ? body : body && JSON.stringify(body);
    const response = await fetch(this.#base + path, { method, headers, ...(payload && { body: payload }) });
    if (response.ok) return response;
    const text = await response.text();
    throw new HttpError(method, path, response.status, text.startsWith('{') ? JSON.parse(text) : text);
  }

  #keepCookie(response: Response): void {
    this.#cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }
}

/** The token in a mail's signing link. */
export function linkToken(mail: string): string {
  const match = /\/sign#([A-Za-z0-9_-]+)/.exec(mail);
  if (!match?.[1]) throw new Error('the mail holds no signing link');
  return match[1];
}
