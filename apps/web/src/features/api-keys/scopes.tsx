/** The scope choices for a new key, used in the dialog and on the page that confirms a device. */
import { Checkbox, type CheckboxGroupProps, Stack } from '@mantine/core';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import type { ApiKey } from './queries.ts';
import { m } from './texts.ts';

export type Scope = ApiKey['scopes'][number];

const SCOPES: readonly { value: Scope; label: string; text: string }[] = [
  {
    value: 'documents:read',
    label: m.createKeyDialog.readDocuments,
    text: m.createKeyDialog.listsStatesDownloadsVerification,
  },
  { value: 'documents:write', label: m.createKeyDialog.sendDocuments, text: m.createKeyDialog.uploadSendVoid },
  { value: 'templates', label: common.templates, text: m.createKeyDialog.createAndUseTemplates },
  { value: 'webhooks', label: labels.webhooks, text: m.createKeyDialog.manageWebhooksAndReadDeliveries },
  { value: 'admin', label: m.createKeyDialog.administration, text: m.createKeyDialog.everythingAdministratorCan },
];

export const LIFETIMES = [
  { value: '30', label: m.createKeyDialog.thirtyDays },
  { value: '90', label: m.createKeyDialog.ninetyDays },
  { value: '365', label: m.createKeyDialog.oneYear },
  { value: 'never', label: m.createKeyDialog.never },
];

export function ScopeChecks(props: Omit<CheckboxGroupProps, 'children'>) {
  return (
    <Checkbox.Group label={m.createKeyDialog.scopes} {...props}>
      <Stack gap={10} mt={8}>
        {SCOPES.map(({ value, label, text }) => (
          <Checkbox key={value} value={value} label={label} description={text} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
