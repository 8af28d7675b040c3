/** Sends subscriptions as server-sent events, in the "distinct connections" mode of GraphQL over Server-Sent Events. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { GraphqlAnswer } from './engine.ts';

/** The interval between heartbeats. Proxies close connections that are silent for a minute. */
const BEAT_MS = 15_000;

export function sendAnswers(reply: FastifyReply, answers: AsyncGenerator<GraphqlAnswer>): FastifyReply {
  const out = new PassThrough();
  out.write(':\n\n');
  const beat = setInterval(() => out.write(':\n\n'), BEAT_MS).unref();
  // A client that does not read the rest must not keep the connection open.
  out.once('end', () => setTimeout(() => reply.raw.writableFinished || reply.raw.destroy(), 1000).unref());
  out.once('close', () => {
    clearInterval(beat);
    void answers.return(undefined);
  });
  void write(answers, out).catch((error: unknown) => out.destroy(error instanceof Error ? error : undefined));
  void reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  return reply.send(out);
}

async function write(answers: AsyncGenerator<GraphqlAnswer>, out: PassThrough): Promise<void> {
  for await (const answer of answers) {
    if (out.destroyed) return;
    if (!out.write(`event: next\ndata: ${JSON.stringify(answer)}\n\n`)) await once(out, 'drain');
  }
  out.end('event: complete\ndata:\n\n');
}
