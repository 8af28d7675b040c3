/** A real SMTP server on loopback that accepts e-mail, or responds as a test requires. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterFile } from './after-file.ts';

export type Arrived = { email: Email; raw: Buffer; to: string };

export class PostOffice {
  readonly arrived: Arrived[] = [];
  /** The code and text of the server's response to a recipient, by the recipient's address. */
  readonly refusals = new Map<string, { code: number; text: string }>();
  tries = 0;
  url = '';
  readonly #options: SMTPServerOptions;

  constructor(options: SMTPServerOptions = {}) {
    this.#options = options;
  }

  async open(): Promise<this> {
    const server = new SMTPServer({
      ...this.#options,
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onRcptTo: ({ address }, _session, callback) => {
        this.tries += 1;
        const refusal = this.refusals.get(address);
        callback(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null);
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        const take = async (): Promise<void> => {
          try {
            const raw = Buffer.concat(chunks);
            const to = session.envelope.rcptTo[0]?.address ?? '';
            this.arrived.push({ email: await PostalMime.parse(raw), raw, to });
            callback();
          } catch (error) {
            callback(error as Error);
          }
        };
        stream.on('end', () => void take());
      },
    });
    // The sending process may be killed during the transfer.
    server.on('error', () => {});
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    this.url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
    afterFile(() => new Promise<void>((resolve) => server.close(resolve)));
    return this;
  }

  to(address: string): Arrived[] {
    return this.arrived.filter(({ to }) => to === address);
  }
}
