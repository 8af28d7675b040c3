/** A file uploaded with a request. */
import { AppError, fileTooLarge } from '../../platform/errors.ts';

/** A value of the scalar Upload, which no JSON value can imitate. */
export class Upload {
  readonly filename: string;
  /** True if invisible control characters were removed from the name. */
  readonly isNameCleaned: boolean;
  readonly #content: AsyncIterable<Uint8Array>;
  /** Reads the form fields after the file. Throws if there is another file. */
  readonly ended: () => Promise<void>;
  #isTaken = false;

  constructor(
    { filename, isNameCleaned }: { filename: string; isNameCleaned: boolean },
    content: AsyncIterable<Uint8Array>,
    ended: () => Promise<void>,
  ) {
    this.filename = filename;
    this.isNameCleaned = isNameCleaned;
    this.#content = content;
    this.ended = ended;
  }

  /** Yields the bytes, for one reader. Throws FILE_TOO_LARGE once the limit is exceeded. */
  async *read(maxBytes: number): AsyncGenerator<Uint8Array> {
    if (this.#isTaken) throw new AppError('FORBIDDEN', {}, { message: 'A file can be passed to only one field.' });
    this.#isTaken = true;
    let size = 0;
    for await (const chunk of this.#content) {
      size += chunk.length;
      if (size > maxBytes) throw fileTooLarge(maxBytes);
      yield chunk;
    }
  }
}
