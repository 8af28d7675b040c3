/** The operator's commands for the keys that sign checkpoints. Running servers use a new key within 30 seconds. */
import type { Command, Console } from '../../platform/console.ts';
import { servicePrincipal } from '../operator/index.ts';
import { LogKeys } from './log-keys.ts';

const USAGE = `Usage: npm start -- audit-log keys | rotate-key

  keys         lists the public keys that sign checkpoints of the audit log
  rotate-key   creates a new key. It signs all further checkpoints. The previous keys still verify theirs

Running servers use a new key within 30 seconds.`;

const auditLog: Command<Console> = {
  name: 'audit-log',
  usage: USAGE,
  read: ([name, ...rest]) => {
    if ((name !== 'keys' && name !== 'rotate-key') || rest.length > 0) return undefined;
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

export const commands = [auditLog];
