/** The operator's commands for the keys that sign checkpoints. Running servers pick up a new key within 30 seconds. */
import type { Command, Console } from '../../platform/console.ts';
import { servicePrincipal } from '../operator/index.ts';
import { Checkpoints } from './checkpoints.ts';
import type { PinSettings } from './config.ts';
import { LogKeys } from './log-keys.ts';
import { acceptPins } from './accept-pin.ts';
import { type PinFault, Pins } from './pins.ts';
import { reportFault } from './report-pin-fault.ts';
import { selectWitnesses, selectWitnessSummary } from './witness-store.ts';

const USAGE = `Usage: npm start -- audit-log keys | rotate-key | witnesses | accept-pin REASON

  keys                lists the public keys that sign checkpoints of the audit log
  rotate-key          creates a new key, which signs all later checkpoints. Previous keys still verify older checkpoints
  witnesses           lists the witnesses in WITNESSES with their last cosignatures and errors
  accept-pin REASON   records why audit logs contradict PIN_FILE or a submitted checkpoint, and accepts the current logs.
                      The replaced checkpoints are appended to PIN_FILE.replaced

Running servers pick up a new key within 30 seconds.`;

type LogConsole = Console & { readonly config: PinSettings };

const auditLog: Command<LogConsole> = {
  name: 'audit-log',
  usage: USAGE,
  read: ([name, reason, ...rest]) => {
    if (rest.length > 0) return undefined;
    if (name === 'accept-pin' && reason !== undefined && reason.trim() !== '')
      return (console) => acceptPin(console, reason.trim());
    if (name === 'witnesses' && reason === undefined) return listWitnesses;
    if ((name !== 'keys' && name !== 'rotate-key') || reason !== undefined) return undefined;
    return ({ open, out, clock }) =>
      open(async ({ database, unseal }) => {
        const { vault, recorder } = await unseal();
        const keys = new LogKeys({ database, vault, clock });
        if (name === 'rotate-key') {
          const operator = await servicePrincipal(database, undefined, 'live');
          const generation = await keys.rotate({ recorder, operator });
          out(`Created key ${generation}. Running servers use it within 30 seconds.`);
        }
        const { publicKeys } = await keys.signer();
        for (const [at, key] of publicKeys.entries()) out(`${at + 1}  ${Buffer.from(key).toString('base64')}`);
        return 0;
      });
  },
};

/**
 * Accepts every log that contradicts a pin, and records the reason in that log. Running servers notice within 15
 * seconds.
 */
function acceptPin({ open, out, err, clock, config }: LogConsole, reason: string): Promise<number> {
  const { pinFile } = config;
  return open(async ({ database, unseal }) => {
    const { vault, uow } = await unseal();
    const keys = new LogKeys({ database, vault, clock });
    const checkpoints = new Checkpoints({ database, clock, keys });
    const log = { warn: (_: object, text: string) => err(text), error: (_: object, text: string) => err(text) };
    const report = (fault: PinFault, note: string) => reportFault(uow, fault, note);
    const pins = new Pins({ pinFile, database, clock, keys, checkpoints, report, log });
    await pins.update();
    const tenants = new Set(pins.faults.map(({ tenantId }) => tenantId));
    const by = { actor: { kind: 'system', id: 'operator' } } as const;
    const acceptance = { sources: ['pin-file', 'presented'], reason: reason.slice(0, 1000) } as const;
    for (const tenantId of tenants) await acceptPins(uow, tenantId, acceptance, by);
    await pins.update();
    if (pins.fileFault) {
      err(pins.fileFault.reason);
      return 1;
    }
    out(
      tenants.size === 0
        ? 'No audit log contradicts its checkpoints.'
        : `Accepted the current state of ${tenants.size} audit log(s).`,
    );
    return 0;
  });
}

function listWitnesses({ open, out, config: { witnesses = [] } }: LogConsole): Promise<number> {
  return open(async ({ database }) => {
    if (witnesses.length === 0) out('WITNESSES is not set.');
    const texts = witnesses.map(({ text }) => text);
    const states = await database.query({ role: 'jobs' }, selectWitnesses(texts));
    for (const { key, text, url } of witnesses) {
      const [summary] = await database.query({ role: 'jobs' }, selectWitnessSummary(text));
      const state = states.find(({ witness }) => witness === text);
      const last = summary?.last_at ? `last cosignature ${summary.last_at.toISOString()}` : 'no cosignature yet';
      out(`${key.name}  ${url}`);
      out(`  ${last}, ${summary?.logs ?? 0} log(s) cosigned, ${summary?.behind ?? 0} log(s) waiting for a cosignature`);
      if (state?.fault) out(`  ${state.fault} since ${state.since?.toISOString()}: ${state.reason}`);
    }
    return 0;
  });
}

export const commands = [auditLog];
