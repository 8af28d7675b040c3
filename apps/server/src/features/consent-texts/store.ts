import type { ConsentText } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';
import type { Consent } from './shipped.ts';

export type TextRow = {
  version: number;
  language: Consent['language'];
  text: string;
  sha256: string;
  valid_from: Date;
  valid_until: Date | null;
  added_by: NonNullable<ConsentText['added_by']>;
};

/** The hash of the text includes this name. */
export const versionName = (version: number): string => `own-${version}`;

/**
 * Selects the texts with the name of the person or key that added each of them. `tenant` is the statement's tenant
 * parameter.
 */
const textsOf = (
  tenant: string,
) => `with keys as materialized (select id, name from api_keys where tenant_id = ${tenant})
  select c.version, c.language, c.text, c.sha256, c.valid_from, c.valid_until,
  json_build_object('kind', c.added_by_kind, 'id', c.added_by_id, 'name', coalesce((select u.name from users u where u.id = c.added_by_id),
    (select k.name from keys k where k.id = c.added_by_id))) as added_by
  from consent_texts c where c.tenant_id = ${tenant}`;

export const selectTexts = namedStatement<
  TextRow,
  { tenantId: string; language: string | null; inForce: boolean | null; before: number | null; limit: number }
>(
  'consent-texts',
  `${textsOf(':tenantId')}
     and (:language::text is null or c.language = :language)
     and (:inForce::boolean is null or (c.valid_until is null) = :inForce) and (:before::int is null or c.version < :before)
   order by c.version desc limit :limit`,
);
export const selectText = statement<TextRow, [tenant: string, sha256: string]>(
  'consent-text',
  `${textsOf('$1')} and c.sha256 = $2`,
);
export const selectLanguagesInForce = statement<{ language: string }, [tenant: string]>(
  'consent-text-languages',
  'select language from consent_texts where tenant_id = $1 and valid_until is null',
);
export const selectConsentsByHash = statement<Consent, [tenant: string, hashes: readonly string[]]>(
  'consent-texts-by-hash',
  `select 'own-' || version as version, language, text, sha256 from consent_texts where tenant_id = $1 and sha256 = any ($2)`,
);
/** Selects only texts that were in force when the document was sent. */
export const selectOwnConsents = statement<Consent, [tenant: string, document: string]>(
  'consent-texts-of-document',
  `select 'own-' || c.version as version, c.language, c.text, c.sha256 from documents d join consent_texts c on c.tenant_id = d.tenant_id
     and c.valid_from <= d.sent_at and (c.valid_until is null or c.valid_until > d.sent_at)
   where d.tenant_id = $1 and d.id = $2`,
);
/** Locks the texts, so that versions are numbered without gaps. */
export const lockTexts = statement<unknown, [tenant: string]>(
  'consent-texts-lock',
  `select pg_advisory_xact_lock(hashtextextended('consent texts ' || $1, 0))`,
);
export const selectNewestVersion = statement<{ version: number }, [tenant: string]>(
  'consent-texts-newest',
  'select coalesce(max(version), 0) as version from consent_texts where tenant_id = $1',
);
export const endText = namedStatement<{ version: number }, { tenantId: string; language: string; at: Date }>(
  'consent-text-end',
  `update consent_texts set valid_until = :at where tenant_id = :tenantId and language = :language and valid_until is null
   returning version`,
);
export const insertText = namedStatement<
  unknown,
  {
    tenantId: string;
    version: number;
    language: string;
    text: string;
    sha256: string;
    at: Date;
    byKind: string;
    byId: string;
  }
>(
  'consent-text-insert',
  `insert into consent_texts (tenant_id, version, language, text, sha256, valid_from, added_by_kind, added_by_id)
   values (:tenantId, :version, :language, :text, :sha256, :at, :byKind, :byId)`,
);
