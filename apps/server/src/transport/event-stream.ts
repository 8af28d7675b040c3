/** Server-sent events as answers: they go on for as long as the credential they began with. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Principal } from '../platform/principal.ts';

/** Who the credential stands for now. Throws when it has ended, or would not do for this operation any more. */
export type StillGood = () => Promise<Principal>;

export class EventStreamAnswer {
  readonly stream: Readable;
  readonly guard: (stillGood: StillGood) => void;

  constructor(stream: Readable, guard: (stillGood: StillGood) => void) {
    this.stream = stream;
    this.guard = guard;
  }
}

const LINGER_MS = 1000;

export function sendEvents(reply: FastifyReply, answer: EventStreamAnswer, stillGood: StillGood): FastifyReply {
  // Proxies that gather an answer before they pass it on would hold it for ever.
  void reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  if (reply.request.method === 'HEAD') {
    answer.stream.destroy();
    return reply.send();
  }
  answer.guard(stillGood);
  // Whoever does not read what is left must not hold the connection.
  answer.stream.once('close', () => {
    setTimeout(() => reply.raw.writableFinished || reply.raw.destroy(), LINGER_MS).unref();
  });
  return reply.send(answer.stream);
}
