/** Commands that save, show and remove sign-ins. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Countersign } from '@countersign/sdk/source';
import { ApiError, PublicCountersign } from '@countersign/sdk/source/browser';
import { usage } from '../arguments.ts';
import { CommandError, ExitCode } from '../command-error.ts';
import { harmless, table, type Terminal } from '../terminal.ts';
import { defineCommand } from './command.ts';
import { checkKey, checkUrl, isSandboxKey, signedIn } from './connection.ts';
import { credentialsFile, profileName, readProfile, saveProfile } from './credentials.ts';

export const login = defineCommand({
  name: 'login',
  takes: '[URL]',
  summary: 'Sign in to a server',
  details: `Shows a code that you confirm in the browser, where you choose the organization,
the environment, the scopes and the lifetime of the API key for this machine.
With --key, the key is read from the terminal or from standard input, never from an
argument, which other users of this machine can see. The key is saved in a file that
only you can read.`,
  count: [0, 2],
  options: {
    key: { type: 'boolean', about: 'reads an API key instead of opening the browser' },
    sandbox: { type: 'boolean', about: 'preselects the sandbox in the browser' },
  },
  examples: [
    'countersign login https://sign.example.com',
    'pass show countersign | countersign login https://sign.example.com --key',
  ],
  async run({ arguments: [url, unexpected], values, terminal, print }) {
    if (unexpected !== undefined || url?.startsWith('sk_') === true)
      throw usage(
        'Do not write the key on the command line, where other users of this machine can see it. Pipe it in, or type it when asked.',
      );
    const name = profileName(terminal.env, values.profile);
    const origin = checkUrl(url ?? terminal.env['COUNTERSIGN_URL'] ?? readProfile(terminal.env, name)?.url ?? noUrl());
    const apiKey =
      values.key === true
        ? checkKey(((await terminal.readSecret?.('API key: ')) ?? '').trim())
        : await confirmInBrowser(origin, values.sandbox === true ? 'sandbox' : 'live', terminal);
    const who = await lookUp(origin, apiKey);
    saveProfile(terminal.env, name, {
      url: origin,
      apiKey,
      listenSecret: `whsec_${randomBytes(32).toString('base64')}`,
    });
    const environment = isSandboxKey(apiKey) ? 'sandbox' : 'live';
    print(
      { profile: name, url: origin, environment, ...who },
      `Signed in to ${origin} (${environment})${who.email === null ? '' : ` as ${harmless(who.email)}`}.\n`,
    );
    return ExitCode.valid;
  },
});

/** All loopback names and addresses are treated as the same server. */
const LOOPBACK = new Set(['127.0.0.1', '[::1]']);

function originOf(address: string): string | undefined {
  const url = URL.parse(address);
  if (url && LOOPBACK.has(url.hostname)) url.hostname = 'localhost';
  return url?.origin;
}

const MAX_LOST = 3;

/**
 * Signs in with the device flow (RFC 8628). Throws CommandError with code 77 if the code is not confirmed in time, or
 * with code 130 after Ctrl-C.
 */
async function confirmInBrowser(baseUrl: string, environment: 'live' | 'sandbox', terminal: Terminal): Promise<string> {
  const { deviceSignIn } = new PublicCountersign({ baseUrl });
  const device = `countersign on ${hostname()}`.slice(0, 80);
  const started = await deviceSignIn.start({ device, environment });
  const { device_code: deviceCode, user_code: userCode, verification_uri_complete: address, interval } = started;
  if (originOf(address) !== originOf(baseUrl))
    throw new CommandError(
      ExitCode.invalid,
      `${baseUrl} wants to open ${harmless(address)}, which is on another server. If you trust that server, sign in to it.`,
    );
  const signal = terminal.interrupted?.();
  // The message is printed to standard error, because standard output is reserved for the result.
  terminal.error(`Open ${harmless(address)}\nand confirm the code ${harmless(userCode)}.\n`);
  terminal.openBrowser?.(address);
  for (let lost = 0; ;) {
    await setTimeout(interval * 1000, undefined, signal && { signal }).catch(() => {
      throw new CommandError(ExitCode.interrupted, 'Interrupted.');
    });
    try {
      const { apiKey } = await deviceSignIn.finish({ device_code: deviceCode });
      if (apiKey) return checkKey(apiKey.key);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'DEVICE_CODE_EXPIRED')
        throw new CommandError(ExitCode.noPermission, 'The code was not confirmed within 10 minutes.', error);
      // If the response that contained the key was lost, the server replaces the key on the next attempt.
      lost += 1;
      if (!(error instanceof ApiError && error.isOutcomeUnknown && lost <= MAX_LOST)) throw error;
    }
  }
}

function noUrl(): never {
  throw usage('Specify the address of the server: countersign login https://sign.example.com');
}

interface Who {
  readonly name: string | null;
  readonly email: string | null;
}

/** Looks up the key's owner. A sandbox key cannot read its owner. Throws ApiError if the key does not work. */
async function lookUp(baseUrl: string, apiKey: string): Promise<Who> {
  const sandbox = isSandboxKey(apiKey);
  const countersign = new Countersign({ apiKey, baseUrl, sandbox });
  if (!sandbox) {
    const { profile } = await countersign.profile.get();
    return { name: profile.name, email: profile.email };
  }
  await countersign.documents.list({ pageSize: 1 }).then(undefined, (error: unknown) => {
    // The key is valid, but lacks the scope for this request.
    if (!(error instanceof ApiError && error.code === 'FORBIDDEN')) throw error;
  });
  return { name: null, email: null };
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
    const profile = readProfile(terminal.env, name);
    if (profile === undefined) throw new CommandError(ExitCode.noPermission, `The profile "${name}" does not exist.`);
    saveProfile(terminal.env, name, undefined);
    print(
      { profile: name, url: profile.url },
      `Deleted the API key for ${profile.url} from this machine. The key stays valid until you revoke it under API keys in the app.\n`,
    );
    return Promise.resolve(ExitCode.valid);
  },
});

export const whoami = defineCommand({
  name: 'whoami',
  takes: '',
  summary: 'Show the server and the user of the current API key',
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
          ['person', who.email === null ? '' : `${harmless(who.name ?? '')} <${harmless(who.email)}>`],
          ['key', key],
          ['saved in', profile === undefined ? 'COUNTERSIGN_API_KEY' : `${credentialsFile(terminal.env)} (${profile})`],
        ],
        '',
      ),
    );
    return ExitCode.valid;
  },
});
