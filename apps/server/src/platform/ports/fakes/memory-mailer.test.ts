import { mailerContract } from '../mailer.contract.ts';
import type { OutgoingMail } from '../mailer.ts';
import { memoryMailer } from './memory-mailer.ts';

mailerContract('the memory fake', async () => {
  const mailer = memoryMailer();
  return {
    mailer,
    via: 'mailbox',
    received: async () => mailer.sent.map(asReceived),
    failNext: (code) => mailer.failNext(code),
    close: async () => {},
  };
});

function asReceived(mail: OutgoingMail) {
  return {
    ...mail,
    to: { name: mail.to.name ?? '', address: mail.to.address },
    replyTo: mail.replyTo?.address ?? '',
    headerNames: [],
    recipients: [mail.to.address],
  };
}
