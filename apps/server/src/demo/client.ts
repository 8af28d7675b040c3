/** A client that uses the service over HTTP, for the demo, the benchmarks and process tests. */
import {
  type AnswerOf,
  type CallOptions,
  type Client as ApiClient,
  createClient,
  errorFrom,
  type JsonId,
  type RequestOf,
  type Route,
} from '@countersign/client';
import * as api from '@countersign/client/operations';
import type { DocumentListEntry, SigningView } from '@countersign/contract';

export type Recipient = { email: string; name: string };

/** The request timeout. No request in a test or benchmark takes this long. */
const TIMEOUT_MS = 300_000;

export class Client {
  readonly #base: string;
  readonly #client: ApiClient;
  #authorization: string | undefined;
  #cookie: string | undefined;

  constructor(base: string, credential: { bearer?: string } = {}) {
    this.#base = base;
    this.#authorization = credential.bearer === undefined ? undefined : `Bearer ${credential.bearer}`;
    this.#client = createClient({
      baseUrl: base,
      version: 'v1',
      timeoutMs: TIMEOUT_MS,
      // Requests are not retried, because tests count the responses and benchmarks measure each response.
      retries: { times: 0 },
      headers: () => this.#credential(),
      onAnswer: (response) => this.#keepCookie(response),
    });
  }

  call<K extends JsonId>(route: Route<K>, request: RequestOf<K>, options?: CallOptions): Promise<AnswerOf<K>> {
    return this.#client.call(route, request, options);
  }

  /** Creates the first owner with the token from the set-up link. The client keeps the session cookie. */
  async setUp(input: {
    token: string;
    organization: string;
    name: string;
    email: string;
    password: string;
  }): Promise<void> {
    await this.call(api.setup, { body: input });
  }
  async logIn(input: { email: string; password: string }): Promise<void> {
    await this.call(api.login, { body: input });
  }
  async createApiKey(name: string): Promise<string> {
    const { apiKey } = await this.call(api.createApiKey, { body: { name, rateLimit: 'unlimited' } });
    return apiKey.key;
  }
  async upload(file: Uint8Array, filename: string): Promise<AnswerOf<'uploadDocument'>['document']> {
    const body = new FormData();
    body.append('file', new Blob([Buffer.from(file)], { type: 'application/pdf' }), filename);
    return (await this.call(api.uploadDocument, { body })).document;
  }
  sendForSigning(id: string, signers: Recipient[]): Promise<AnswerOf<'sendForSigning'>> {
    return this.call(api.sendForSigning, { params: { id }, body: { signers } });
  }
  status(id: string): Promise<AnswerOf<'getDocumentStatus'>> {
    return this.call(api.getDocumentStatus, { params: { id } });
  }
  async list(): Promise<DocumentListEntry[]> {
    return (await this.call(api.listDocuments, {})).documents;
  }
  async download(id: string, type: 'signed' | 'original' = 'signed'): Promise<Buffer> {
    const { downloadUrl } = await this.call(api.downloadDocument, { params: { id }, query: { type } });
    const response = await fetch(downloadUrl);
    if (!response.ok) throw errorFrom(response.status, await response.json().catch(() => null), response.headers);
    return Buffer.from(await response.arrayBuffer());
  }
  verify(id: string): Promise<AnswerOf<'verifyDocument'>> {
    return this.call(api.verifyDocument, { params: { id } });
  }
  /** Returns the text of the newest e-mail of this kind that was sent to the address, or undefined if there is none. */
  async mailTo(address: string, kind: string): Promise<string | undefined> {
    const { mails } = await this.call(api.listMail, {});
    const found = mails.find((mail) => mail.to === address && mail.kind === kind);
    if (!found) return undefined;
    return (await this.call(api.getMail, { params: { id: found.id } })).mail.text;
  }
  /** Opens a signing link as the signing page does: link -> session -> view. */
  async openLink(token: string): Promise<{ signer: Client; view: SigningView }> {
    const { bearer, view } = await this.call(api.openSigningSession, { body: { token } });
    return { signer: new Client(this.#base, { bearer }), view };
  }
  async sign(view: SigningView, name: string): Promise<AnswerOf<'signDocument'>> {
    const params = { signerId: view.signer.id };
    await this.call(api.markViewed, { params, body: {} });
    await this.call(api.markStarted, { params, body: {} });
    return this.call(api.signDocument, {
      params: { id: view.document.id },
      body: { consent: true, signature: { type: 'typed', data: name }, revision: view.revision },
    });
  }
  async text(path: string): Promise<string> {
    return (await this.send('GET', path)).text();
  }

  /** Sends a request to a URL that is not in the contract. Tests also use it to send invalid types. */
  async json<T>(method: string, path: string, body?: object): Promise<T> {
    return (await (await this.send(method, path, body)).json()) as T;
  }

  async send(method: string, path: string, body?: object): Promise<Response> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.#base + path, {
      method,
      headers: { ...this.#credential(), ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw errorFrom(response.status, await response.json().catch(() => null), response.headers);
    return response;
  }

  #credential(): Record<string, string> {
    return {
      ...(this.#authorization !== undefined && { authorization: this.#authorization }),
      ...(this.#cookie !== undefined && { cookie: this.#cookie }),
    };
  }

  #keepCookie(response: Response): void {
    const cookies = response.headers.getSetCookie();
    if (cookies.length > 0) this.#cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  }
}

export function linkToken(mail: string): string {
  const match = /\/sign#([A-Za-z0-9_-]+)/.exec(mail);
  if (!match?.[1]) throw new Error('the e-mail contains no signing link');
  return match[1];
}
