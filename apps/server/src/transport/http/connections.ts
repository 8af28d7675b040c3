/**
 * Tracks connections and their pending responses, and ends all of these responses when a connection closes. Node emits
 * `close` only on the response that owns the socket. If a client pipelines requests and then resets the connection, all
 * later responses would otherwise never end.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/**
 * The maximum number of pipelined requests. Browsers do not pipeline at all, and programs pipeline only a few requests.
 * Each waiting request uses memory.
 */
const MAX_PIPELINED = 100;

const MAX_LISTENERS = 25;

export type Connections = {
  /**
   * Closes idle connections. Node does not close a connection that was opened before its first request, as browsers do,
   * and would wait a minute for it.
   */
  closeUnused: () => void;
};

/**
 * Emits `close` once on every response, at the latest when its connection closes. Closes connections that pipeline too
 * many requests.
 */
export function trackConnections({ server, log }: Pick<FastifyInstance, 'server' | 'log'>): Connections {
  const due = new Map<Socket, Set<ServerResponse>>();
  server.on('connection', (socket: Socket) => {
    const responses = new Set<ServerResponse>();
    due.set(socket, responses);
    socket.once('close', () => {
      due.delete(socket);
      // Node itself emits `close` on the response that owns the socket.
      for (const response of responses) if (response.socket !== socket) emitClose(response);
    });
  });
  // This listener runs before Fastify's own, so that the list is complete when Fastify's hooks run.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = due.get(socket);
    // The request was parsed after its connection closed, from data that had arrived before.
    if (responses === undefined) {
      process.nextTick(emitClose, response);
      return;
    }
    responses.add(response);
    // Several hooks and every piped stream listen for the end of the response. There can be more than the ten listeners
    // that Node expects.
    response.setMaxListeners(MAX_LISTENERS);
    response.once('close', () => responses.delete(response));
    if (responses.size > MAX_PIPELINED && !socket.destroyed) refuse(socket, log);
  });
  return {
    closeUnused: () => {
      for (const [socket, responses] of due) if (responses.size === 0) socket.destroy();
    },
  };
}

function refuse(socket: Socket, log: Pick<FastifyBaseLogger, 'warn'>): void {
  log.warn({ ip: socket.remoteAddress, limit: MAX_PIPELINED }, 'closed a connection with too many pipelined requests');
  socket.destroy();
}

function emitClose(response: ServerResponse): void {
  if (response.closed) return;
  response.destroyed = true;
  response.emit('close');
}
