import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { usage } from '../arguments.ts';
import { CommandError, ExitCode } from '../command-error.ts';
import { defineCommand } from './command.ts';
import { connect } from './connection.ts';
import { readNumber } from './people.ts';

export const mcp = defineCommand({
  name: 'mcp',
  takes: '',
  summary: 'Serve tools for AI assistants (Model Context Protocol)',
  details: `Tools: find, status, upload, send, remind, verify, templates. The server uses standard
input and output, or streamable HTTP on this machine with --http. It works in the
sandbox unless you pass --live. Before send and remind contact anyone, the client
asks you to confirm. Clients that cannot ask need --allow-send. The server reads only
files in the --root folder. Use an API key with only the scopes you need.`,
  count: [0, 0],
  options: {
    root: { type: 'string', value: 'DIR', about: 'the folder whose PDF files the tools can read; default: none' },
    live: { type: 'boolean', about: 'permits a key of the live environment' },
    'allow-send': { type: 'boolean', about: 'sends without asking in clients that cannot ask' },
    http: {
      type: 'string',
      value: 'PORT',
      about: 'serves http://127.0.0.1:PORT/mcp; COUNTERSIGN_MCP_TOKEN sets the bearer token',
    },
  },
  examples: ['countersign mcp --root ~/Contracts', 'countersign mcp --http 8650'],
  async run({ values, terminal }) {
    const port = values.http === undefined ? undefined : readNumber('--http', values.http, 0, 65_535);
    const connection = connect(terminal, values.profile);
    if (!connection.isSandbox && values.live !== true)
      throw usage('This API key is for the live environment. Use a key that begins with sk_test_, or pass --live.');
    // The MCP modules are loaded only for this command.
    const [{ openRoot }, { createMcpServer }] = await Promise.all([
      import('./mcp/files.ts'),
      import('./mcp/server.ts'),
    ]);
    const root = values.root === undefined ? undefined : openRoot(values.root);
    const create = () =>
      createMcpServer({ connection, root, allowSend: values['allow-send'] === true, version: version() });
    const signal = terminal.interrupted?.();
    const interrupted = new Promise<void>((resolve) =>
      signal?.addEventListener('abort', () => resolve(), { once: true }),
    );
    if (port === undefined) {
      const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
      const server = create();
      const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve));
      await server.connect(new StdioServerTransport());
      await Promise.race([ended, interrupted]);
      await server.close();
      return ExitCode.valid;
    }
    const { serveHttp } = await import('./mcp/http.ts');
    const given = terminal.env['COUNTERSIGN_MCP_TOKEN'] || undefined;
    const token = given ?? randomBytes(32).toString('base64url');
    const running = await serveHttp({ port, token, create }).catch((cause: unknown) => {
      throw new CommandError(ExitCode.invalid, `The server cannot listen on port ${port}.`, cause);
    });
    const shown = given === undefined ? `Token: ${token}\nClients send the header Authorization: Bearer TOKEN.\n` : '';
    terminal.out(`${shown}Listening on ${running.url}\n`);
    await interrupted;
    await running.close();
    return ExitCode.valid;
  },
});

function version(): string {
  const manifest = createRequire(import.meta.url)('../../package.json') as { version: string };
  return manifest.version;
}
