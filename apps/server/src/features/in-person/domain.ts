/** Pure functions that derive the current state of an in-person session from its row. */
import { type InPersonSession, LIMITS } from '@countersign/contract';
import type { InPersonVisit } from '../../platform/principal.ts';
import type { InPersonRow } from './store.ts';

type State = Pick<
  InPersonRow,
  | 'ended_at'
  | 'ended_by'
  | 'expires_at'
  | 'is_current'
  | 'signer_status'
  | 'has_code'
  | 'access_failures'
  | 'verified_at'
>;

export function statusOf(row: State, now: Date): InPersonSession['status'] {
  if (row.ended_by === 'signed') return 'signed';
  // The document was signed elsewhere or declined, or the recipient was replaced. There is nothing left to do on the
  // device.
  if (row.ended_at !== null || !row.is_current || row.signer_status !== 'pending-signature') return 'ended';
  if (row.expires_at <= now) return 'expired';
  if (row.verified_at !== null) return 'verified';
  return isLocked(row) ? 'locked' : 'open';
}

function isLocked({ has_code, access_failures }: State): boolean {
  return has_code && access_failures >= LIMITS.accessCodeTries;
}

export function codeState(row: State): InPersonVisit['code'] {
  if (!row.has_code) return 'none';
  if (row.verified_at !== null) return 'passed';
  return isLocked(row) ? 'locked' : 'due';
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export function sessionView(row: InPersonRow, now: Date): InPersonSession {
  return {
    id: row.id,
    document: { id: row.document_id, title: row.title },
    signer: { id: row.signer_id, email: row.email, name: row.name },
    host: { kind: row.host_kind, name: row.host_name },
    status: statusOf(row, now),
    access_code_required: row.has_code,
    identity_check: row.identity_check && { method: row.identity_check, kind: row.identity_document },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    verified_at: iso(row.verified_at),
    ended_at: iso(row.ended_at),
  };
}
