/** The settings for copies of checkpoints outside the database: on another volume, and with witnesses. */
import { AuditLogError, parseVerifierKey, SIGNATURE_TYPE, type VerifierKey } from '@countersign/audit-log/tlog';
import type { DescribedSettings, SettingReader } from '../../platform/settings.ts';

/** A witness (C2SP tlog-witness). `text` is its verifier key as configured. */
export type WitnessSetting = { readonly key: VerifierKey; readonly text: string; readonly url: string };
export type PinSettings = { pinFile?: string | undefined; witnesses?: readonly WitnessSetting[] };

export const pinSettings = (reader: SettingReader): PinSettings => ({
  pinFile: reader.path('PIN_FILE'),
  witnesses: reader.list('WITNESSES', readWitnesses).map(readWitness),
});

function readWitnesses(entries: readonly string[]): void {
  const names = entries.map((entry) => readWitness(entry).key.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`lists the witness ${twice} twice`);
}

/** @param entry a verifier key and an address, separated by a space */
function readWitness(entry: string): WitnessSetting {
  const [text = '', url = '', ...rest] = entry.split(/\s+/);
  if (rest.length > 0 || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error('must list witnesses as "VERIFIER_KEY ADDRESS", separated by commas');
  try {
    const key = parseVerifierKey(text);
    if (key.type !== SIGNATURE_TYPE.cosignature)
      throw new Error(`contains a log's key instead of a witness's key: ${text}`);
    return { key, text, url: url.replace(/\/$/, '') };
  } catch (error) {
    throw error instanceof AuditLogError ? new Error(error.message) : error;
  }
}

export const PIN_DESCRIPTIONS: DescribedSettings = {
  PIN_FILE: [
    '',
    'File for the newest checkpoint of each audit log, on a volume that is not part of the backups and does not contain the database. With this file, the server detects at startup whether the database is older than the file or was rewritten ([audit log](../understand/audit-log.md#pins)).',
  ],
  WITNESSES: [
    '',
    "Witnesses that cosign the audit logs' checkpoints ([C2SP tlog-witness](https://c2sp.org/tlog-witness)), separated by commas. Each entry is a verifier key and an address: `witness.example.com/w1+8f3a…+BH… https://witness.example.com`. The server contacts them every 15 seconds ([audit log](../understand/audit-log.md#witnesses)). Addresses that are not public must be in `WEBHOOK_ALLOW`.",
  ],
};
