import type { AttachDependencies } from './attach-file.ts';
import { attachFile, detachFile } from './attach-file.ts';
import { getAttachment, listAttachments } from './read-attachments.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';

const success = { success: true } as const;

export type Services = AttachDependencies;

export function operations(services: Services) {
  const { uow } = services;
  return {
    attachFile: async ({ params: { signerId }, query, file }, context) => ({
      ...success,
      attachment: await attachFile(services, context, { signerId, fieldId: query.field }, file),
    }),
    detachFile: async ({ params: { signerId }, query }, context) => {
      await detachFile(uow, context, { signerId, fieldId: query.field });
      return success;
    },
    listAttachments: async ({ params, query }, { principal }) =>
      inPages('attachments', await listAttachments(uow, principal, params.id), query, ({ id }) => id),
    getAttachment: async ({ params }, { principal }) =>
      new ByteAnswer(await getAttachment(services, principal, params)),
  } satisfies Partial<Handlers>;
}
