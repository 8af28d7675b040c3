import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { logRequests } from './access-log.ts';
import { watchEventLoop } from './block-watch.ts';
import { trackConnections } from './connections.ts';

/** A server whose only route never responds. */
async function server() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const loggerInstance: FastifyBaseLogger = pino({}, { write });
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
  });
  const signals: { closed: number; reached: number } = { closed: 0, reached: 0 };
  trackConnections(app);
  app.decorateRequest('isReached', false);
  const watch = watchEventLoop(app);
  logRequests(app);
  app.get('/slow', (_request, reply) => {
    signals.reached += 1;
    reply.raw.once('close', () => (signals.closed += 1));
    reply.hijack();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const pipeline = (count: number) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count)),
    );
    socket.on('error', () => {});
    return socket;
  };
  return { watch, lines, signals, pipeline };
}

test('drops all pipelined requests when the client resets the connection, and logs each of them as aborted', async () => {
  const { watch, lines, signals, pipeline } = await server();
  const socket = pipeline(100);
  await until('the requests to arrive', () => signals.reached === 100);
  socket.resetAndDestroy();
  await until('the responses to close', () => signals.closed === 100);
  watch.tick();
  expect(watch.size).toBe(0);
  const logged = lines.filter(({ msg }) => msg === 'request');
  expect(logged).toHaveLength(100);
  for (const line of logged) expect(line).toMatchObject({ method: 'GET', route: '/slow', aborted: true });
  expect(new Set(logged.map(({ reqId }) => reqId)).size).toBe(100);
});

test('closes a connection with more than 100 pipelined requests and drops the requests', async () => {
  const { watch, lines, signals, pipeline } = await server();
  await once(pipeline(1000), 'close');
  await until('the responses to close', () => signals.closed === signals.reached);
  watch.tick();
  expect(watch.size).toBe(0);
  expect(lines.filter(({ msg }) => msg === 'closed a connection with too many pipelined requests')).toHaveLength(1);
});
