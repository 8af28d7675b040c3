import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { Browser } from './browser-jar.ts';
import type { Answer, Caller } from './caller.ts';
import type { SamlProvider, Saying } from './saml-provider.ts';

type Records = Map<string, string[]>;

/** Confirms one of the organization's domains, as its administrator would. */
export async function proveDomain(app: TestApp, records: Records, domain: string, by?: Caller): Promise<string> {
  const caller = by ?? (await app.session());
  const added = await caller.post<'addDomain'>('/api/organization/domains', { domain });
  expect(added.status, added.text).toBe(201);
  const { id, record } = added.body.domain;
  records.set(record.name, ['v=spf1 -all', record.value]);
  const verified = await caller.post<'verifyDomain'>(`/api/organization/domains/${id}/verify`);
  expect(verified.status, verified.text).toBe(200);
  return id;
}

export async function setSaml(app: TestApp, provider: SamlProvider, more: object = {}, by?: Caller): Promise<void> {
  const body = { protocol: 'saml', metadata_xml: provider.metadata(), ...more };
  const answer = await (by ?? (await app.session())).send('PUT', '/api/organization/sso', { body });
  expect(answer.status, answer.text).toBe(200);
}

/** A person with a browser who signs in through a SAML provider. */
export class SamlLogin {
  readonly browser: Browser;
  readonly #app: TestApp;
  readonly #path: string;
  readonly #provider: SamlProvider;

  constructor(
    app: TestApp,
    provider: SamlProvider,
    organizationId = app.tenant.organizationId,
    browser = new Browser(app),
  ) {
    this.#app = app;
    this.#provider = provider;
    this.browser = browser;
    this.#path = `/api/auth/saml/${organizationId}`;
  }

  get acsUrl(): string {
    return `${this.#app.services.baseUrl()}${this.#path}/acs`;
  }

  /** Starts the request to the provider. */
  async begin(query = ''): Promise<{ requestId: string; relayState: string; request: string; url: URL }> {
    const answer = await this.browser.get(`${this.#path}/login${query}`);
    expect(answer.status, answer.text).toBe(303);
    const url = new URL(answer.headers.get('location') ?? '');
    const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    return {
      requestId: /\bID="([^"]+)"/.exec(request)?.[1] ?? '',
      relayState: url.searchParams.get('RelayState') ?? '',
      request,
      url,
    };
  }

  /** Returns the text of the provider's response. */
  says(nameId: string, saying: Partial<Saying> = {}): string {
    return this.#provider.response({
      acsUrl: this.acsUrl,
      audience: this.acsUrl.replace(/acs$/, 'metadata'),
      nameId,
      now: this.#app.clock.now(),
      ...saying,
    });
  }

  bring(xml: string, relayState = '', headers: Record<string, string> = {}): Promise<Answer> {
    return this.bringEncoded(Buffer.from(xml).toString('base64'), relayState, headers);
  }

  bringEncoded(SAMLResponse: string, relayState = '', headers: Record<string, string> = {}): Promise<Answer> {
    return this.browser.form(
      `${this.#path}/acs`,
      { SAMLResponse, ...(relayState !== '' && { RelayState: relayState }) },
      headers,
    );
  }

  /** Performs the whole sign-in. */
  async logIn(nameId: string, saying: Partial<Saying> = {}): Promise<Answer> {
    const { requestId, relayState } = await this.begin();
    return this.bring(this.says(nameId, { requestId, ...saying }), relayState);
  }
}

/** Returns where a response leads: a path in the app, or the message on the sign-in page. */
export function leadsTo({ status, headers, text }: Answer): string {
  expect(status, text).toBe(303);
  const url = new URL(headers.get('location') ?? '');
  return url.pathname + url.search + url.hash;
}

/** Returns the reason for rejecting the newest sign-in, as the administrator sees it. */
export async function newestRefusal(app: TestApp): Promise<string | null> {
  const { body } = await (await app.session()).get<'getSingleSignOn'>('/api/organization/sso');
  return body.single_sign_on?.last_refusal?.reason ?? null;
}
