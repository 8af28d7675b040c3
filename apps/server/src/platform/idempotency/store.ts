import { statement } from '../db/statement.ts';

export type KeptRow = {
  state: 'running' | 'done';
  fingerprint: Buffer | null;
  answer_sealed: Buffer | null;
};

/**
 * Claims the key if it is new, if a process that has ended left it behind, or if it is older than the retention period.
 * Returns no row if the key is in use.
 */
export const claimKey = statement<
  { claim: string },
  [tenant: string, key: Buffer, claim: string, now: Date, holder: number, oldest: Date]
>(
  'kept-answer-claim',
  `insert into kept_answers (tenant_id, key_hash, state, claim, created_at, holder) values ($1, $2, 'running', $3, $4, $5)
   on conflict (tenant_id, key_hash) do update
     set state = 'running', claim = $3, created_at = $4, holder = $5, fingerprint = null, answer_sealed = null
     where kept_answers.created_at < $6
       or (kept_answers.state = 'running' and pg_try_advisory_xact_lock_shared(kept_answers.holder))
   returning claim`,
);
export const selectKept = statement<KeptRow, [tenant: string, key: Buffer]>(
  'kept-answer-select',
  'select state, fingerprint, answer_sealed from kept_answers where tenant_id = $1 and key_hash = $2',
);
export const keepAnswer = statement<
  { claim: string },
  [tenant: string, key: Buffer, claim: string, fingerprint: Buffer, answer: Buffer]
>(
  'kept-answer-keep',
  `update kept_answers set state = 'done', fingerprint = $4, answer_sealed = $5
   where tenant_id = $1 and key_hash = $2 and claim = $3 and state = 'running' returning claim`,
);
export const dropClaim = statement<unknown, [tenant: string, key: Buffer, claim: string]>(
  'kept-answer-drop',
  `delete from kept_answers where tenant_id = $1 and key_hash = $2 and claim = $3 and state = 'running'`,
);
export const deleteOldAnswers = statement<unknown, [tenant: string, oldest: Date]>(
  'kept-answers-delete-old',
  `delete from kept_answers where tenant_id = $1 and key_hash in
     (select key_hash from kept_answers where tenant_id = $1 and created_at < $2 limit 100)`,
);
