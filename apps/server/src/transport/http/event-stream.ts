/** Server-sent events as answers. */
import type { FastifyReply } from 'fastify';
import type { EventStreamAnswer, StillGood } from '../../platform/invoke/answers.ts';

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
