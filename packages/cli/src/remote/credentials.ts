/** Saved sign-ins, stored in one file that only its owner can read. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { CommandError, ExitCode } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';

export interface Profile {
  readonly url: string;
  readonly apiKey: string;
  /** The secret with which `listen` signs events. It does not change, so a receiver can store it in its settings. */
  readonly listenSecret?: string;
}
type Profiles = Readonly<Record<string, Profile>>;

const NAME = /^[\w.-]{1,60}$/;

export function credentialsFile(env: Terminal['env']): string {
  const base = env['XDG_CONFIG_HOME'] || env['APPDATA'] || path.join(env['HOME'] || homedir(), '.config');
  return path.join(base, 'countersign', 'credentials.json');
}

/** Returns the name of the profile in use. Throws CommandError (64). */
export function profileName(env: Terminal['env'], given: string | undefined): string {
  const name = given ?? (env['COUNTERSIGN_PROFILE'] || 'default');
  if (!NAME.test(name)) throw new CommandError(ExitCode.usage, `"${name}" is not a valid profile name.`);
  return name;
}

/** Reads all saved sign-ins. Throws CommandError (66) if the file is damaged. */
function readProfiles(env: Terminal['env']): Profiles {
  const file = credentialsFile(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
    // The permissions are restricted each time, because another program may have copied the file with wider
    // permissions.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {};
    throw new CommandError(ExitCode.noInput, `${file} cannot be read.`, cause);
  }
  try {
    const { profiles } = JSON.parse(text) as { profiles: Profiles };
    return Object.fromEntries(
      Object.entries(profiles).filter(([, { url, apiKey }]) => typeof url === 'string' && typeof apiKey === 'string'),
    );
  } catch {
    // The cause is omitted because it could quote a key.
    throw new CommandError(ExitCode.noInput, `${file} is damaged. Delete it and sign in again.`);
  }
}

/** Reads a saved sign-in. Throws CommandError (66) if the file is damaged. */
export function readProfile(env: Terminal['env'], name: string): Profile | undefined {
  const profiles = readProfiles(env);
  // Every object inherits members such as `constructor`, which are not profiles.
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** Saves a sign-in, or removes it. Throws CommandError (1) if the file cannot be written. */
export function saveProfile(env: Terminal['env'], name: string, profile: Profile | undefined): void {
  const file = credentialsFile(env);
  const others = Object.entries(readProfiles(env)).filter(([other]) => other !== name);
  const profiles = Object.fromEntries(profile === undefined ? others : [...others, [name, profile]]);
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw new CommandError(ExitCode.invalid, `${file} cannot be written.`, cause);
  }
}
