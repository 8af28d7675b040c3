/** What is used of yazl, which has no types of its own; those of DefinitelyTyped leave out that the size is told. */
declare module 'yazl' {
  import type { EventEmitter } from 'node:events';
  import type { PassThrough, Readable } from 'node:stream';

  export class ZipFile extends EventEmitter<{ error: [Error] }> {
    readonly outputStream: PassThrough;
    /** `open` is called when it is the entry's turn. Throws for a path that is absolute or leads upwards. */
    addReadStreamLazy(
      path: string,
      options: { mtime: Date; size: number; compress: boolean },
      open: (pass: (error: Error | null, stream: Readable) => void) => void,
    ): void;
    /** `onSize` is called before `end` returns, where every entry has a size and none is compressed. */
    end(options: object, onSize?: (size: number) => void): void;
  }
}
