/** Asks whether there is room for a request's class of work: before its body is read, so that refusing it costs next to nothing. */
import type { WorkClass } from '@countersign/contract';
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Leave, Overload } from '../../platform/overload/overload.ts';

export type Admission = {
  overload: Overload;
  work: WorkClass;
  /** What goes on for as long as somebody listens takes room only while it is opened. */
  isStream: boolean;
};

declare module 'fastify' {
  // An interface is what Fastify extends here.
  interface FastifyRequest {
    /** Gives back the room that the request takes. */
    leave: Leave | undefined;
  }
}

/** Hooks of a route. */
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
        // Also of a request that was broken off, which may never be answered.
        reply.raw.once('close', leave);
      }
      done();
    },
    // Whoever reads a file slowly holds a socket, and nothing that others wait for.
    onSend: (request: FastifyRequest, _reply: FastifyReply, _payload: unknown, done) => {
      request.leave?.();
      done();
    },
  };
}
