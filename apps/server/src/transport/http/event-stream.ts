/** Server-sent events as responses. */
import type { FastifyReply } from 'fastify';
import type { EventStreamAnswer, StillGood } from '../../platform/invoke/answers.ts';

const LINGER_MS = 1000;

export function sendEvents(reply: FastifyReply, answer: EventStreamAnswer, stillGood: StillGood): FastifyReply {
  // A proxy that buffers the response would never forward the stream.
  void reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  if (reply.request.method === 'HEAD') {
    answer.stream.destroy();
    return reply.send();
  }
  answer.guard(stillGood);
  // A client that does not read the rest must not keep the connection open.
  answer.stream.once('close', () => {
    setTimeout(() => reply.raw.writableFinished || reply.raw.destroy(), LINGER_MS).unref();
  });
  return reply.send(answer.stream);
}
