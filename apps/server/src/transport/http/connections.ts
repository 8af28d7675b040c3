/**
 * Connections and the responses that are due on them. Node emits `close` on the response that owns the socket and on no other: of a
 * client that pipelines requests and then resets the connection, all later responses would never end for whoever waits for them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Browsers do not pipeline at all, and programs a handful. Each request that waits holds memory until its turn. */
const MOST_PIPELINED = 100;

const MOST_LISTENERS = 25;

export type Connections = {
  /**
   * Ends the connections on which nothing is under way. Node does not, for one that was opened ahead of its first request, as
   * browsers do, and would wait a minute for it.
   */
  closeUnused: () => void;
};

/** Emits `close` on every response, once, at the latest when its connection closes; ends connections that pipeline too much. */
export function trackConnections({ server, log }: Pick<FastifyInstance, 'server' | 'log'>): Connections {
  const due = new Map<Socket, Set<ServerResponse>>();
  server.on('connection', (socket: Socket) => {
    const responses = new Set<ServerResponse>();
    due.set(socket, responses);
    socket.once('close', () => {
      due.delete(socket);
      // The first owns the socket, and Node emits its event.
      for (const response of responses) if (response.socket !== socket) emitClose(response);
    });
  });
  // Before Fastify's own listener: what its hooks find must be on the list already.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = due.get(socket);
    // Read from what had arrived before the connection closed.
    if (responses === undefined) {
      process.nextTick(emitClose, response);
      return;
    }
    responses.add(response);
    // Several hooks wait for its end, and so does every stream that is piped into it: more than the ten that Node expects.
    response.setMaxListeners(MOST_LISTENERS);
    response.once('close', () => responses.delete(response));
    if (responses.size > MOST_PIPELINED && !socket.destroyed) refuse(socket, log);
  });
  return {
    closeUnused: () => {
      for (const [socket, responses] of due) if (responses.size === 0) socket.destroy();
    },
  };
}

function refuse(socket: Socket, log: Pick<FastifyBaseLogger, 'warn'>): void {
  log.warn({ ip: socket.remoteAddress, limit: MOST_PIPELINED }, 'closed a connection with too many pipelined requests');
  socket.destroy();
}

function emitClose(response: ServerResponse): void {
  if (response.closed) return;
  response.destroyed = true;
  response.emit('close');
}
