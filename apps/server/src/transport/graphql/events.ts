/** Converts a stream of server-sent events (docs/api/events.md) to values. */
import type { Readable } from 'node:stream';

/** The iteration ends with the stream. If the consumer stops, the stream is destroyed. */
export async function* eventsOf(stream: Readable): AsyncGenerator<unknown> {
  let text = '';
  try {
    for await (const chunk of stream) {
      text += String(chunk);
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = read(block);
        if (event !== undefined) yield event;
      }
    }
  } catch (error) {
    // The consumer stopped reading, so the stream was destroyed.
    if (!stream.destroyed) throw error;
  } finally {
    stream.destroy();
  }
}

/** Parses a message. Messages without a name are events. `open`, `reset` and heartbeats concern the stream itself. */
function read(block: string): unknown {
  const lines = block.split('\n');
  if (lines.some((line) => line.startsWith('event:'))) return undefined;
  const data = lines.find((line) => line.startsWith('data: '));
  return data === undefined ? undefined : (JSON.parse(data.slice('data: '.length)) as unknown);
}
