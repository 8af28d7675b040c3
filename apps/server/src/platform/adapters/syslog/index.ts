/**
 * Sends messages to a log server in the format of RFC 5424, over TLS according to RFC 5425 with octet counting. Each
 * batch has its own connection. When the server closes the connection, it has received the whole batch.
 */
import { once } from 'node:events';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { connect, type TLSSocket } from 'node:tls';
import type { EventLog, LogMessage } from '../../ports/event-log.ts';

export type SyslogOptions = {
  host: string;
  port: number;
  /** A CA certificate in PEM. Default: the certificates included in Node.js. */
  ca: string | undefined;
  timeoutMs?: number;
};

/** RFC 5425 §4.3. */
const PORT = 6514;
/** Facility 13, log audit (RFC 5424 §6.2.1). */
const FACILITY = 13;
const SEVERITY: Record<LogMessage['severity'], number> = { critical: 2, high: 4, medium: 5, low: 6 };
/** Our own enterprise number would require a registration. 32473 is reserved for examples (RFC 5612). */
const STRUCTURED = 'countersign@32473';

/** @throws Error for anything other than `tls://host` or `tls://host:port` */
export function syslogAddress(value: string): Pick<SyslogOptions, 'host' | 'port'> {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 'tls:' || url.hostname === '' || !['', '/'].includes(url.pathname) || url.username !== '')
    throw new Error('must be an address such as tls://logs.example.com:6514');
  return { host: url.hostname.replaceAll(/[[\]]/g, ''), port: url.port === '' ? PORT : Number(url.port) };
}

export function syslog({ host, port, ca, timeoutMs = 10_000 }: SyslogOptions): EventLog {
  return {
    send: async (messages) => {
      const socket = connect({
        host,
        port,
        // The server name is sent only if the host is a name (RFC 6066 §3). An IP address is still compared with the
        // certificate.
        ...(isIP(host) === 0 && { servername: host }),
        minVersion: 'TLSv1.2',
        ...(ca !== undefined && { ca }),
      });
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the log server did not respond in time')));
      try {
        await handOver(socket, messages);
      } finally {
        socket.destroy();
      }
    },
  };
}

async function handOver(socket: TLSSocket, messages: readonly LogMessage[]): Promise<void> {
  await once(socket, 'secureConnect');
  const closed = once(socket, 'close');
  // Log servers send no responses, so any data that arrives is discarded.
  socket.resume();
  let failure: Error | undefined;
  socket.on('error', (error) => (failure = error));
  socket.end(Buffer.concat(messages.map(frame)));
  await closed;
  if (failure) throw failure;
}

function frame(message: LogMessage): Buffer {
  const bytes = Buffer.from(syslogMessage(message));
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}

/**
 * Formats a message (RFC 5424 §6): priority and version, time, host, application, process, kind, structured data, and
 * the text after a BOM.
 */
export function syslogMessage({ id, at, severity, kind, text, fields }: LogMessage): string {
  const priority = FACILITY * 8 + SEVERITY[severity];
  const parameters = Object.entries({ id, ...fields }).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const host =
    hostname()
      .replaceAll(/[^\x21-\x7e]/g, '')
      .slice(0, 255) || '-';
  const head = `<${priority}>1 ${at.toISOString()} ${host} countersign ${process.pid} ${kind.slice(0, 32)}`;
  return `${head} [${STRUCTURED}${parameters.join('')}] \uFEFF${text.replaceAll(/\p{Cc}/gu, ' ')}`;
}

/** Escapes the three characters of §6.3.3. Our values contain no control characters. */
const escaped = (value: string): string => value.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\\]]/g, String.raw`\$&`);
