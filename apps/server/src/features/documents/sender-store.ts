/** SQL for the sender and the organization of a send operation. */
import type { OrganizationSettings } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

export type SenderNames = {
  name: string;
  email: string;
  organization: string;
  plan: string;
  locale: string | null;
  settings: Partial<OrganizationSettings>;
};
export const selectSenderNames = statement<SenderNames, [tenant: string, user: string]>(
  'sender-names',
  'select u.name, u.email, u.locale, o.name as organization, o.plan, o.settings from organizations o, users u where o.tenant_id = $1 and u.id = $2',
);

export const selectSettings = statement<{ settings: Partial<OrganizationSettings> }, [tenant: string]>(
  'sender-settings',
  'select settings from organizations where tenant_id = $1',
);

/** Selects the organization's setting for active content in uploads, or null if it was never set. */
export const selectActiveContent = statement<{ rule: string | null }, [tenant: string]>(
  'organization-active-content',
  `select settings->>'active_content' as rule from organizations where tenant_id = $1`,
);
