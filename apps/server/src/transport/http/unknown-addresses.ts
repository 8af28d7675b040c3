/**
 * Handles unknown addresses. An unsupported method of a known address gets 405 with the supported methods. Any other
 * request gets 404, as JSON or as a page.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { sendError } from './errors.ts';

export type UnknownAddresses = {
  /** Refuses an unsupported method of an address that another route would otherwise handle. */
  refuseMethod: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** Shows a page to people who followed a wrong link. If this is never called, people get JSON, as programs do. */
  showPage: (page: (reply: FastifyReply) => FastifyReply) => void;
};

/**
 * Collects the routes as they are added, so it must be called before the first one. `count` refuses callers that send
 * too many requests.
 */
export function answerUnknownAddresses(
  app: FastifyInstance,
  count: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): UnknownAddresses {
  const methods = new Map<string, Set<string>>();
  const patterns = new Map<string, RegExp>();
  let page: ((reply: FastifyReply) => FastifyReply) | undefined;
  const refuseMethod = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await count(request, reply);
    return refuse(reply, methods.get(request.routeOptions.url ?? '') ?? []);
  };
  app.addHook('onRoute', ({ url, method, handler }) => {
    if (handler === refuseMethod) return;
    const taken = methods.get(url) ?? new Set();
    for (const one of [method].flat()) taken.add(one);
    methods.set(url, taken);
    if (/[:*]/.test(url)) patterns.set(url, patternOf(url));
  });
  const takenAt = (path: string): Set<string> | undefined => {
    const pattern = methods.has(path) ? path : [...patterns].find(([, one]) => one.test(path))?.[0];
    return pattern === undefined ? undefined : methods.get(pattern);
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await count(request, reply);
    const [path = ''] = request.url.split('?', 1);
    const taken = takenAt(path);
    if (taken && !taken.has(request.method)) return refuse(reply, taken);
    if (page && isForPeople(request, path)) return page(reply.status(404));
    const elsewhere = otherEnvironment(path);
    const message = takenAt(elsewhere.path)?.has(request.method) === true ? elsewhere.message : undefined;
    return sendError(reply, new AppError('NOT_FOUND', {}, { ...(message !== undefined && { message }) }));
  };
  app.setNotFoundHandler(answer);
  return { refuseMethod, answer, showPage: (one) => void (page = one) };
}

/** Returns the other environment's path, because some operations are available in only one environment (ADR 21). */
function otherEnvironment(path: string): { path: string; message: string } {
  return path.startsWith('/sandbox/')
    ? {
        path: path.slice('/sandbox'.length),
        message: 'This operation is not available in the sandbox. Call it without /sandbox, with a live credential.',
      }
    : {
        path: `/sandbox${path}`,
        message: 'This operation is only available in the sandbox. Call it under /sandbox, with a sandbox credential.',
      };
}

/** Responds with 405 (RFC 9110 §15.5.6). */
function refuse(reply: FastifyReply, taken: Iterable<string>): FastifyReply {
  void reply.header('allow', [...taken].join(', '));
  return sendError(reply, new AppError('METHOD_NOT_ALLOWED'));
}

/** Returns whether a person sent the request. Browsers request HTML explicitly. Programs request JSON or any type. */
function isForPeople({ method, headers }: FastifyRequest, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !/^\/(sandbox\/)?(v1\/)*(api|pki|log)(\/|$)/i.test(path) && (headers.accept ?? '').includes('text/html');
}

export function patternOf(url: string): RegExp {
  const parts = url.split(/(:\w+|\*)/).map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`);
}
