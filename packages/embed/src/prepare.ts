/** `<countersign-prepare>` shows the editor of a draft. Its link comes from `POST /api/documents/:id/prepare-link`. */
import type { Language } from '@countersign/contract/languages';
import { EMBED_WORDS } from '@countersign/words/embed';
import { type Detail, FrameElement, type Texts } from './frame.ts';

/** The `detail` of `ready`, `saved`, `sent` and `closed`, which identifies the draft. */
export type DraftDetail = { documentId: string };

const EVENTS: Readonly<Record<string, string>> = {
  opened: 'ready',
  saved: 'saved',
  sent: 'sent',
  closed: 'closed',
  height: 'height',
};
/** Events after which the component navigates to `return-url`. */
const ENDS: Readonly<Record<string, string>> = { sent: 'sent', closed: 'draft' };

/** The `<countersign-prepare>` element. */
export class CountersignPrepare extends FrameElement {
  protected texts(language: string): Texts {
    const { prepare, signLoading } = EMBED_WORDS[language as Language];
    return { title: prepare, loading: signLoading };
  }

  protected handleEvent(event: string, detail: Detail): void {
    if (event === 'stopped') {
      const reason = String(detail['reason']);
      this.fail(reason, `The editor does not show the draft: ${reason}.`);
    }
    const name = EVENTS[event];
    const status = ENDS[event];
    if (name !== undefined && this.send(name, detail) && status !== undefined)
      this.leave(String(detail['documentId']), status);
  }
}
