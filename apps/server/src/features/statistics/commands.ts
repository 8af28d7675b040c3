import type { Command, Console } from '../../platform/console.ts';
import { recountOnConsole } from './recount-command.ts';

const USAGE = `Usage: npm start -- recount ORGANIZATION
       npm start -- recount all

Recomputes the statistics for one organization (org_..., listed by npm start -- limits) or for all. You can run this command while servers are running.
Until an organization has been recomputed, its statistics are marked as incomplete.`;

const recount: Command<Console> = {
  name: 'recount',
  usage: USAGE,
  read: ([organization, ...rest]) => {
    if (organization === undefined || !/^(all|org_\w{1,40})$/.test(organization) || rest.length > 0) return undefined;
    return ({ open, out }) =>
      open(async ({ unseal }) => {
        const { uow } = await unseal();
        await recountOnConsole(uow, organization, out);
        return 0;
      });
  },
};

export const commands = [recount];
