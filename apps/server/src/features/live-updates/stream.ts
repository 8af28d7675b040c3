/**
 * The stream of one client: its access rights, its position, and the text that is sent (server-sent events, WHATWG HTML
 * §9.2).
 */
import { Readable } from 'node:stream';
import { streamedEvent } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { EventRow, OwnedEvent, Position } from './store.ts';

/**
 * The maximum amount of buffered data before the stream is closed. One batch, shared by all streams, may be buffered in
 * addition.
 */
const MAX_WAITING = 256 * 1024;
/** The time after which a client reconnects, in milliseconds. */
const RETRY_MS = 3000;

/** Returns the principal to which the credential belongs now, or undefined if the credential is no longer valid. */
export type Check = () => Promise<MemberPrincipal | undefined>;
export type Wanted = {
  documentId: string | undefined;
  /** The last event that the client received, as stated by the client. */
  after: string | undefined;
};

export class UpdateStream extends Readable {
  readonly wanted: Wanted;
  /** Undefined until the stream has caught up. */
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

  guard(check: Check): void {
    this.#check = check;
  }

  /**
   * Returns false if the credential is no longer valid: the session was closed, the key was revoked or the role was
   * removed. Throws if the database does not respond. In that case, nothing is sent and the stream stays open.
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

  /** Members see events of their own documents. Only admins see events that are not about a document. */
  sees({ document_id: documentId, owner_id: ownerId }: OwnedEvent): boolean {
    if (this.wanted.documentId !== undefined && this.wanted.documentId !== documentId) return false;
    const { role, userId } = this.#principal;
    return role !== 'member' || (ownerId !== null && ownerId === userId);
  }

  /** Sends the first message: `open`, or `reset` if missed events can no longer be sent. */
  begin(name: 'open' | 'reset', newest: Position | undefined): void {
    this.#write(`retry: ${RETRY_MS}\nevent: ${name}\n${newest ? `id: ${newest.id}\n` : ''}data: {}\n\n`);
  }

  send(message: Buffer): void {
    this.#write(message);
  }

  /**
   * A reader that is too slow is disconnected, because reconnecting costs the client less than buffering costs the
   * server.
   */
  get isTooSlow(): boolean {
    return this.readableLength > MAX_WAITING;
  }

  sendHeartbeat(): void {
    this.#write(': heartbeat\n\n');
  }

  finish(): void {
    if (this.destroyed || this.#isFinished) return;
    this.#isFinished = true;
    this.push(null);
  }

  /** Text is pushed as it arrives, not on demand. */
  override _read(): void {}

  #write(text: string | Buffer): void {
    if (!this.destroyed && !this.#isFinished) this.push(text);
  }
}

/** Formats an event once, because all streams that receive the event share the message. */
export function messageOf({ id, kind, created_at: at, data, sequence }: EventRow): Buffer {
  return Buffer.from(`id: ${id}\ndata: ${JSON.stringify(streamedEvent({ id, kind, at, data, sequence }))}\n\n`);
}
