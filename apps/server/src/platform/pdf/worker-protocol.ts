/**
 * Messages between the pool and a worker. Each worker has one task at a time, so a sequence number is enough to detect
 * late responses.
 */

/** The kinds of tasks of a worker, with their input and output. All of it must survive structured cloning. */
export type TaskMap = { readonly [kind: string]: { readonly input: unknown; readonly output: unknown } };

export interface TaskRequest {
  readonly id: number;
  readonly kind: string;
  readonly input: unknown;
}

export type TaskReply =
  | { readonly id: number; readonly outcome: 'done'; readonly value: unknown; readonly retire: boolean }
  | {
      readonly id: number;
      readonly outcome: 'rejected';
      readonly reason: string;
      readonly message: string;
      readonly retire: boolean;
    }
  | {
      readonly id: number;
      readonly outcome: 'failed';
      readonly code: 'out_of_memory' | 'crashed';
      readonly message: string;
    };

/**
 * Copies a message without hidden memory. Structured cloning copies the whole block behind a byte array. A small Buffer
 * is a view of a shared block of 64 KiB, and a database value is a view of one socket read.
 */
export function compact<Message>(message: Message): Message {
  return compacted(message) as Message;
}

function compacted(value: unknown): unknown {
  if (value instanceof Uint8Array) return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value);
  if (Array.isArray(value)) return value.map(compacted);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, compacted(member)]));
}
