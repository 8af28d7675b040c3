import { afterEach, expect, test, vi } from 'vitest';
import { createClient, withProgress } from './index.ts';
import { uploadDocument } from './operations.ts';

/** A substitute for the parts of XMLHttpRequest that the client uses. The test decides how the request ends. */
class FakeExchange extends EventTarget {
  static last: FakeExchange;
  readonly upload = new EventTarget();
  readonly sentHeaders = new Headers();
  status = 0;
  response = new ArrayBuffer(0);
  opened: string[] = [];
  isAborted = false;

  constructor() {
    super();
    FakeExchange.last = this;
  }
  open(...opened: string[]): void {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string): void {
    this.sentHeaders.set(name, value);
  }
  getAllResponseHeaders(): string {
    return 'content-type: application/json\r\nretry-after: 7\r\n';
  }
  send(): void {}
  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  answer(status: number, body: object): void {
    this.status = status;
    this.response = new TextEncoder().encode(JSON.stringify(body)).buffer;
    this.dispatchEvent(new Event('load'));
  }
}

const start = (signal?: AbortSignal) => {
  vi.stubGlobal('XMLHttpRequest', FakeExchange);
  const parts: number[] = [];
  const client = createClient({ headers: () => ({ 'x-test': 'yes' }) });
  const options = { fetch: withProgress((part) => parts.push(part)), signal };
  const answer = client.call(uploadDocument, { body: new FormData() }, options);
  return { answer, exchange: FakeExchange.last, parts };
};

afterEach(() => void vi.unstubAllGlobals());

test('reports the progress of an upload, and parses the response as fetch does', async () => {
  const { answer, exchange, parts } = start();
  expect(exchange.opened).toEqual(['POST', '/api/documents/upload']);
  expect(exchange.sentHeaders.get('x-test')).toBe('yes');
  for (const loaded of [1, 4])
    exchange.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total: 4 }));
  exchange.answer(201, { document: { id: 'doc_1' } });
  await expect(answer).resolves.toEqual({ document: { id: 'doc_1' } });
  expect(parts).toEqual([0.25, 1]);
});

test('throws the same errors for an upload as for any other call', async () => {
  const refused = start();
  refused.exchange.answer(503, { error: 'SERVICE_UNAVAILABLE', message: 'Later.', details: {} });
  await expect(refused.answer).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 7 });
  const lost = start();
  lost.exchange.dispatchEvent(new Event('error'));
  await expect(lost.answer).rejects.toMatchObject({ code: 'NETWORK' });
});

test('cancels the upload when the caller aborts the signal', async () => {
  const abort = new AbortController();
  const { answer, exchange } = start(abort.signal);
  abort.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  expect(exchange.isAborted).toBe(true);
});
