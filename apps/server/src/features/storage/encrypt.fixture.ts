// A process for the crash test to kill. Encrypts the files of the database and data folder in argv, at the time given
// there, and stops at a failpoint if one is named.
import { join } from 'node:path';
import { Damage } from './index.ts';
import { encryptFiles } from './encrypt.ts';
import { openLocalBlobs } from '../../platform/adapters/local-blobs/index.ts';
import { Recorder } from '../../platform/audit/recorder.ts';
import { BlobKeys } from '../../platform/blobs/blob-keys.ts';
import { Vault } from '../../platform/crypto/seal.ts';
import { Database } from '../../platform/db/database.ts';
import { armFailpoint, FAILPOINTS } from '../../platform/failpoints.ts';
import { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requireMasterKey } from '../../platform/crypto/master-key.ts';

const [address = '', dataDir = '', now = '', wanted] = process.argv.slice(2);
const clock = { now: () => new Date(now) };
const url = new URL(address);
const connection = {
  host: url.searchParams.get('host') ?? '',
  port: Number(url.searchParams.get('port')),
  user: decodeURIComponent(url.username),
  password: url.searchParams.get('password') ?? '',
  database: url.pathname.slice(1),
};
const database = new Database({ ...connection, maxConnections: 3, onError: () => {} });
const vault = new Vault(await requireMasterKey({ masterKey: undefined, dataDir }));
const uow = new UnitOfWork({
  database,
  clock,
  recorder: new Recorder({ vault, reactions: [], wake: () => {} }),
});
const say = (fields: object, message: string): void =>
  void process.stdout.write(`${message} ${JSON.stringify(fields)}\n`);
const log = { info: say, warn: say, error: say };
const point = FAILPOINTS.find((one) => one === wanted);
if (point) armFailpoint(point, 2);
await encryptFiles({
  database,
  uow,
  store: await openLocalBlobs(join(dataDir, 'blobs')),
  fileKeys: new BlobKeys({ database, vault }),
  damage: new Damage({ database, uow, log }),
  clock,
  log,
  isSealing: true,
  signal: new AbortController().signal,
});
await database.close();
