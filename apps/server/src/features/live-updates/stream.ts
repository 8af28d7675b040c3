/** One listener: what it may see, where it stands, and the text of its stream (server-sent events, WHATWG HTML §9.2). */
import { Readable } from 'node:stream';
import { streamedEvent } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { EventRow, Position } from './store.ts';

/** What may wait for a reader when there is more; beside it there is one batch at most, shared by all streams. */
const MOST_WAITING = 256 * 1024;
/** How soon a client asks again. */
const RETRY_MS = 3000;

/** Who the credential stands for now; undefined when it has ended. */
export type Check = () => Promise<MemberPrincipal | undefined>;
export type Wanted = {
  documentId: string | undefined;
  /** The last event it had, as the client says. */
  after: string | undefined;
};

export class UpdateStream extends Readable {
  readonly wanted: Wanted;
  /** Undefined until it has caught up. */
  position: Position | undefined;
  #principal: MemberPrincipal;
  #check: Check | undefined;
  #isFinished = false;

  constructor(principal: MemberPrincipal, wanted: Wanted) {
    super();
    this.#principal = principal;
    this.wanted = wanted;
  }

  get tenantId(): string {
    return this.#principal.tenantId;
  }

  /** How to find out later whether the credential is still good. */
  guard(check: Check): void {
    this.#check = check;
  }

  /**
   * False when it has ended: a session that was closed, a key that was revoked, a role that was withdrawn. Throws where nobody
   * can tell, because the database does not answer: then nothing is sent, and nothing ends.
   */
  async isGood(): Promise<boolean> {
    if (this.destroyed || this.#isFinished) return false;
    if (!this.#check) return true;
    const principal = await this.#check().catch((error: unknown) => {
      if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') return undefined;
      throw error;
    });
    if (principal?.tenantId !== this.tenantId) return false;
    this.#principal = principal;
    return true;
  }

  /** A member sees their own documents; what is about no document is for admins. */
  sees({ document_id: documentId, owner_id: ownerId }: EventRow): boolean {
    if (this.wanted.documentId !== undefined && this.wanted.documentId !== documentId) return false;
    const { role, userId } = this.#principal;
    return role !== 'member' || (ownerId !== null && ownerId === userId);
  }

  /** The first word: `open`, or `reset` where what was missed cannot be sent any more. */
  begin(name: 'open' | 'reset', newest: Position | undefined): void {
    this.#write(`retry: ${RETRY_MS}\nevent: ${name}\n${newest ? `id: ${newest.id}\n` : ''}data: {}\n\n`);
  }

  tell(message: Buffer): void {
    this.#write(message);
  }

  /** Whoever reads too slowly is cut off: asking again costs them less than waiting costs us. */
  get isTooSlow(): boolean {
    return this.readableLength > MOST_WAITING;
  }

  beat(): void {
    this.#write(': heartbeat\n\n');
  }

  /** In good order; the client may ask again. */
  finish(): void {
    if (this.destroyed || this.#isFinished) return;
    this.#isFinished = true;
    this.push(null);
  }

  /** Text is pushed as it comes; nothing is made on demand. */
  override _read(): void {}

  #write(text: string | Buffer): void {
    if (!this.destroyed && !this.#isFinished) this.push(text);
  }
}

/** An event as a message; made once for all streams that get it. */
export function messageOf({ id, kind, created_at: at, data, sequence }: EventRow): Buffer {
  return Buffer.from(`id: ${id}\ndata: ${JSON.stringify(streamedEvent({ id, kind, at, data, sequence }))}\n\n`);
}
