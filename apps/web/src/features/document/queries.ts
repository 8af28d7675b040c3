/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export type AuditEntry = AnswerOf<'getDocumentAudit'>['entries'][number];
export type Verification = AnswerOf<'verifyDocument'>;
export type Certificate = AnswerOf<'listCertificates'>['certificates'][number];

/** `step` counts the signatures, because attachments become available with them. */
export const attachmentsQuery = (id: string, step: number) =>
  queryOptions({
    queryKey: ['documents', 'attachments', id, step],
    queryFn: async ({ signal }) => (await call(api.listAttachments, { params: { id } }, signal)).attachments,
  });

/** Polled every three seconds if there are no live updates; the page shows the changes. */
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

/** The certificates of the signatures; none before the first one. */
export const certificatesQuery = (id: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['documents', 'certificates', id],
    queryFn: async ({ signal }) => (await call(api.listCertificates, { params: { id } }, signal)).certificates,
    enabled,
  });

/** Never cached: a verdict is only valid for the moment of the request. */
export const verificationQuery = (id: string, open: boolean) =>
  queryOptions({
    queryKey: ['documents', 'verification', id],
    queryFn: ({ signal }) => call(api.verifyDocument, { params: { id } }, signal),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
