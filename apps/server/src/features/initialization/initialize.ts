/**
 * Creates the first organization, its owner and an API key without the page: for `npm start -- init` and for container
 * settings.
 */
import { open, readFile, rename, unlink } from 'node:fs/promises';
import type { Party } from '../../platform/audit/recorder.ts';
import { hashPassword } from '../../platform/crypto/passwords.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import { AppError, ValidationError } from '../../platform/errors.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { DEFAULT_MIN_LENGTH, type FirstOwner, refuseWeakPassword, setUpUnattended } from '../accounts/index.ts';
import { createFirstApiKey, readApiKey } from '../api-keys/index.ts';

export type Initialized = {
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string;
  readonly apiKey?: string | undefined;
  /** The link with which the owner sets a password, if no password was given. */
  readonly passwordUrl?: string | undefined;
  readonly passwordUrlExpiresAt?: string | undefined;
};

export type InitInput = FirstOwner & {
  password: string | undefined;
  withApiKey: boolean;
  actor: Party;
  baseUrl: string;
  /**
   * Called with the API key before the transaction commits, so that the key cannot be lost. If the call rejects,
   * nothing is created.
   */
  keepApiKey?: ((key: string) => Promise<void>) | undefined;
};

/**
 * Creates everything in one transaction. Returns undefined if an organization already exists. Throws a ValidationError
 * for a weak password.
 */
export async function initialize(
  services: { uow: UnitOfWork; linkKey: SecretKey },
  { password, withApiKey, actor, keepApiKey, ...input }: InitInput,
): Promise<Initialized | undefined> {
  const { uow } = services;
  const { name, email, organization } = input;
  const context = { minLength: DEFAULT_MIN_LENGTH, name, email, organizations: [organization] };
  if (password !== undefined) await refuseWeakPassword(password, context);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const work = uow.runAuth(async (tx): Promise<Initialized> => {
    const { userId, made, passwordLink } = await setUpUnattended(services, tx, { ...input, passwordHash, actor });
    const apiKey = withApiKey ? await createFirstApiKey(uow, tx, { tenantId: made.live, userId, actor }) : undefined;
    if (apiKey) await keepApiKey?.(apiKey.key);
    return {
      organizationId: made.id,
      userId,
      email,
      apiKey: apiKey?.key,
      passwordUrl: passwordLink?.url,
      passwordUrlExpiresAt: passwordLink?.expires.toISOString(),
    };
  });
  return work.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'SETUP_DONE') return undefined;
    throw error;
  });
}

/**
 * Reads the password from a file, without the trailing line break that editors add. Throws an Error that names the
 * file.
 */
export async function readPasswordFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`${path} cannot be read${codeOf(error)}`, { cause: error });
  });
  const password = text.replace(/\r?\n$/, '');
  if (password === '' || password.length > 1024 || /[\r\n]/.test(password))
    throw new Error(`${path} must contain only the password, on one line of at most 1,024 characters`);
  return password;
}

/**
 * Writes the API key to a file that only its owner can read. Overwrites an API key that a crashed start left behind,
 * but no other content. Throws an Error that names the file.
 */
export async function writeKeyFile(path: string, key: string): Promise<void> {
  const present = await readFile(path, 'utf8').catch(() => '');
  if (present.trim() !== '' && !readApiKey(present.trim()))
    throw new Error(`${path} exists and does not contain an API key. Use another file`);
  const temporary = `${path}.new`;
  try {
    await unlink(temporary).catch(() => {});
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${key}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    throw new Error(`${path} cannot be written${codeOf(error)}`, { cause: error });
  }
}

/** Returns the rule that a ValidationError states, without the field name. Returns undefined for any other error. */
export function ruleOf(error: unknown): string | undefined {
  return error instanceof ValidationError ? error.faults[0].message : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
}
