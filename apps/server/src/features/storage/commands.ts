import type { Command, Console } from '../../platform/console.ts';
import { listDamaged } from './damage.ts';
import { move, type MoveConsole, readTarget } from './move-command.ts';
import { describeFiles, megabytes } from './file-locations.ts';
import { listStorage, type OrganizationStorage, setQuota } from './quota.ts';

const USAGE = `Usage: npm start -- storage [quota ORGANIZATION SIZE | move --to s3|folder]

  storage                           lists the storage used by each organization, the location of files, unencrypted files, damaged files, and the last check
  storage move --to s3|folder       moves all files to S3 or back to the folder while the servers are running. Run it again to resume
  storage quota ORGANIZATION SIZE   limits the storage of an organization: 500MB, 10GB, 2TB, or unlimited (the default)

ORGANIZATION is the organization's ID (org_...). A quota counts live and sandbox together, and each file once.`;

const UNITS: Record<string, number> = { KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 };

/** Parses a size. Returns null for an unlimited size, and undefined for an invalid one. */
export function readSize(text: string): number | null | undefined {
  if (text.toLowerCase() === 'unlimited') return null;
  const match = /^(\d{1,9}(?:\.\d{1,3})?)\s?(KB|MB|GB|TB)$/i.exec(text);
  const bytes = Math.round(Number(match?.[1]) * (UNITS[match?.[2]?.toUpperCase() ?? ''] ?? 0));
  return match && Number.isSafeInteger(bytes) ? bytes : undefined;
}

const storage: Command<Console & MoveConsole> = {
  name: 'storage',
  usage: USAGE,
  read: (words) => {
    const [name, ...given] = words;
    switch (name) {
      case undefined:
        return list;
      case 'move': {
        const to = readTarget(given);
        return to && ((console) => move(console, to));
      }
      case 'quota': {
        const [organization, size, ...rest] = given;
        const quota = size === undefined ? undefined : readSize(size);
        if (organization === undefined || quota === undefined || rest.length > 0) return undefined;
        return (console) => agree(console, organization, quota);
      }
      default:
        return undefined;
    }
  },
};

const list = ({ open, out, openBothStores }: Console & MoveConsole): Promise<number> =>
  open(async ({ database, unseal }) => {
    const { uow } = await unseal();
    for (const one of await listStorage(uow)) out(storageLine(one));
    const { files, scrub } = await listDamaged(database);
    for (const file of files) out(`damaged (${file.fault}) since ${file.found_at.toISOString()}: blobs/${file.key}`);
    out(scrub);
    for (const line of await describeFiles(database, openBothStores)) out(line);
    return 0;
  });

const agree = ({ open, out }: Console, organization: string, quota: number | null): Promise<number> =>
  open(async ({ unseal }) => {
    const { uow } = await unseal();
    const set = await setQuota(uow, organization, quota);
    out(storageLine(set));
    if (set.quota_bytes !== null && set.used_bytes > set.quota_bytes)
      out('The organization already uses more than this quota. Nothing is removed, but further uploads are rejected.');
    return 0;
  });

const storageLine = ({ id, name, used_bytes: used, quota_bytes: quota, files }: OrganizationStorage): string =>
  `${id}  ${megabytes(used)} in ${files} files, ${quota === null ? 'unlimited' : `of ${megabytes(quota)}`}  ${name}`;

export const commands = [storage];
