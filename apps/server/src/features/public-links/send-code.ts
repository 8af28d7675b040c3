/** Sends the code of a visitor by e-mail. The e-mail contains nothing that the visitor entered. */
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import { publicLinkCode, speech } from '../mail/index.ts';
import { deliver, type DeliveryDependencies } from '../notifications/index.ts';
import { publicLinkCodeJob } from './code-job.ts';
import { noteCodeDelivery, selectCodeMail } from './store.ts';
import { codeOf } from './tokens.ts';

export type CodeMailDependencies = DeliveryDependencies & { linkKey: SecretKey };

export function sendCodeHandler(dependencies: CodeMailDependencies): JobHandler<{ requestId: string }> {
  const { uow, linkKey } = dependencies;
  return {
    definition: publicLinkCodeJob,
    run: async (job) => {
      const { tenantId, payload } = job;
      const [row] = await uow.read(tenantId, selectCodeMail(tenantId, payload.requestId));
      // An expired code is not sent, because it would only confuse the visitor, who can request a new code.
      if (!row || row.expires_at <= uow.now()) return;
      const { email, organization, title } = row;
      const content = publicLinkCode({
        brand: { organization, productName: 'Countersign', isTest: row.environment === 'sandbox' },
        speech: speech(row.locale, row.profile_locale, row.organization_locale),
        recipient: { name: '', email },
        documentTitle: title,
        code: codeOf(linkKey, tenantId, payload.requestId),
      });
      await deliver(dependencies, job, {
        kind: 'public-link-code',
        mail: { to: { name: '', address: email }, ...content },
        organization,
        isLive: row.environment === 'live',
        sender: tenantId,
        // The limit on e-mails per address does not delay the e-mail, because the code would expire before it is sent.
        // Requests for codes have their own limits.
        later: undefined,
        note: async (tx, outcome) => {
          if (outcome.kind === 'sent') tx.write(noteCodeDelivery(tenantId, payload.requestId, outcome.via));
        },
      });
    },
  };
}
