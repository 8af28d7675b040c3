import { verifyVector } from '../../../../vectors/audit-log/read-vector.ts';
import type { Log } from '../../../../vectors/audit-log/log.ts';
import { AuditLogError } from '../../src/index.ts';
import { faultOf } from './check-log.ts';
import { randomLog } from './random-log.ts';

/** Returns the fault that the package's verifier finds, or undefined. */
async function ourFault(log: Log): Promise<string | undefined> {
  try {
    const result = await verifyVector(log);
    return result.valid ? undefined : result.fault.message;
  } catch (error) {
    if (error instanceof AuditLogError) return error.message;
    throw error;
  }
}

/**
 * Runs both checkers on random logs, one for each seed. Returns the number of logs, and the logs on which the checkers
 * disagree.
 */
export async function compareCheckers(from: number, count: number) {
  const disagreements: string[] = [];
  const faults = new Set<string>();
  let valid = 0;
  for (let seed = from; seed < from + count; seed++) {
    const log = await randomLog(seed);
    const [ours, other] = [await ourFault(log), faultOf(log)];
    if (ours === undefined) valid++;
    if (other !== undefined) faults.add(other);
    if ((ours === undefined) !== (other === undefined)) disagreements.push(`seed ${seed}: ${ours} / ${other}`);
  }
  return { valid, faults, disagreements };
}
