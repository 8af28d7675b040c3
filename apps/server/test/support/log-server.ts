/** A log server on loopback: syslog over TLS (RFC 5425), with its own certificate. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { afterFile } from './after-file.ts';

export type LogServer = {
  port: number;
  caFile: string;
  ca: string;
  messages: string[];
  /**
   * Stops reading from the next connection until `release` is called. Resolves when that connection has been opened.
   */
  hold: () => Promise<{ release: () => void }>;
  close: () => Promise<void>;
};

/** Opens a log server that is closed at the end of the test file. `messages` contains complete messages in order. */
export async function openLogServer(): Promise<LogServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-syslog-'));
  const [keyFile, caFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const named = ['-subj', '/CN=logs', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(outsideTool('openssl'), [...made, ...named, '-keyout', keyFile, '-out', caFile], { stdio: 'pipe' });
  const messages: string[] = [];
  let onConnection: ((release: () => void) => void) | undefined;
  const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(caFile) }, (socket) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => messages.push(...messagesIn(Buffer.concat(chunks))));
    if (onConnection) {
      socket.pause();
      onConnection(() => socket.resume());
    }
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hold = () =>
    new Promise<{ release: () => void }>((resolve) => {
      onConnection = (release) => {
        onConnection = undefined;
        resolve({ release });
      };
    });
  const close = () =>
    new Promise<void>((resolve) => void (server.listening ? server.close(() => resolve()) : resolve()));
  afterFile(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { port } = server.address() as AddressInfo;
  return { port, caFile, ca: readFileSync(caFile, 'utf8'), messages, hold, close };
}

/** Parses octet counting (RFC 5425 §4.3). Throws for anything else. */
function messagesIn(bytes: Buffer): string[] {
  const messages: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(' ', at);
    const length = Number(bytes.subarray(at, space));
    if (!(length > 0) || space + 1 + length > bytes.length) throw new Error('an invalid frame');
    messages.push(bytes.subarray(space + 1, space + 1 + length).toString());
    at = space + 1 + length;
  }
  return messages;
}
