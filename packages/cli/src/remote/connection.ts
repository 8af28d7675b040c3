/** The server and the API key that a command uses. */
import { ApiError, Countersign } from '@countersign/sdk/source';
import { usage } from '../arguments.ts';
import { CommandError, ExitCode } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';
import { type Profile, profileName, readProfile } from './credentials.ts';

export interface Connection {
  readonly countersign: Countersign;
  readonly url: string;
  readonly isSandbox: boolean;
  /** The name of the profile. Undefined if the key comes from an environment variable. */
  readonly profile: string | undefined;
}

const KEY = /^sk_(live|test)_[0-9A-Za-z_]{20,100}$/;

/** Checks the format of an API key. The error message does not repeat the key. Throws CommandError (64). */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw usage('This is not an API key. Keys begin with sk_live_ or sk_test_.');
  return key;
}

export const isSandboxKey = (key: string): boolean => key.startsWith('sk_test_');

/** Returns the origin of a server. Plain HTTP is accepted only for the local machine. Throws CommandError (64). */
export function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw usage(`"${text}" is not a valid server address. Use a format such as https://sign.example.com.`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw usage(`Use https for ${url.host}. Over http, other people on the network can read the API key.`);
  return url.origin;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/** Returns the API key and the address from the environment, or else from the profile. Throws CommandError (77). */
export function signedIn({ env }: Terminal, given: string | undefined): Profile & { name: string | undefined } {
  const { COUNTERSIGN_API_KEY: key, COUNTERSIGN_URL: url } = env;
  if (key && given === undefined) {
    if (!url) throw usage('COUNTERSIGN_API_KEY is set, but the address of the server is missing. Set COUNTERSIGN_URL.');
    return { name: undefined, url: checkUrl(url), apiKey: checkKey(key) };
  }
  const name = profileName(env, given);
  const profile = readProfile(env, name);
  if (profile === undefined)
    throw new CommandError(
      ExitCode.noPermission,
      name === 'default'
        ? 'You are not signed in. Run: countersign login URL'
        : `The profile "${name}" does not exist.`,
    );
  return { ...profile, name };
}

export function connect(terminal: Terminal, given: string | undefined): Connection {
  const { name, url, apiKey } = signedIn(terminal, given);
  const isSandbox = isSandboxKey(apiKey);
  return { countersign: new Countersign({ apiKey, baseUrl: url, sandbox: isSandbox }), url, isSandbox, profile: name };
}

/** Converts an API error to a command error, with the request ID for support. */
export function commandError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message, faults, requestId, retryAfter, isOutcomeUnknown } = error;
  const named = faults.map((fault) => `${fault.field ? `${fault.field}: ` : ''}${fault.message}`);
  const lines = [
    named.length > 0 ? named.join('\n') : message,
    ...(retryAfter === null ? [] : [`Try again in ${retryAfter} seconds.`]),
    ...(isOutcomeUnknown ? ['The request may have been executed. Check the result before you repeat it.'] : []),
    ...(requestId === null ? [] : [`Request ID: ${requestId}`]),
  ];
  return new CommandError(exitCodeOf(status), lines.join('\n'), error, {
    code,
    status,
    faults,
    requestId,
    isOutcomeUnknown,
  });
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return ExitCode.noPermission;
  if (status === 429) return ExitCode.later;
  return status === 0 || status >= 500 ? ExitCode.unavailable : ExitCode.invalid;
}
