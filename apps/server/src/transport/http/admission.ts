/**
 * Checks the capacity for a request's class of work before its body is read, so that a refusal costs almost nothing.
 */
import type { WorkClass } from '@countersign/contract';
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Leave, Overload } from '../../platform/overload/overload.ts';

export type Admission = {
  overload: Overload;
  work: WorkClass;
  /** An open-ended stream takes capacity only while it is opened. */
  isStream: boolean;
};

declare module 'fastify' {
  // Fastify requires an interface here.
  interface FastifyRequest {
    leave: Leave | undefined;
  }
}

export function admission({
  overload,
  work,
  isStream,
}: Admission): Pick<RouteShorthandOptions, 'onRequest' | 'onSend'> {
  if (work === 'none') return {};
  return {
    onRequest: (request: FastifyRequest, reply: FastifyReply, done) => {
      let leave: Leave;
      try {
        leave = overload.enter(work);
      } catch (error) {
        return overload.refusals.add(() => done(error as Error));
      }
      if (isStream) leave();
      else {
        request.leave = leave;
        // The capacity is also released for an aborted request, which may never get a response.
        reply.raw.once('close', leave);
      }
      done();
    },
    // The capacity is released before the body is sent. A client that reads slowly occupies only a socket.
    onSend: (request: FastifyRequest, _reply: FastifyReply, _payload: unknown, done) => {
      request.leave?.();
      done();
    },
  };
}
