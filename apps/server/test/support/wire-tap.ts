/** A wire between a server and its database that can be cut, and through which nothing may come any more, as if the other end stood still. */
import net from 'node:net';
import type { ConnectionOptions } from '../../src/platform/db/database.ts';

/** Bind of the statement `commit` to the unnamed portal (protocol §53.7): no other statement is called so. */
const COMMIT = Buffer.from('\0commit\0');

type Lost = 'the answer' | 'the commit';

export class WireTap {
  readonly #pairs = new Set<[net.Socket, net.Socket]>();
  #server: net.Server | undefined;
  #port = 0;
  #real: ConnectionOptions = {};
  #isSilent = false;
  #lose: Lost | undefined;
  /** The statements asked for, by name, while somebody listens. */
  #heard: string[] | undefined;

  /** @returns what leads through it */
  async open(real: ConnectionOptions): Promise<ConnectionOptions> {
    this.#real = real;
    await this.#listen();
    return { ...real, host: '127.0.0.1', port: this.#port };
  }

  /** Nobody listens any more, and every connection is gone. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise((resolve) => server?.close(resolve));
    this.#drop();
    await closed;
  }
  async mend(): Promise<void> {
    this.#isSilent = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
    if (this.#server === undefined) await this.#listen();
  }
  /** Connections are taken and kept, and nothing gets through: SIGSTOP, or a network that swallows everything. */
  silence(): void {
    this.#isSilent = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }
  /** The connection of the next COMMIT breaks: before the database hears of it, or before its answer arrives. */
  loseNext(what: Lost): void {
    this.#lose = what;
  }
  /** The names of the statements that the server has its database run while `work` lasts, in their order. */
  async listen<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
    const statements: string[] = [];
    this.#heard = statements;
    try {
      return { result: await work(), statements };
    } finally {
      this.#heard = undefined;
    }
  }
  async close(): Promise<void> {
    await this.cut();
  }

  #drop(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  #listen(): Promise<void> {
    const server = net.createServer((near) => this.#connect(near));
    this.#server = server;
    return new Promise((resolve) => {
      server.listen(this.#port, '127.0.0.1', () => {
        const address = server.address();
        if (address !== null && typeof address === 'object') this.#port = address.port;
        resolve();
      });
    });
  }

  #connect(near: net.Socket): void {
    const { host = 'localhost', port = 5432 } = this.#real;
    const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    const pair: [net.Socket, net.Socket] = [near, far];
    this.#pairs.add(pair);
    const end = (): void => {
      this.#pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    let isLost = false;
    const read = boundStatements();
    near.on('data', (data) => {
      if (this.#lose !== undefined && data.includes(COMMIT)) {
        const lost = this.#lose;
        this.#lose = undefined;
        if (lost === 'the commit') return end();
        isLost = true;
      }
      const names = read(data);
      this.#heard?.push(...names);
      far.write(data);
    });
    far.on('data', (data) => (isLost ? end() : near.write(data)));
    for (const socket of pair) {
      socket.on('error', end);
      socket.on('close', end);
      if (this.#isSilent) socket.pause();
    }
  }
}

/**
 * Reads the messages of one connection from its beginning (protocol §53.7): the start-up message has a length alone, each later one
 * a letter before it. Answers the names of the statements that are bound, which is each time one is run.
 */
function boundStatements(): (data: Buffer) => string[] {
  let rest = Buffer.alloc(0);
  let header = 0;
  return (data) => {
    const names: string[] = [];
    rest = Buffer.concat([rest, data]);
    while (rest.length >= header + 4) {
      const end = header + rest.readUInt32BE(header);
      if (rest.length < end) break;
      // Bind begins with the portal's name, which is empty.
      if (header === 1 && rest[0] === 'B'.charCodeAt(0)) names.push(rest.toString('utf8', 6, rest.indexOf(0, 6)));
      rest = rest.subarray(end);
      header = 1;
    }
    return names;
  };
}
