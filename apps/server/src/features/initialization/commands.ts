/** `npm start -- init` lets a script set up the service without reading a link from the log. */
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { refuseHalfRestored } from '../../platform/backup/restore-mark.ts';
import { CommandError } from '../../platform/command-error.ts';
import type { Command, Console } from '../../platform/console.ts';
import { makeMasterKey, readMasterKey } from '../../platform/crypto/master-key.ts';
import type { Secret } from '../../platform/secret.ts';
import { hasInstallation, needsSetup, openInstallation } from '../accounts/index.ts';
import { nameOf, readEmail, readLine } from './config.ts';
import { initialize, readPasswordFile, ruleOf } from './initialize.ts';

const USAGE = `Usage: npm start -- init --organization NAME --email ADDRESS [--name NAME] [--api-key] [--password-file FILE] [--if-needed]

Creates the first organization and its owner. Run it before the first start of the server, or while the server runs.

  --organization NAME    name of the organization
  --email ADDRESS        e-mail address of the owner
  --name NAME            name of the owner; default: the part of the address before the @
  --api-key              also creates a live API key with every scope
  --password-file FILE   file with the owner's password; without it, the output contains a link to set one, valid for 48 hours
  --if-needed            exits with 0 and prints {"created":false} if an organization already exists; without it, the exit code is 1

The output is one line of JSON: created, organizationId, userId, email, apiKey, passwordUrl and
passwordUrlExpiresAt. Store the key: it is not shown again.`;

type Asked = {
  organization: string;
  email: string;
  name: string | undefined;
  withApiKey: boolean;
  passwordFile: string | undefined;
  isIfNeeded: boolean;
};

type Context = Console & {
  readonly config: {
    readonly dataDir: string;
    readonly masterKey: Secret | undefined;
    readonly publicUrl: string | undefined;
    readonly port: number;
  };
};

const init: Command<Context> = {
  name: 'init',
  usage: USAGE,
  read: (words) => {
    const asked = readWords(words);
    return asked && ((console) => carryOut(console, asked));
  },
};

export const commands = [init];

function readWords(words: readonly string[]): Asked | undefined {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        organization: text,
        email: text,
        name: text,
        'api-key': flag,
        'password-file': text,
        'if-needed': flag,
      },
    });
    const { organization, email, name } = values;
    if (organization === undefined || email === undefined) return undefined;
    return {
      organization,
      email,
      name,
      withApiKey: values['api-key'] === true,
      passwordFile: values['password-file'],
      isIfNeeded: values['if-needed'] === true,
    };
  } catch {
    return undefined;
  }
}

async function carryOut({ config, clock, open, out }: Context, asked: Asked): Promise<number> {
  const organization = valueOf('--organization', () => readLine(asked.organization));
  const email = valueOf('--email', () => readEmail(asked.email));
  const name = valueOf('--name', () => (asked.name === undefined ? nameOf(email) : readLine(asked.name)));
  await refuseHalfRestored(config);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const answer = await open(async ({ database, unseal }) => {
    // Creates the same data as a server does on its first start: the master key, and the secrets that it seals.
    if (!(await readMasterKey(config))) await makeMasterKey(config, () => hasInstallation(database));
    const { vault, uow } = await unseal();
    const { linkKey } = await openInstallation(database, clock, vault, config.publicUrl);
    if (!(await needsSetup({ uow }))) return undefined;
    return initialize(
      { uow, linkKey },
      {
        organization,
        email,
        name,
        password: await passwordOf(asked),
        withApiKey: asked.withApiKey,
        actor: { kind: 'system', id: 'console' },
        baseUrl: config.publicUrl ?? `http://localhost:${config.port}`,
      },
    ).catch((error: unknown) => {
      const rule = ruleOf(error);
      throw rule === undefined ? error : new CommandError(`--password-file: the password ${rule}`);
    });
  });
  if (answer) {
    out(JSON.stringify({ created: true, ...answer }));
    return 0;
  }
  if (!asked.isIfNeeded)
    throw new CommandError(
      'This installation already has an organization. Nothing was changed. Use --if-needed to avoid this error.',
    );
  out(JSON.stringify({ created: false }));
  return 0;
}

async function passwordOf({ passwordFile }: Asked): Promise<string | undefined> {
  if (passwordFile === undefined) return undefined;
  return readPasswordFile(passwordFile).catch((error: unknown) => {
    throw new CommandError(`--password-file: ${error instanceof Error ? error.message : String(error)}`);
  });
}

function valueOf(option: string, read: () => string): string {
  try {
    return read();
  } catch (error) {
    throw new CommandError(`${option} ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
