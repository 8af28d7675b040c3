/** Passes the HTTP parts of a request to the firewall: its original address, its query and its headers. */
import { type Operation, type OperationId, operations } from '@countersign/contract';
import type { FastifyRequest } from 'fastify';
import type { Firewall, Refused } from '../../platform/firewall/firewall.ts';

declare module 'fastify' {
  // Fastify requires an interface here.
  interface FastifyContextConfig {
    operation?: OperationId;
    /** Present if the route only reports the methods that an address accepts. */
    isRefusedMethod?: true;
  }
}

/**
 * Matches a file named by the build of the pages. Its name ends in a hash that may resemble anything (`XP_…` like a
 * procedure of SQL Server). Names of letters, digits, `_`, `-` and `.` cannot be an attack.
 */
const BUILT_FILE = /^\/(?:sign\/)?assets\/\w[\w.-]*$/;

/** Inspects a request before its body is read, even for unknown addresses. Returns undefined if nothing was found. */
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
