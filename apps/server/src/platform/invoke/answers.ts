/** Responses of handlers that are not JSON: files and event streams. The transport decides how to send them. */
import type { Readable } from 'node:stream';
import type { Principal } from '../principal.ts';

export type Encoded = { readonly plain: Buffer; readonly br: Buffer; readonly gzip: Buffer };

type Range = { start: number; end: number };

export class ByteAnswer {
  readonly size: number;
  readonly etag: string;
  readonly filename: string | undefined;
  /** The content type, if it differs from the content type in the contract. */
  readonly contentType: string | undefined;
  /** Opens a range. `end` is the last byte of the range, inclusive. */
  readonly open: (range: Range) => Readable | Uint8Array;
  /** The encoded forms of the content, if it is identical for all callers and small enough to keep in memory. */
  readonly forms: Encoded | undefined;
  /** Awaited before the first byte is sent. It is not called if the response has no body (304, HEAD). */
  readonly beforeBytes: () => Promise<void>;

  constructor(options: {
    size: number;
    etag: string;
    filename?: string;
    contentType?: string;
    open: (range: Range) => Readable | Uint8Array;
    forms?: Encoded;
    beforeBytes?: () => Promise<void>;
  }) {
    this.size = options.size;
    this.etag = `"${options.etag}"`;
    this.filename = options.filename;
    this.contentType = options.contentType;
    this.open = options.open;
    this.forms = options.forms;
    this.beforeBytes = options.beforeBytes ?? (async () => {});
  }

  static of(
    bytes: Uint8Array,
    etag: string,
    more: { filename?: string; contentType?: string; beforeBytes?: () => Promise<void> } = {},
  ): ByteAnswer {
    const open: ByteAnswer['open'] = ({ start, end }) => bytes.subarray(start, end + 1);
    return new ByteAnswer({ size: bytes.length, etag, open, ...more });
  }

  static ofForms(forms: Encoded, etag: string): ByteAnswer {
    const open: ByteAnswer['open'] = ({ start, end }) => forms.plain.subarray(start, end + 1);
    return new ByteAnswer({ size: forms.plain.length, etag, open, forms });
  }
}

/** A file that is created while it is sent. Its length is unknown, and ranges are not supported. */
export class StreamAnswer {
  readonly open: () => Readable;
  readonly contentType: string;
  readonly filename: string;

  constructor(options: { open: () => Readable; contentType: string; filename: string }) {
    this.open = options.open;
    this.contentType = options.contentType;
    this.filename = options.filename;
  }
}

/**
 * Returns the current owner of the credential. Throws if the credential has ended or is no longer sufficient for this
 * operation.
 */
export type StillGood = () => Promise<Principal>;

/** An event stream that ends when the credential with which it was opened is no longer valid. */
export class EventStreamAnswer {
  readonly stream: Readable;
  readonly guard: (stillGood: StillGood) => void;

  constructor(stream: Readable, guard: (stillGood: StillGood) => void) {
    this.stream = stream;
    this.guard = guard;
  }
}
