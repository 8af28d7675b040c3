import { read, usage } from './arguments.ts';

export interface AuditVerifyCommand {
  readonly kind: 'audit verify';
  /** A folder with an export, a certificate of completion, or the address of a log. */
  readonly file: string;
  readonly pins: readonly string[];
  readonly keys: readonly string[];
  readonly trust: readonly string[];
  /** The SHA-256 hashes of entries that the log must contain, taken from receipts. */
  readonly entries: readonly string[];
  readonly receipts: readonly string[];
  /** The name of the environment variable that contains the bearer token for the address. */
  readonly tokenEnv: string | undefined;
  readonly json: boolean;
}

/** Parses the arguments of `countersign audit verify`. Throws CommandError (64). */
export function parseAudit([action, ...rest]: readonly string[]): AuditVerifyCommand {
  if (action !== 'verify')
    throw usage(
      action === undefined
        ? 'Missing command. Usage: countersign audit verify FOLDER|FILE.pdf|URL'
        : `Unknown command "audit ${action}".`,
    );
  const { values, file } = read(rest, {
    pin: { type: 'string', multiple: true },
    key: { type: 'string', multiple: true },
    trust: { type: 'string', multiple: true },
    entry: { type: 'string', multiple: true },
    receipt: { type: 'string', multiple: true },
    'token-env': { type: 'string' },
    json: { type: 'boolean' },
  });
  const {
    pin: pins = [],
    key: keys = [],
    trust = [],
    entry: entries = [],
    receipt: receipts = [],
    json = false,
    'token-env': tokenEnv,
  } = values;
  const wrong = entries.find((hash) => !/^[0-9a-f]{64}$/.test(hash));
  if (wrong !== undefined)
    throw usage(`"${wrong}" is not the SHA-256 hash of an entry. Use 64 hexadecimal digits in lower case.`);
  return { kind: 'audit verify', file, pins, keys, trust, entries, receipts, tokenEnv, json };
}
