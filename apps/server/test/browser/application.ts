/** An integrator's application on a site other than the server's: 127.0.0.1 instead of localhost. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../support/after-file.ts';

export type Application = {
  host: string;
  origin: string;
  /** Sets the response for a path. A POST request to it gets the same response. */
  serve: (path: string, type: string, body: string) => void;
};

export async function startApplication(): Promise<Application> {
  const files = new Map<string, { type: string; body: string }>();
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '', 'http://localhost').pathname);
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    origin: `http://${host}`,
    serve: (path, type, body) => void files.set(path, { type, body }),
  };
}
