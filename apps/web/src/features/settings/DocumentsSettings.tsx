import { NumberInput, Radio, Stack } from '@mantine/core';
import { BELOW, inRange, ranges } from './ranges.ts';
import { type Settings, SettingsForm } from './SettingsForm.tsx';
import classes from './Settings.module.css';

const RULES: readonly { value: Settings['active_content']; label: string; text: string }[] = [
  {
    value: 'strip',
    label: 'Remove it',
    text: 'The pages do not change. Files that are already signed are not modified.',
  },
  { value: 'refuse', label: 'Reject the file', text: 'The uploader is asked to print it to a PDF first.' },
  { value: 'keep', label: 'Keep it', text: 'The content that signers see can then depend on scripts.' },
];

const DAYS_A_YEAR = 365;
const years = (days: number): number => Math.round((days / DAYS_A_YEAR) * 100) / 100;

export function DocumentsSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      title="Documents"
      text="Rules for uploads and retention."
      initial={{
        active_content: settings.active_content,
        document_retention_days: years(settings.document_retention_days),
        audit_retention_days: years(settings.audit_retention_days),
        user_data_retention_days: settings.user_data_retention_days,
      }}
      validate={(values) => ({
        ...(values.document_retention_days >= 0.09 && values.document_retention_days <= 100
          ? {}
          : { document_retention_days: '1 month to 100 years.' }),
        ...(values.audit_retention_days >= 1 && values.audit_retention_days <= 100
          ? {}
          : { audit_retention_days: '1 to 100 years.' }),
        ...(values.audit_retention_days >= values.document_retention_days
          ? {}
          : { audit_retention_days: 'At least as long as documents, because the audit trail is their evidence.' }),
        ...(inRange(values.user_data_retention_days, ranges.user_data_retention_days)
          ? {}
          : { user_data_retention_days: '1 to 90 days.' }),
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
          <Radio.Group label="Scripts and other active content in a PDF" {...form.getInputProps('active_content')}>
            <Stack gap={10} mt={8}>
              {RULES.map(({ value, label, text }) => (
                <Radio key={value} value={value} label={label} description={text} />
              ))}
            </Stack>
          </Radio.Group>
          <div className={classes['grid']}>
            <NumberInput
              label="Keep completed documents"
              inputWrapperOrder={BELOW}
              description="1 month to 100 years. Default: 7 years."
              suffix=" years"
              min={0.09}
              max={100}
              decimalScale={2}
              {...form.getInputProps('document_retention_days')}
            />
            <NumberInput
              label="Keep the audit trail"
              inputWrapperOrder={BELOW}
              description="1 to 100 years, and at least as long as documents. Default: 10 years."
              suffix=" years"
              min={1}
              max={100}
              decimalScale={2}
              {...form.getInputProps('audit_retention_days')}
            />
            <NumberInput
              label="Keep data of deleted accounts"
              inputWrapperOrder={BELOW}
              description="1 to 90 days after the account is deleted. Default: 30."
              suffix=" days"
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
