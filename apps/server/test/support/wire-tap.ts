/** A proxy between a server and its database that can be cut, or blocked as if the other end were frozen. */
import net from 'node:net';
import type { ConnectionOptions } from '../../src/platform/db/database.ts';

/**
 * The start of the Bind message for the `commit` statement with the unnamed portal (protocol §53.7). No other statement
 * has this name.
 */
const COMMIT = Buffer.from('\0commit\0');

type Lost = 'the answer' | 'the commit';

/** The statements that a connection sends before a Sync. Together, they take one round trip to the database. */
export type Flush = { wire: number; statements: string[]; bytes: number };
export type Transaction = { flushes: number; statements: string[]; bytes: number };

/**
 * Groups the flushes of one connection by transaction, from `begin` to its end. Each flush outside a transaction forms
 * a separate group.
 */
export function transactionsOf(flushes: readonly Flush[]): Transaction[] {
  const open = new Map<number, Transaction>();
  const all: Transaction[] = [];
  for (const { wire, statements, bytes } of flushes) {
    const current = open.get(wire) ?? { flushes: 0, statements: [], bytes: 0 };
    current.flushes += 1;
    current.bytes += bytes;
    current.statements.push(...statements);
    if (statements[0] === 'begin') open.set(wire, current);
    if (open.has(wire) && !statements.some((name) => name === 'commit' || name === 'rollback')) continue;
    open.delete(wire);
    all.push(current);
  }
  return all;
}

export class WireTap {
  readonly #pairs = new Set<[net.Socket, net.Socket]>();
  #server: net.Server | undefined;
  #port = 0;
  #real: ConnectionOptions = {};
  #isSilent = false;
  #lose: { what: Lost; statement: Buffer } | undefined;
  #silencedBy: string | undefined;
  /** The flushes that have been recorded while a listener is active. */
  #heard: Flush[] | undefined;
  #wires = 0;

  /**
   * @returns connection options that connect through the proxy
   */
  async open(real: ConnectionOptions): Promise<ConnectionOptions> {
    this.#real = real;
    await this.#listen();
    return { ...real, host: '127.0.0.1', port: this.#port };
  }

  /** Stops listening and closes every connection. */
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
  /** Accepts and keeps connections without passing on any data, like SIGSTOP or a network that drops all packets. */
  silence(): void {
    this.#isSilent = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }
  /**
   * Stops forwarding responses the next time this statement runs. The database may execute the statement, but its
   * client gets no response.
   */
  silenceAt(statement: string): void {
    this.#silencedBy = statement;
  }
  /**
   * Breaks the connection on which the next COMMIT after this statement is sent, before the database receives the
   * COMMIT or before its response arrives. Other transactions, such as those of jobs, are not affected.
   */
  loseNext(what: Lost, statement: string): void {
    this.#lose = { what, statement: Buffer.from(`\0${statement}\0`) };
  }
  /** Returns the names of the statements that the server runs during `work`, in order, and their flushes. */
  async listen<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[]; flushes: Flush[] }> {
    const flushes: Flush[] = [];
    this.#heard = flushes;
    try {
      const result = await work();
      return { result, statements: flushes.flatMap(({ statements }) => statements), flushes };
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
    let isNamed = false;
    this.#wires += 1;
    const read = flushesOf(this.#wires);
    near.on('data', (data) => {
      const lose = this.#lose;
      isNamed ||= lose !== undefined && data.includes(lose.statement);
      if (data.includes(COMMIT)) {
        if (lose !== undefined && isNamed) {
          this.#lose = undefined;
          if (lose.what === 'the commit') return end();
          isLost = true;
        }
        isNamed = false;
      }
      const flushes = read(data);
      this.#heard?.push(...flushes);
      const silencedBy = this.#silencedBy;
      if (silencedBy !== undefined && flushes.some(({ statements }) => statements.includes(silencedBy))) {
        this.#silencedBy = undefined;
        this.silence();
      }
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
 * Reads the messages of one connection from its beginning (protocol §53.7): the start-up message begins with its
 * length, and each later message begins with a type byte before its length. For each Sync, returns the names of the
 * bound statements, one name per execution.
 */
function flushesOf(wire: number): (data: Buffer) => Flush[] {
  let rest: Buffer = Buffer.alloc(0);
  let header = 0;
  let statements: string[] = [];
  let bytes = 0;
  return (data) => {
    const flushes: Flush[] = [];
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    while (rest.length >= header + 4) {
      const end = header + rest.readUInt32BE(header);
      if (rest.length < end) break;
      const letter = header === 1 ? String.fromCharCode(rest[0] ?? 0) : '';
      // Bind begins with the portal's name, which is empty.
      if (letter === 'B') statements.push(rest.toString('utf8', 6, rest.indexOf(0, 6)));
      bytes += end;
      if (letter === 'S') {
        flushes.push({ wire, statements, bytes });
        [statements, bytes] = [[], 0];
      }
      rest = rest.subarray(end);
      header = 1;
    }
    return flushes;
  };
}
