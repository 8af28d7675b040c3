/** Passes on the output of a process in whole lines, so that lines of several processes never mix. */
const NEWLINE = 0x0a;

export class WholeLines {
  readonly #write: (text: string) => void;
  #rest: Buffer[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(chunk: Buffer): void {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) return void this.#rest.push(chunk);
    this.#write(Buffer.concat([...this.#rest, chunk.subarray(0, end)]).toString());
    this.#rest = end < chunk.length ? [chunk.subarray(end)] : [];
  }

  /** The process has ended: its last line may be incomplete. */
  end(): void {
    if (this.#rest.length > 0) this.#write(`${Buffer.concat(this.#rest).toString()}\n`);
    this.#rest = [];
  }
}
