/** What this feature reads, under which key, and how long it counts as fresh. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type AuditEntry = AnswerOf<'getDocumentAudit'>['entries'][number];
export type Verification = AnswerOf<'verifyDocument'>;
export type Certificate = AnswerOf<'listCertificates'>['certificates'][number];

/** `step` counts who has signed: attachments come with the signatures. */
export const attachmentsQuery = (id: string, step: number) =>
  queryOptions({
    queryKey: ['documents', 'attachments', id, step],
    queryFn: async ({ signal }) => (await call(api.listAttachments, { params: { id } }, signal)).attachments,
  });

/** Asked every three seconds where events do not come by themselves; the page shows again what it changes. */
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

/** The certificates behind the signatures; none before somebody has signed. */
export const certificatesQuery = (id: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['documents', 'certificates', id],
    queryFn: async ({ signal }) => (await call(api.listCertificates, { params: { id } }, signal)).certificates,
    enabled,
  });

/** Never kept: a verdict holds for the moment it was asked for. */
export const verificationQuery = (id: string, open: boolean) =>
  queryOptions({
    queryKey: ['documents', 'verification', id],
    queryFn: ({ signal }) => call(api.verifyDocument, { params: { id } }, signal),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
