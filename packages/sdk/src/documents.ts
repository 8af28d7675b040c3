/** Document methods that need more than one call. */
import { pause } from '@countersign/client';
import * as routes from '@countersign/client/operations';
import type { CallOptions, UploadOptions } from './api.ts';
import { DocumentEndedError } from './errors.ts';
import { listen } from './events.ts';
import type { FileInput } from './files.ts';
import { DocumentCalls } from './generated/resources.ts';
import type { Answer, Fields } from './types.ts';

/** Options for `waitUntilCompleted`. */
export interface WaitOptions {
  signal?: AbortSignal | undefined;
  /** The maximum wait in milliseconds. Defaults to no limit. */
  timeoutMs?: number | undefined;
  /**
   * The pause between two checks in milliseconds. Defaults to 30 seconds. Live updates usually make these checks
   * unnecessary.
   */
  pollMs?: number | undefined;
}

type Document = Answer<'getDocument'>['document'];
type Sending = Omit<Fields<'createDocument'>, 'signers'>;
type Signers = Fields<'createDocument'>['signers'];

const POLL_MS = 30_000;
const ENDED: ReadonlySet<string> = new Set(['declined', 'voided', 'expired']);

export class Documents extends DocumentCalls {
  /**
   * Uploads a PDF and sends it to its signers in one call. If the call fails, no document is created.
   *
   *   await countersign.documents.createAndSend('lease.pdf', [{ email: 'ada@example.com', name: 'Ada Lovelace' }]);
   */
  async createAndSend(
    file: FileInput,
    signers: Signers,
    input: Sending = {},
    options?: UploadOptions,
  ): Promise<Answer<'createDocument'>> {
    return this.create({ ...input, signers, file }, options);
  }

  /**
   * Waits for the document to be completed. Listens to live updates, and checks the document every 30 seconds while
   * live updates are unavailable.
   *
   * @throws DocumentEndedError if the document was declined or voided, or if it expired; a TimeoutError after
   * `timeoutMs`; ApiError like every call
   */
  async waitUntilCompleted(
    documentId: string,
    { signal, timeoutMs, pollMs = POLL_MS }: WaitOptions = {},
  ): Promise<Document> {
    const end = new AbortController();
    const stop = () => end.abort(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted === true) stop();
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(
            () => end.abort(new DOMException('The document was not completed in time.', 'TimeoutError')),
            timeoutMs,
          );
    // Resolves on each event and when the stream opens. The caller then checks what happened before the stream opened.
    let wake = () => {};
    const follow = async (): Promise<void> => {
      const params = { id: documentId };
      const onOpen = () => wake();
      const events = listen(this.api, routes.streamDocumentEvents, params, {
        signal: end.signal,
        onOpen,
        onReset: onOpen,
      });
      for await (const { id } of events) if (id) wake();
    };
    // If live updates fail, the periodic checks detect that the document was completed or has ended. They also report a
    // key that lacks access.
    follow().catch(() => {});
    try {
      for (;;) {
        const event = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const { status } = await this.getStatus(documentId, { signal: end.signal });
        if (status === 'completed' || status === 'archived')
          return (await this.get(documentId, { signal: end.signal })).document;
        if (ENDED.has(status)) throw new DocumentEndedError(documentId, status as 'declined');
        await Promise.race([event, pause(pollMs, end.signal)]);
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      end.abort();
    }
  }

  /**
   * Downloads a file of the document: the signed PDF by default, `original`, the certificate of completion (`audit`),
   * or a ZIP archive of all files (`bundle`).
   */
  async download(
    documentId: string,
    query: Parameters<DocumentCalls['getDownloadLink']>[1] = {},
    options?: CallOptions,
  ): Promise<Blob> {
    const { downloadUrl } = await this.getDownloadLink(documentId, query, options);
    const { pathname, searchParams } = new URL(downloadUrl);
    // The prefix is removed, because the client adds it for the sandbox.
    const operation = { method: 'GET', path: pathname.replace(/^\/sandbox(?=\/)/, '') };
    return this.api.file(operation, { query: Object.fromEntries(searchParams) }, options);
  }
}
