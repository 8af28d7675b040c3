/**
 * Reads settings. A feature or an adapter with settings declares them in its `config.ts`: a function that reads them
 * from this reader. `main/config.ts` combines them. The same file has the descriptions from which `npm run docs`
 * generates the settings page. Reading continues after an error, so that the operator sees all errors in one start.
 */
import { resolve } from 'node:path';
import { isMasterKey } from './crypto/master-key.ts';
import { hashToken } from './crypto/tokens.ts';
import { Secret } from './secret.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The entry on the settings page: the default as Markdown (empty if there is none), and the meaning. */
export type DescribedSettings = Readonly<Record<string, readonly [fallback: string, meaning: string]>>;

export class SettingReader {
  readonly #environment: Environment;
  readonly #faults: string[];
  constructor(environment: Environment, faults: string[]) {
    this.#environment = environment;
    this.#faults = faults;
  }

  has(name: string): boolean {
    return this.text(name) !== undefined;
  }

  /**
   * Returns a setting. An empty value means that the variable is not set, because that is how compose files clear a
   * variable.
   */
  text(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** Returns a path. Relative paths start from the working directory. */
  path(name: string): string | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : resolve(value);
  }

  secret(name: string): Secret | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : new Secret(value);
  }

  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) this.#faultOf(name, `must be one of ${choices.join(', ')}, not "${value}"`);
    return found ?? fallback;
  }

  port(name: string, fallback: number): number {
    return this.#number(name, fallback, 0, 65_535, 'must be a port number from 0 to 65535');
  }

  count(name: string, fallback: number): number {
    return this.#number(name, fallback, 1, 1_000_000_000, 'must be a whole number of at least 1');
  }

  #number(name: string, fallback: number, min: number, max: number, rule: string): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.#faultOf(name, `${rule}, not "${value}"`);
    return fallback;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    return this.checked(name, (value) => {
      // The value may contain a password, so it is not repeated.
      if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
        throw new Error(
          `must be an address that begins with ${protocols.map((protocol) => (protocol === 'mailto:' ? protocol : `${protocol}//`)).join(' or ')}`,
        );
    });
  }

  checked(name: string, check: (value: string) => void): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    try {
      check(value);
      return value;
    } catch (error) {
      this.#faultOf(name, error instanceof Error ? error.message : 'is not valid');
      return undefined;
    }
  }

  list(name: string, check: (parts: readonly string[]) => void): string[] {
    const split = (value: string) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    return split(this.checked(name, (value) => check(split(value))) ?? '');
  }

  masterKey(name: string): Secret | undefined {
    const value = this.checked(name, (text) => {
      if (!isMasterKey(text))
        throw new Error(
          'must be 32 bytes as base64 (44 characters) or hexadecimal (64 characters), for example from "openssl rand -base64 32"',
        );
    });
    return value === undefined ? undefined : new Secret(value);
  }

  /**
   * Returns the hash of a credential. Settings contain only the hash, so that nobody can use the credential after
   * reading them.
   */
  sha256(name: string): Buffer | undefined {
    const value = this.checked(name, (text) => {
      if (!/^sha256:[0-9a-f]{64}$/i.test(text))
        throw new Error(
          'must be "sha256:" followed by the SHA-256 hash of the credential in hexadecimal, for example from "printf %s CREDENTIAL | sha256sum"',
        );
    });
    return value === undefined ? undefined : Buffer.from(value.slice(7), 'hex');
  }

  /** Returns a secret that is used only for comparison. */
  hashed(name: string): Buffer | undefined {
    const value = this.checked(name, (text) => {
      if (!/^[\x21-\x7e]{24,200}$/.test(text)) throw new Error('must be 24 to 200 visible characters without spaces');
    });
    return value === undefined ? undefined : hashToken(value);
  }

  fault(line: string): void {
    this.#faults.push(line);
  }

  #faultOf(name: string, rule: string): void {
    this.fault(`${name}: ${rule}`);
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

export function dataFolder(reader: SettingReader): string {
  return reader.path('DATA_DIR') ?? resolve('data');
}
