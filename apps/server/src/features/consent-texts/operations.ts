import type { Handlers } from '../../platform/invoke/operations.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { addText, getText, listTexts, withdrawText } from './texts.ts';

const success = { success: true } as const;

export type Services = { uow: UnitOfWork };

export function operations({ uow }: Services) {
  return {
    listConsentTexts: ({ query }, context) => listTexts(uow, context, query),
    getConsentText: async ({ params }, context) => ({ text: await getText(uow, context, params.hash) }),
    addConsentText: async ({ body }, context) => ({ ...success, text: await addText(uow, context, body) }),
    withdrawConsentText: async ({ params }, context) => ({
      ...success,
      text: await withdrawText(uow, context, params.hash),
    }),
  } satisfies Partial<Handlers>;
}
