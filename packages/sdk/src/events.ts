/** Live updates over server-sent events, with reconnection (docs/api/events.md). */
import { pause } from '@countersign/client';
import type { Api, Operation } from './api.ts';
import { ApiError } from './errors.ts';

/** An event of the organization, in payload shape A with its sequence number. */
export interface LiveEvent {
  readonly id: string;
  readonly type: string;
  /** The Unix time in seconds. */
  readonly created: number;
  readonly sequence: number | null;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

/** The options of `events.listen`. */
export interface ListenOptions {
  signal?: AbortSignal | undefined;
  /** Starts after the event with this ID. By default, only new events are returned. */
  lastEventId?: string | undefined;
  /** Called when the stream has opened. Events after this call are not missed. */
  onOpen?: (() => void) | undefined;
  /** Called when events were missed, because the stream was interrupted for longer than the server retains events. */
  onReset?: (() => void) | undefined;
}

type Message = { event: string; id: string | undefined; data: string };

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The stream is treated as broken after this time without data. The server sends a comment every 15 seconds. */
const SILENCE_MS = 45_000;

/** Yields events as they happen. After an interruption, reconnects and continues after the last event. */
export async function* listen(
  api: Api,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  { signal, lastEventId, onOpen, onReset }: ListenOptions = {},
): AsyncGenerator<LiveEvent, void> {
  let last = lastEventId;
  for (let failures = 0; ; failures += 1) {
    signal?.throwIfAborted();
    const silence = new AbortController();
    const stop = () => silence.abort(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const response = await api.stream(operation, { params }, silence.signal, last);
      for await (const { event, id, data } of messages(response, silence)) {
        failures = 0;
        if (id !== undefined && id !== '') last = id;
        if (event === 'open') onOpen?.();
        else if (event === 'reset') onReset?.();
        else if (event === 'message') yield JSON.parse(data) as LiveEvent;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      silence.abort();
    }
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2), signal);
  }
}

/** Yields the messages of a stream (HTML standard, 9.2.6). Ends the stream if nothing is received for 45 seconds. */
async function* messages(response: Response, silence: AbortController): AsyncGenerator<Message, void> {
  const decoder = new TextDecoder();
  let text = '';
  const abort = () => silence.abort();
  let timer = setTimeout(abort, SILENCE_MS);
  try {
    for await (const chunk of chunksOf(response, silence.signal)) {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS);
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) yield messageOf(block);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Yields the chunks of a response body, which some browsers cannot iterate over. The signal ends the stream. */
async function* chunksOf({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    cancel();
  }
}

/** Parses a block. A block without an event and data, such as a heartbeat, becomes an event that is ignored. */
function messageOf(block: string): Message {
  const data: string[] = [];
  let id: string | undefined;
  let event: string | undefined;
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'id') id = value;
    else if (name === 'event') event = value;
  }
  return { event: event ?? (data.length > 0 ? 'message' : 'comment'), id, data: data.join('\n') };
}
