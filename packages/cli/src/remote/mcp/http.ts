/** Streamable HTTP on loopback. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const MOST_SESSIONS = 20;
const PATH = '/mcp';

export interface HttpOptions {
  readonly port: number;
  /** Required of each request, if it is set. */
  readonly token: string | undefined;
  readonly create: () => McpServer;
}

export interface RunningHttp {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Throws the error of `listen`. */
export async function serveHttp({ port, token, create }: HttpOptions): Promise<RunningHttp> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const server = http.createServer((request, response) => {
    const refused = refusalOf(request, token);
    if (refused !== undefined) response.writeHead(refused).end();
    else
      handle(sessions, create, request, response).catch(() => {
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    close: async () => {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * A page of another site can reach loopback through a name of its own (DNS rebinding). Its requests carry that name as
 * Host, and its origin.
 */
function refusalOf({ url, headers }: http.IncomingMessage, token: string | undefined): number | undefined {
  const { host = '', origin, authorization = '' } = headers;
  if (!isLocal(`http://${host}`) || (origin !== undefined && !isLocal(origin))) return 403;
  if (token !== undefined && !isSame(authorization, `Bearer ${token}`)) return 401;
  return url?.split('?')[0] === PATH ? undefined : 404;
}

function isLocal(origin: string): boolean {
  const found = URL.parse(origin);
  return found !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(found.hostname);
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

async function handle(
  sessions: Map<string, StreamableHTTPServerTransport>,
  create: () => McpServer,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const id = request.headers['mcp-session-id'];
  const known = typeof id === 'string' ? sessions.get(id) : undefined;
  if (known) return known.handleRequest(request, response);
  if (id !== undefined) return void response.writeHead(404).end();
  if (sessions.size >= MOST_SESSIONS) return void response.writeHead(503, { 'retry-after': '60' }).end();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (session) => void sessions.set(session, transport),
    onsessionclosed: (session) => void sessions.delete(session),
  });
  await create().connect(transport);
  return transport.handleRequest(request, response);
}
