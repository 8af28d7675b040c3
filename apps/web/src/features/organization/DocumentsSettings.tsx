import { NumberInput, Radio, Stack } from '@mantine/core';
import { BELOW, inRange, ranges } from './ranges.ts';
import { type Settings, SettingsForm } from './SettingsForm.tsx';
import { unitSuffix } from '../../ui/units.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Organization.module.css';

const RULES: readonly { value: Settings['active_content']; label: string; text: string }[] = [
  {
    value: 'strip',
    label: m.documentsSettings.removeIt,
    text: m.documentsSettings.pagesDoNotChange,
  },
  { value: 'refuse', label: m.documentsSettings.rejectFile, text: m.documentsSettings.uploaderAskedToPrint },
  { value: 'keep', label: labels.keepIt, text: m.documentsSettings.contentSignersSeeCanDepend },
];

const DAYS_A_YEAR = 365;
const years = (days: number): number => Math.round((days / DAYS_A_YEAR) * 100) / 100;

export function DocumentsSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      title={common.documents}
      text={m.documentsSettings.rulesForUploadsAndRetention}
      initial={{
        active_content: settings.active_content,
        document_retention_days: years(settings.document_retention_days),
        audit_retention_days: years(settings.audit_retention_days),
        user_data_retention_days: settings.user_data_retention_days,
      }}
      validate={(values) => ({
        ...(values.document_retention_days >= 0.09 && values.document_retention_days <= 100
          ? {}
          : { document_retention_days: m.documentsSettings.rangeYears }),
        ...(values.audit_retention_days >= 1 && values.audit_retention_days <= 100
          ? {}
          : { audit_retention_days: m.documentsSettings.rangeYearsAudit_retention_days }),
        ...(values.audit_retention_days >= values.document_retention_days
          ? {}
          : { audit_retention_days: m.documentsSettings.atLeastAsLong }),
        ...(inRange(values.user_data_retention_days, ranges.user_data_retention_days)
          ? {}
          : { user_data_retention_days: m.documentsSettings.rangeDays }),
      })}
      change={(values) => ({
        settings: {
          active_content: values.active_content,
          document_retention_days: Math.round(values.document_retention_days * DAYS_A_YEAR),
          audit_retention_days: Math.round(values.audit_retention_days * DAYS_A_YEAR),
          user_data_retention_days: values.user_data_retention_days,
        },
      })}
    >
      {(form) => (
        <>
          <Radio.Group
            label={m.documentsSettings.scriptsAndOtherActiveContent}
            {...form.getInputProps('active_content')}
          >
            <Stack gap={10} mt={8}>
              {RULES.map(({ value, label, text }) => (
                <Radio key={value} value={value} label={label} description={text} />
              ))}
            </Stack>
          </Radio.Group>
          <div className={classes['grid']}>
            <NumberInput
              label={m.documentsSettings.keepCompletedDocuments}
              inputWrapperOrder={BELOW}
              description={m.documentsSettings.rangeYearsDefaultSevenYears}
              suffix={unitSuffix('year')}
              min={0.09}
              max={100}
              decimalScale={2}
              {...form.getInputProps('document_retention_days')}
            />
            <NumberInput
              label={m.documentsSettings.keepAuditTrail}
              inputWrapperOrder={BELOW}
              description={m.documentsSettings.rangeYearsAndAtLeast}
              suffix={unitSuffix('year')}
              min={1}
              max={100}
              decimalScale={2}
              {...form.getInputProps('audit_retention_days')}
            />
            <NumberInput
              label={m.documentsSettings.keepDataOfDeletedAccounts}
              inputWrapperOrder={BELOW}
              description={m.documentsSettings.rangeDaysAfterAccountDeleted}
              suffix={unitSuffix('day')}
              min={1}
              max={90}
              allowDecimal={false}
              {...form.getInputProps('user_data_retention_days')}
            />
          </div>
        </>
      )}
    </SettingsForm>
  );
}
