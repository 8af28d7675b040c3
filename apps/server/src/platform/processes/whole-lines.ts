/** Passes on the output of a process in whole lines, so that lines of several processes never mix. */
const NEWLINE = 0x0a;
/**
 * The maximum length of a line. A longer line is divided, so that a process that writes no line breaks does not fill
 * the memory.
 */
const MAX_BYTES = 1024 * 1024;

export class WholeLines {
  readonly #write: (text: string) => void;
  #rest: Buffer[] = [];
  #restBytes = 0;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(chunk: Buffer): void {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.#rest.push(chunk);
      this.#restBytes += chunk.length;
      if (this.#restBytes > MAX_BYTES) this.end();
      return;
    }
    this.#write(Buffer.concat([...this.#rest, chunk.subarray(0, end)]).toString());
    this.#rest = end < chunk.length ? [chunk.subarray(end)] : [];
    this.#restBytes = chunk.length - end;
  }

  /** Writes the last line even if it is incomplete. */
  end(): void {
    if (this.#rest.length > 0) this.#write(`${Buffer.concat(this.#rest).toString()}\n`);
    this.#rest = [];
    this.#restBytes = 0;
  }
}
