/**
 * Messages to a log server as RFC 5424 has them, over TLS as RFC 5425 has it: each behind the count of its octets. A connection for
 * each batch; the server has the batch when it has read all of it, which the end of the connection tells.
 */
import { once } from 'node:events';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { connect, type TLSSocket } from 'node:tls';
import type { EventLog, LogMessage } from '../../ports/event-log.ts';

export type SyslogOptions = {
  host: string;
  port: number;
  /** PEM; the certificates of this machine's trust store where there is none. */
  ca: string | undefined;
  timeoutMs?: number;
};

/** RFC 5425 §4.3. */
const PORT = 6514;
/** Facility 13, log audit (RFC 5424 §6.2.1). */
const FACILITY = 13;
const SEVERITY: Record<LogMessage['severity'], number> = { critical: 2, high: 4, medium: 5, low: 6 };
/** A number of our own would need a registration; 32473 is the one kept for examples (RFC 5612). */
const STRUCTURED = 'countersign@32473';

/** @throws Error for what is no `tls://host` or `tls://host:port` */
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
        // A name alone (RFC 6066 §3); an address is compared with the certificate all the same.
        ...(isIP(host) === 0 && { servername: host }),
        minVersion: 'TLSv1.2',
        ...(ca !== undefined && { ca }),
      });
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the log server did not answer in time')));
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
  // Log servers say nothing; what they might is not kept.
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

/** RFC 5424 §6: priority and version, time, host, application, process, kind, what is structured, and the text behind a BOM. */
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

/** §6.3.3: these three are escaped. Control characters are no part of what we write. */
const escaped = (value: string): string => value.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\\]]/g, String.raw`\$&`);
