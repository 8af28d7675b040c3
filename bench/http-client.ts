/**
 * A minimal HTTP/1.1 client over one kept-alive socket. The load generator shares two cores with the measured server.
 * The client never waits forever: a server that is silent for a minute, or a connection that closes too early, is an
 * error.
 */
import { connect, type Socket } from 'node:net';

export type Answer = { status: number; body: Buffer };

/** Thrown if the server was overloaded and did nothing (503). A retry may succeed. */
export class Refused extends Error {}

const SILENCE_MS = 60_000;

export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #chunks: Buffer[] = [];
  #length = 0;
  #need = -1;
  #status = 0;
  #settle: ((answer: Answer) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;
  #ended: Error | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#end(error));
    socket.on('close', () => this.#end(new Error('the server closed the connection')));
    socket.setTimeout(SILENCE_MS, () => {
      // An idle connection between two requests is not an error, because the bench itself causes it.
      if (this.#fail) socket.destroy(new Error(`the server has said nothing for ${SILENCE_MS / 1000} s`));
    });
  }

  static open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname, () =>
        resolve(new Connection(socket, `${hostname}:${port}`)),
      );
      socket.once('error', reject);
    });
  }

  close(): void {
    this.#fail = undefined;
    this.#socket.destroy();
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#fail?.(this.#ended);
    this.#fail = undefined;
  }

  request(method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> {
    if (this.#ended) return Promise.reject(this.#ended);
    let head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n`;
    for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
    if (body) head += `content-length: ${body.length}\r\n`;
    this.#socket.cork();
    this.#socket.write(`${head}\r\n`);
    if (body) this.#socket.write(body);
    this.#socket.uncork();
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#need < 0) {
      const whole = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
      const end = whole.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = whole.toString('latin1', 0, end);
      this.#status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) throw new Error(`an answer without Content-Length: ${head}`);
      this.#need = Number(length);
      const rest = whole.subarray(end + 4);
      this.#chunks = [rest];
      this.#length = rest.length;
    }
    if (this.#length < this.#need) return;
    const body = this.#chunks.length === 1 ? (this.#chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks);
    const answer = { status: this.#status, body };
    this.#chunks = [];
    this.#length = 0;
    this.#need = -1;
    this.#fail = undefined;
    this.#settle?.(answer);
  }
}

/** Returns a multipart body with one PDF. */
export function multipart(file: Buffer, filename: string): { contentType: string; body: Buffer } {
  const boundary = 'countersign-bench-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: application/pdf\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
