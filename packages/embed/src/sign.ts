/**
 * `<countersign-sign>` shows the signing page. Its link comes from `POST /api/documents/:id/signers/:signerId/link`.
 */
import type { Language } from '@countersign/contract/languages';
import { EMBED_WORDS } from '@countersign/words/embed';
import { type Detail, FrameElement, type Texts } from './frame.ts';

/**
 * The `detail` of `ready`, `signed`, `completed`, `declined` and `forwarded`, which identifies the document and its
 * recipient.
 */
export type SignerDetail = { documentId: string; signerId: string };
/** The `detail` of `finished`, which contains the outcome of the visit. */
export type FinishedDetail = {
  /** Null if the document was never shown. */
  documentId: string | null;
  signerId: string | null;
  status: 'signed' | 'declined' | 'forwarded' | 'expired' | 'voided';
};

/** Messages from the page that are dispatched as events. Some events have a different name. */
const EVENTS: Readonly<Record<string, string>> = {
  opened: 'ready',
  signed: 'signed',
  completed: 'completed',
  declined: 'declined',
  forwarded: 'forwarded',
  height: 'height',
};

/** The `<countersign-sign>` element. */
export class CountersignSign extends FrameElement {
  protected texts(language: string): Texts {
    const { sign, signLoading } = EMBED_WORDS[language as Language];
    return { title: sign, loading: signLoading };
  }

  protected handleEvent(event: string, detail: Detail): void {
    const name = EVENTS[event];
    if (name !== undefined) this.send(name, detail);
    else if (event === 'finished') this.#finish(detail as unknown as FinishedDetail);
    else if (event === 'stopped') this.#stop(String(detail['reason']));
  }

  #finish(detail: FinishedDetail): void {
    if (this.send('finished', detail)) this.leave(detail.documentId, detail.status);
  }

  #stop(reason: string): void {
    this.fail(reason, `The signing page does not show the document: ${reason}.`);
  }
}
