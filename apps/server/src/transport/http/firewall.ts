/** Hands to the firewall what only HTTP has of a request: its address as it was sent, its query and its headers. */
import { type Operation, type OperationId, operations } from '@countersign/contract';
import type { FastifyRequest } from 'fastify';
import type { Firewall, Refused } from '../../platform/firewall/firewall.ts';

declare module 'fastify' {
  // An interface is what Fastify extends here.
  interface FastifyContextConfig {
    /** The operation that a route carries requests to. */
    operation?: OperationId;
    /** It only says which other methods an address takes. */
    isRefusedMethod?: true;
  }
}

/**
 * A file that the build of the pages named. Its name ends in a hash, whose letters may look like anything (`XP_…` like a procedure of SQL
 * Server), and letters, digits, `_`, `-` and `.` alone attack nothing.
 */
const BUILT_FILE = /^\/(?:sign\/)?assets\/\w[\w.-]*$/;

/** Before anything is read of the body, and at addresses that lead nowhere too. Undefined where nothing was found. */
export function checkRequest(request: FastifyRequest, firewall: Firewall): Refused {
  const { url = '', rawHeaders } = request.raw;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const isBuilt = BUILT_FILE.test(path);
  const id = request.routeOptions.config.operation;
  const operation: Operation | undefined = id && operations[id];
  return firewall.checkRequest(
    {
      path: isBuilt ? '/' : path,
      params: isBuilt ? {} : request.params,
      query: mark < 0 ? '' : url.slice(mark + 1),
      headers: rawHeaders,
    },
    { address: request.ip, operation },
  );
}
