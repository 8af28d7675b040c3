/** An OpenTelemetry collector on loopback, which accepts OTLP over HTTP as protobuf or JSON and stores the content. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from './after-file.ts';
import { readLogs, readTraces } from './otlp-reader.ts';

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
type Attribute = { key: string; value: Value };
export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  links?: { traceId: string; spanId: string }[];
  status: { code: number };
};
export type CollectedLog = { severityText: string; body: Value; attributes: Attribute[] };
type Resource = { resource: { attributes: Attribute[] } };

type Told = {
  resourceSpans?: (Resource & { scopeSpans: { spans: CollectedSpan[] }[] })[];
  resourceLogs?: (Resource & { scopeLogs: { logRecords: CollectedLog[] }[] })[];
};

export class Collector {
  readonly spans: CollectedSpan[] = [];
  readonly logs: CollectedLog[] = [];
  readonly resources: Attribute[] = [];
  readonly requests: { path: string; headers: http.IncomingHttpHeaders; body: Buffer }[] = [];
  /** The HTTP status with which the collector responds. */
  status = 200;
  url = '';

  async open(): Promise<this> {
    const server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.#take(request.url ?? '', request.headers, Buffer.concat(chunks));
        response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    afterFile(
      () =>
        new Promise<void>((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    );
    return this;
  }

  #take(path: string, headers: http.IncomingHttpHeaders, body: Buffer): void {
    this.requests.push({ path, headers, body });
    if (this.status !== 200) return;
    const isJson = headers['content-type'] === 'application/json';
    const read = isJson
      ? (JSON.parse(body.toString()) as Told)
      : path === '/v1/logs'
        ? readLogs(body)
        : readTraces(body);
    const { resourceSpans = [], resourceLogs = [] }: Told = read;
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resources.push(...resource.attributes);
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
    for (const { scopeLogs } of resourceLogs) this.logs.push(...scopeLogs.flatMap(({ logRecords }) => logRecords));
  }
}
