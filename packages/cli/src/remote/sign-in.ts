/** Commands that save, show and remove sign-ins. */
import { randomBytes } from 'node:crypto';
import { Countersign } from '@countersign/sdk/source';
import { usage } from '../arguments.ts';
import { CommandError, ExitCode } from '../command-error.ts';
import { harmless, table } from '../terminal.ts';
import { defineCommand } from './command.ts';
import { checkKey, checkUrl, isSandboxKey, signedIn } from './connection.ts';
import { credentialsFile, profileName, readProfiles, saveProfile } from './credentials.ts';

export const login = defineCommand({
  name: 'login',
  takes: '[URL]',
  summary: 'Save an API key for a server',
  details: `The key is read from the terminal or from standard input, never from an argument:
other users of this machine can see arguments. It is saved in a file that only you
can read.`,
  count: [0, 2],
  options: { key: { type: 'boolean', about: 'reads an API key' } },
  examples: [
    'countersign login https://sign.example.com --key',
    'pass show countersign | countersign login https://sign.example.com --key',
  ],
  async run({ arguments: [url, unexpected], values, terminal, print }) {
    if (unexpected !== undefined || url?.startsWith('sk_') === true)
      throw usage(
        'Do not write the key on the command line, where other users of this machine can see it. Pipe it in, or type it when asked.',
      );
    const name = profileName(terminal.env, values.profile);
    const origin = checkUrl(url ?? terminal.env['COUNTERSIGN_URL'] ?? readProfiles(terminal.env)[name]?.url ?? noUrl());
    if (values.key !== true) throw usage('Use --key to read an API key.');
    const apiKey = checkKey(((await terminal.readSecret?.('API key: ')) ?? '').trim());
    const who = await lookUp(origin, apiKey);
    saveProfile(terminal.env, name, {
      url: origin,
      apiKey,
      listenSecret: `whsec_${randomBytes(32).toString('base64')}`,
    });
    const environment = isSandboxKey(apiKey) ? 'sandbox' : 'live';
    print(
      { profile: name, url: origin, environment, ...who },
      `Signed in to ${origin} (${environment}) as ${harmless(who.email)}.\n`,
    );
    return ExitCode.valid;
  },
});

function noUrl(): never {
  throw usage('The address of the server is missing: countersign login https://sign.example.com');
}

/** The person whose key it is. A key that does not work is not saved. */
async function lookUp(baseUrl: string, apiKey: string): Promise<{ name: string; email: string }> {
  const { profile } = await new Countersign({ apiKey, baseUrl }).profile.get();
  return { name: profile.name, email: profile.email };
}

export const logout = defineCommand({
  name: 'logout',
  takes: '',
  summary: 'Delete a saved API key',
  count: [0, 0],
  options: {},
  examples: ['countersign logout', 'countersign logout --profile work'],
  run({ values, terminal, print }) {
    const name = profileName(terminal.env, values.profile);
    const profile = readProfiles(terminal.env)[name];
    if (profile === undefined) throw new CommandError(ExitCode.noPermission, `There is no profile "${name}".`);
    saveProfile(terminal.env, name, undefined);
    print(
      { profile: name, url: profile.url },
      `Deleted the API key of ${profile.url}. It stays valid until you revoke it under API keys in the app.\n`,
    );
    return Promise.resolve(ExitCode.valid);
  },
});

export const whoami = defineCommand({
  name: 'whoami',
  takes: '',
  summary: 'Show the server and the person of the API key in use',
  count: [0, 0],
  options: {},
  examples: ['countersign whoami'],
  async run({ values, terminal, print }) {
    const { url, apiKey, name: profile } = signedIn(terminal, values.profile);
    const who = await lookUp(url, apiKey);
    const environment = isSandboxKey(apiKey) ? 'sandbox' : 'live';
    const key = `${apiKey.slice(0, 8)}…${apiKey.slice(-4)}`;
    print(
      { profile: profile ?? null, url, environment, key, ...who },
      table(
        [
          ['server', url],
          ['environment', environment],
          ['person', `${harmless(who.name)} <${harmless(who.email)}>`],
          ['key', key],
          ['saved in', profile === undefined ? 'COUNTERSIGN_API_KEY' : `${credentialsFile(terminal.env)} (${profile})`],
        ],
        '',
      ),
    );
    return ExitCode.valid;
  },
});
