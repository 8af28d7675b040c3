/** Serves MCP over Streamable HTTP on the loopback interface. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const MAX_SESSIONS = 20;
const PATH = '/mcp';
/** If a client exits without closing its session, the session stays open until this time limit. */
const IDLE_MS = 10 * 60_000;
const SWEEP_MS = 60_000;

export interface HttpOptions {
  readonly port: number;
  /** The token that every request must contain. */
  readonly token: string;
  readonly create: () => McpServer;
  /** Returns the current time in milliseconds. */
  readonly now?: () => number;
}

interface Session {
  readonly transport: StreamableHTTPServerTransport;
  /**
   * The number of requests whose response is not complete yet, for example because a stream is open or the user has not
   * answered a question.
   */
  open: number;
  lastAt: number;
}
type Sessions = Map<string, Session>;

export interface RunningHttp {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves MCP over HTTP on loopback. Throws the same errors as `listen`. */
export async function serveHttp({ port, token, create, now = Date.now }: HttpOptions): Promise<RunningHttp> {
  const sessions: Sessions = new Map();
  const server = http.createServer((request, response) => {
    const refused = refusalOf(request, token);
    if (refused !== undefined) response.writeHead(refused).end();
    else
      handle({ sessions, create, now }, request, response).catch(() => {
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
  });
  const sweeping = setInterval(() => void dropIdle(sessions, now()), SWEEP_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    close: async () => {
      clearInterval(sweeping);
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * A page on another site can reach loopback under that site's host name (DNS rebinding). Such requests have the site's
 * name in the Host header, and the site's origin in the Origin header.
 */
function refusalOf({ url, headers }: http.IncomingMessage, token: string): number | undefined {
  const { host = '', origin, authorization = '' } = headers;
  if (!isLocal(`http://${host}`) || (origin !== undefined && !isLocal(origin))) return 403;
  if (!isSame(authorization, `Bearer ${token}`)) return 401;
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

async function dropIdle(sessions: Sessions, now: number): Promise<void> {
  const idle = [...sessions].filter(([, { open, lastAt }]) => open === 0 && now - lastAt >= IDLE_MS);
  for (const [id] of idle) sessions.delete(id);
  await Promise.allSettled(idle.map(([, { transport }]) => transport.close()));
}

async function handle(
  { sessions, create, now }: { sessions: Sessions; create: () => McpServer; now: () => number },
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  await dropIdle(sessions, now());
  const use = (session: Session) => {
    session.open += 1;
    response.once('close', () => {
      session.open -= 1;
      session.lastAt = now();
    });
    return session.transport.handleRequest(request, response);
  };
  const id = request.headers['mcp-session-id'];
  const known = typeof id === 'string' ? sessions.get(id) : undefined;
  if (known) return use(known);
  if (id !== undefined) return void response.writeHead(404).end();
  if (sessions.size >= MAX_SESSIONS) return void response.writeHead(503, { 'retry-after': '60' }).end();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (started) => void sessions.set(started, session),
    onsessionclosed: (ended) => void sessions.delete(ended),
  });
  const session: Session = { transport, open: 0, lastAt: now() };
  await create().connect(transport);
  return use(session);
}
