import { afterEach, describe, expect, it, vi } from 'vitest';
import { RequestFailed } from './failure.ts';
import { viewOfSample } from './sample.ts';
import { createService } from './service.ts';

type Seen = { path: string; init: RequestInit };

/** A service whose requests are recorded and answered by `reply`. */
function serviceWith(reply: (seen: Seen) => Response | Promise<Response>) {
  const seen: Seen[] = [];
  const service = createService(async (path, init) => {
    const request = { path: typeof path === 'string' ? path : '', init: init ?? {} };
    seen.push(request);
    return reply(request);
  });
  return { service, seen };
}
const opened = () =>
  Response.json({ success: true, bearer: 'b1', expiresAt: '2026-11-20T10:30:00.000Z', view: viewOfSample() });
const bearerOf = ({ init }: Seen): string | null => new Headers(init.headers).get('Authorization');

describe('busy server', () => {
  afterEach(() => void vi.useRealTimers());
  const busy = () =>
    Response.json(
      { error: 'SERVICE_UNAVAILABLE' },
      { status: 503, headers: { 'retry-after': '2', 'x-request-id': 'r' } },
    );

  it('retries read requests at the time that a busy server specifies', async () => {
    vi.useFakeTimers();
    let asked = 0;
    const { service } = serviceWith(() => ((asked += 1) < 3 ? busy() : Response.json({ view: viewOfSample() })));
    const view = service.view('sgn_ada');
    await vi.advanceTimersByTimeAsync(1900);
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(2800);
    await expect(view).resolves.toMatchObject({ signer: {} });
    expect(asked).toBe(3);
  });

  it('does not retry a sign request to a busy server, because the signer retries it', async () => {
    const { service, seen } = serviceWith(busy);
    await expect(service.sign('doc_a', { consent: true, fields: [] })).rejects.toMatchObject({
      failure: { kind: 'unavailable', retryAfter: 2 },
    });
    expect(seen).toHaveLength(1);
  });
});

describe('client of the signing page', () => {
  it('exchanges the signing link without a credential and then uses the bearer token', async () => {
    const { service, seen } = serviceWith(({ path }) =>
      path.endsWith('/session') ? opened() : Response.json({ view: {} }),
    );
    await service.open('link.token');
    await service.view('sgn_ada');
    const [first, second] = seen;
    expect(first && bearerOf(first)).toBeNull();
    expect(first?.init.body).toBe('{"token":"link.token"}');
    expect(second && bearerOf(second)).toBe('Bearer b1');
    expect(second?.path).toBe('/api/signing/sgn_ada');
  });

  it('opens an in-person session with the code and continues with the session', async () => {
    const sessionId = `inperson_${'a'.repeat(64)}`;
    const { service, seen } = serviceWith(({ path }) =>
      path.endsWith('/verify')
        ? Response.json({ session: { expires_at: '2026-11-20T10:30:00.000Z' }, document: { signerId: 'sgn_ada' } })
        : Response.json({ view: viewOfSample() }),
    );
    const { bearer, expiresAt } = await service.open(sessionId, { accessCode: 'Blue 7!' });
    expect({ bearer, expiresAt }).toEqual({ bearer: sessionId, expiresAt: '2026-11-20T10:30:00.000Z' });
    expect(seen[0]).toMatchObject({ path: '/api/signing/in-person/verify' });
    expect(seen[0]?.init.body).toBe(JSON.stringify({ sessionId, verificationCode: 'Blue 7!' }));
    expect(seen[1] && bearerOf(seen[1])).toBe(`Bearer ${sessionId}`);
    expect(service.inPerson()).toBe(true);
  });

  it('extends the session only with the bearer token', async () => {
    const { service, seen } = serviceWith(opened);
    service.resume('kept');
    await service.extend();
    expect(seen[0] && bearerOf(seen[0])).toBe('Bearer kept');
    expect(seen[0]?.init.body).toBe('{}');
  });

  it('treats a missing response as a lost connection, even in the middle of a body', async () => {
    const { service } = serviceWith(() => Promise.reject(new TypeError('failed to fetch')));
    await expect(service.view('sgn_ada')).rejects.toEqual(new RequestFailed({ kind: 'offline' }));
    const torn = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
    const { service: second } = serviceWith(() => new Response(torn));
    await expect(second.pdf('sgn_ada')).rejects.toMatchObject({ failure: { kind: 'offline' } });
    const { service: third } = serviceWith(() => new Response('<html>Sign in to this network</html>'));
    await expect(third.view('sgn_ada')).rejects.toMatchObject({ failure: { kind: 'offline' } });
  });

  it('does not report a request canceled by the page as a lost connection', async () => {
    const { service } = serviceWith(({ init }) => {
      const { signal } = init;
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError'))),
      );
    });
    const abort = new AbortController();
    const picture = service.picture('sgn_ada', 3, 900, abort.signal);
    abort.abort();
    await expect(picture).rejects.not.toBeInstanceOf(RequestFailed);
  });

  it('classifies responses with a status other than 2xx', async () => {
    const body = { error: 'ALREADY_SIGNED', message: '…', details: {} };
    const { service } = serviceWith(() => Response.json(body, { status: 409 }));
    const request = { consent: true, fields: [] } as const;
    await expect(service.sign('doc_nda', { ...request, fields: [] })).rejects.toMatchObject({
      failure: { kind: 'already-signed' },
    });
  });
});
