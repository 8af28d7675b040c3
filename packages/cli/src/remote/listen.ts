import { randomBytes } from 'node:crypto';
import { usage } from '../arguments.ts';
import { ExitCode } from '../command-error.ts';
import { harmless, timeText } from '../terminal.ts';
import { defineCommand, jsonLine } from './command.ts';
import { connect, signedIn } from './connection.ts';
import { forward, webhookRequest } from './forward.ts';

export const listen = defineCommand({
  name: 'listen',
  takes: '',
  summary: 'Show events, and forward them to an address on your machine',
  details: `Forwards events to a receiver that has no public address. They have the same headers as
deliveries from the server and payload shape A, and are signed with the secret that the
command shows when it starts. With a saved sign-in, the secret does not change. Failed
deliveries are not retried. Press Ctrl-C to stop.`,
  count: [0, 0],
  options: {
    'forward-to': {
      type: 'string',
      value: 'URL',
      about: 'the target of each event, such as http://localhost:8080/hooks',
    },
    events: { type: 'string', value: 'KINDS', about: 'only these kinds of events, separated by commas' },
    'print-secret': { type: 'boolean', about: 'prints the secret and exits' },
  },
  examples: [
    'countersign listen --forward-to http://localhost:8080/hooks',
    'WEBHOOK_SECRET=$(countersign listen --print-secret) npm start',
  ],
  async run({ values, terminal, isJson, print }) {
    const { listenSecret } = signedIn(terminal, values.profile);
    const saved = terminal.env['COUNTERSIGN_LISTEN_SECRET'] || listenSecret;
    if (values['print-secret'] === true) {
      if (saved === undefined)
        throw usage(
          'No secret is saved, so each run uses a new one. Run countersign login, or set COUNTERSIGN_LISTEN_SECRET.',
        );
      print({ secret: saved }, `${saved}\n`);
      return ExitCode.valid;
    }
    const secret = saved ?? `whsec_${randomBytes(32).toString('base64')}`;
    const url = readTarget(values['forward-to']);
    const kinds =
      values.events === undefined ? undefined : new Set(values.events.split(',').map((kind) => kind.trim()));
    const { countersign, isSandbox } = connect(terminal, values.profile);
    const signal = terminal.interrupted?.();
    const begin = `Listening in the ${isSandbox ? 'sandbox' : 'live environment'}. Signing secret: ${secret}\n`;
    let isOpen = false;
    const onOpen = () => {
      if (!isOpen) terminal.out(isJson ? jsonLine({ listening: true, secret }) : begin);
      isOpen = true;
    };
    const onReset = () => {
      onOpen();
      terminal.error('countersign: Some events were missed because the connection was interrupted for too long.\n');
    };
    try {
      for await (const event of countersign.events.listen({ signal, onOpen, onReset })) {
        if (kinds && !kinds.has(event.type)) continue;
        const result =
          url === undefined ? undefined : await forward(url, webhookRequest(event, secret, terminal.now()));
        const { documentId } = event.data.object as { documentId?: string };
        const time = timeText(new Date(event.created * 1000).toISOString());
        const to = result === undefined ? '' : `  -> ${result}`;
        terminal.out(
          isJson
            ? jsonLine({ event, forwarded: result ?? null })
            : `${time}  ${harmless(`${event.type}  ${documentId ?? event.id}`)}${to}\n`,
        );
      }
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
    return ExitCode.valid;
  },
});

function readTarget(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(/^\w+:\/\//.test(text) ? text : `http://${text}`);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw usage(`"${text}" is not a valid address. Use a format such as http://localhost:8080/hooks.`);
  return url.href;
}
