/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { FINDING_WORDS } from '@countersign/words/findings';
import { VERIFY_WORDS } from '@countersign/words/verify';
import { call } from '../../api/client.ts';
import { shownLanguage } from '../../api/language.ts';

export type AuditEntry = AnswerOf<'getDocumentAudit'>['entries'][number];
export type Verification = AnswerOf<'verifyDocument'>;
export type Certificate = AnswerOf<'listCertificates'>['certificates'][number];

/**
 * `step` is the number of signatures. It is part of the key, because each signature can make more attachments
 * available.
 */
export const attachmentsQuery = (id: string, step: number) =>
  queryOptions({
    queryKey: ['documents', 'attachments', id, step],
    queryFn: async ({ signal }) => (await call(api.listAttachments, { params: { id } }, signal)).attachments,
  });

/** The status is polled every three seconds if there are no live updates. The page shows the changes. */
export const statusQuery = (id: string, live: boolean) =>
  queryOptions({
    queryKey: ['documents', 'status', id],
    queryFn: ({ signal }) => call(api.getDocumentStatus, { params: { id } }, signal),
    enabled: live,
    refetchInterval: live ? 3000 : false,
    staleTime: 0,
  });

export const auditQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'audit', id],
    queryFn: ({ signal }) => call(api.getDocumentAudit, { params: { id } }, signal),
  });

/** The certificates of the signatures. Empty before the first signature. */
export const certificatesQuery = (id: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['documents', 'certificates', id],
    queryFn: async ({ signal }) => (await call(api.listCertificates, { params: { id } }, signal)).certificates,
    enabled,
  });

/**
 * The verdict, and the texts that explain it. The verdict is never cached, because it is valid only at the time of the
 * request. The texts are loaded only here, because few people open the verdict.
 */
export const verificationQuery = (id: string, open: boolean) =>
  queryOptions({
    queryKey: ['documents', 'verification', id],
    queryFn: async ({ signal }) => {
      const language = shownLanguage();
      const [verification, { verify: words }, findings] = await Promise.all([
        call(api.verifyDocument, { params: { id } }, signal),
        VERIFY_WORDS[language](),
        language === 'en' ? null : FINDING_WORDS[language](),
      ]);
      return { verification, words, findingWords: findings?.findings ?? null };
    },
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
