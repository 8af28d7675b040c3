import { NumberInput, Switch } from '@mantine/core';
import { BELOW, inRange, ranges } from './ranges.ts';
import { type Settings, SettingsForm } from './SettingsForm.tsx';
import { unitSuffix } from '../../ui/units.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Organization.module.css';

const REMIND = { everyDays: [1, 30], max: [1, 20] } as const;

export function SendingSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      title={m.sendingSettings.sending}
      text={m.sendingSettings.defaultSettingsForSendingDocuments}
      initial={{
        default_expiration_days: settings.default_expiration_days,
        address_book: settings.address_book,
        remind: settings.default_reminders !== null,
        everyDays: settings.default_reminders?.everyDays ?? 3,
        max: settings.default_reminders?.max ?? 3,
      }}
      validate={({ default_expiration_days: days, remind, everyDays, max }) => ({
        ...(inRange(days, ranges.default_expiration_days)
          ? {}
          : { default_expiration_days: m.sendingSettings.rangeDays }),
        ...(!remind || inRange(everyDays, REMIND.everyDays) ? {} : { everyDays: m.sendingSettings.rangeDaysEveryDays }),
        ...(!remind || inRange(max, REMIND.max) ? {} : { max: m.sendingSettings.rangeTimes }),
      })}
      change={({ default_expiration_days, address_book, remind, everyDays, max }) => ({
        settings: { default_expiration_days, address_book, default_reminders: remind ? { everyDays, max } : null },
      })}
    >
      {(form) => (
        <>
          <NumberInput
            label={labels.daysToSign}
            inputWrapperOrder={BELOW}
            description={m.sendingSettings.range}
            suffix={unitSuffix('day')}
            min={1}
            max={365}
            allowDecimal={false}
            maw={280}
            {...form.getInputProps('default_expiration_days')}
          />
          <Switch
            label={m.sendingSettings.suggestRecipients}
            description={m.sendingSettings.suggestRecipientsText}
            {...form.getInputProps('address_book', { type: 'checkbox' })}
          />
          <Switch
            label={m.sendingSettings.remindSigners}
            description={m.sendingSettings.recipientsWhoHaveNotSigned}
            {...form.getInputProps('remind', { type: 'checkbox' })}
          />
          {form.values.remind && (
            <div className={classes['grid']}>
              <NumberInput
                label={m.sendingSettings.remindEvery}
                suffix={unitSuffix('day')}
                min={1}
                max={30}
                allowDecimal={false}
                {...form.getInputProps('everyDays')}
              />
              <NumberInput
                label={m.sendingSettings.atMost}
                suffix={m.sendingSettings.timesSuffix}
                min={1}
                max={20}
                allowDecimal={false}
                {...form.getInputProps('max')}
              />
            </div>
          )}
        </>
      )}
    </SettingsForm>
  );
}
