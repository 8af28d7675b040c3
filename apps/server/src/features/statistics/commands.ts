import type { Command, Console } from '../../platform/console.ts';
import { recountOnConsole } from './recount-command.ts';

const USAGE = `Usage: npm start -- recount ORGANIZATION
       npm start -- recount all

Counts the figures of an organization (org_..., as npm start -- limits lists them), or of all, from scratch. Servers may go on
running; until an organization is through, its statistics say that they are not complete.`;

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
