import { MAIL_RETRIES } from '../notifications/index.ts';
import { defineJob } from '../../platform/jobs/queue.ts';

/** The job contains neither the address nor the code. Both are looked up when the e-mail is composed. */
export const publicLinkCodeJob = defineJob<{ requestId: string }>('public-link-code', {
  // A visitor is waiting for this e-mail.
  lane: 'invitation',
  retryAfter: MAIL_RETRIES,
  lease: 60,
});
