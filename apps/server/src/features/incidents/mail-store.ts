/** SQL for the e-mails to the people affected by an incident. */
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type MailingRow = {
  number: number;
  subject: string;
  text: string;
  created_at: Date;
  created_by: { kind: string; id: string; name: string | null };
  waiting: number;
  sent: number;
  failed: number;
  failures: { email: string; reason: string }[];
};
export const selectMailings = statement<MailingRow, [tenant: string, incident: string, only: number | null]>(
  'incident-mailings',
  `select m.n as number, m.subject, m.text, m.created_at,
     json_build_object('kind', m.actor_kind, 'id', m.actor_id, 'name', coalesce((select u.name from users u where u.id = m.actor_id),
       (select k.name from api_keys k where k.tenant_id = m.tenant_id and k.id = m.actor_id))) as created_by,
     count(*) filter (where r.status in ('waiting', 'handing-over'))::int as waiting,
     count(*) filter (where r.status = 'sent')::int as sent, count(*) filter (where r.status = 'failed')::int as failed,
     coalesce((select json_agg(f) from (select f.email, coalesce(f.reason, '') as reason from incident_mail_recipients f
       where f.tenant_id = m.tenant_id and f.incident_id = m.incident_id and f.mailing = m.n and f.status = 'failed'
       order by f.email_key limit 100) f), '[]') as failures
   from incident_mailings m join incident_mail_recipients r on r.tenant_id = m.tenant_id and r.incident_id = m.incident_id and r.mailing = m.n
   where m.tenant_id = $1 and m.incident_id = $2 and ($3::int is null or m.n = $3)
   group by m.tenant_id, m.incident_id, m.n order by m.n desc`,
);
/**
 * Assigns the numbers of the next mailing and of its timeline entry. The first mailing also sets when people were
 * notified.
 */
export const updateMailed = statement<
  { mailing: number; entry: number },
  [tenant: string, incident: string, now: Date]
>(
  'incident-mailed',
  `update incidents i set people_notified_at = coalesce(people_notified_at, $3), entries = entries + 1
   where tenant_id = $1 and id = $2 returning entries - 1 as entry, (select count(*)::int + 1 from incident_mailings m
     where m.tenant_id = i.tenant_id and m.incident_id = i.id) as mailing`,
);
export const insertMailing = namedStatement<
  unknown,
  {
    tenantId: string;
    incidentId: string;
    n: number;
    subject: string;
    text: string;
    actorKind: string;
    actorId: string;
    now: Date;
  }
>(
  'incident-mailing-insert',
  `insert into incident_mailings (tenant_id, incident_id, n, subject, text, actor_kind, actor_id, created_at)
   values (:tenantId, :incidentId, :n, :subject, :text, :actorKind, :actorId, :now)`,
);
export const insertMailRecipients = statement<
  unknown,
  [tenant: string, incident: string, mailing: number, emails: readonly string[], keys: readonly string[], now: Date]
>(
  'incident-mail-recipients-insert',
  `insert into incident_mail_recipients (tenant_id, incident_id, mailing, email, email_key, changed_at)
   select $1, $2, $3, e.email, e.email_key, $6 from unnest($4::text[], $5::text[]) as e (email, email_key)`,
);
export const selectMailedBefore = statement<{ email: string }, [tenant: string, incident: string, keys: string[]]>(
  'incident-mailed-before',
  `select min(email) as email from incident_mail_recipients where tenant_id = $1 and incident_id = $2 and email_key = any ($3)
   group by email_key order by 1`,
);
type Key = { tenantId: string; incidentId: string; mailing: number; emailKey: string };
export const selectMailOf = namedStatement<{ subject: string; text: string; email: string; status: string }, Key>(
  'incident-mail-select',
  `select m.subject, m.text, r.email, r.status from incident_mail_recipients r
   join incident_mailings m on m.tenant_id = r.tenant_id and m.incident_id = r.incident_id and m.n = r.mailing
   where r.tenant_id = :tenantId and r.incident_id = :incidentId and r.mailing = :mailing and r.email_key = :emailKey`,
);
/** Changes the state of an e-mail. Has no effect unless the e-mail is in the expected state. */
export const moveMail = namedStatement<
  { email: string },
  Key & { from: string; to: string; reason: string | null; now: Date }
>(
  'incident-mail-move',
  `update incident_mail_recipients set status = :to, reason = :reason, changed_at = :now
   where tenant_id = :tenantId and incident_id = :incidentId and mailing = :mailing and email_key = :emailKey and status = :from
   returning email`,
);
export const selectSender = statement<{ organization: string; locale: string | null }, [tenant: string]>(
  'incident-mail-sender',
  `select name as organization, settings ->> 'locale' as locale from organizations where tenant_id = $1`,
);
