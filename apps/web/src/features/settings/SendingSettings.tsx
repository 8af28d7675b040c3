import { NumberInput, Switch } from '@mantine/core';
import { BELOW, inRange, ranges } from './ranges.ts';
import { type Settings, SettingsForm } from './SettingsForm.tsx';
import classes from './Settings.module.css';

const REMIND = { everyDays: [1, 30], max: [1, 20] } as const;

export function SendingSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      title="Sending"
      text="Default settings for sending documents."
      initial={{
        default_expiration_days: settings.default_expiration_days,
        remind: settings.default_reminders !== null,
        everyDays: settings.default_reminders?.everyDays ?? 3,
        max: settings.default_reminders?.max ?? 3,
      }}
      validate={({ default_expiration_days: days, remind, everyDays, max }) => ({
        ...(inRange(days, ranges.default_expiration_days) ? {} : { default_expiration_days: '1 to 365 days.' }),
        ...(!remind || inRange(everyDays, REMIND.everyDays) ? {} : { everyDays: '1 to 30 days.' }),
        ...(!remind || inRange(max, REMIND.max) ? {} : { max: '1 to 20 times.' }),
      })}
      change={({ default_expiration_days, remind, everyDays, max }) => ({
        settings: { default_expiration_days, default_reminders: remind ? { everyDays, max } : null },
      })}
    >
      {(form) => (
        <>
          <NumberInput
            label="Days to sign"
            inputWrapperOrder={BELOW}
            description="1 to 365. Default: 30."
            suffix=" days"
            min={1}
            max={365}
            allowDecimal={false}
            maw={280}
            {...form.getInputProps('default_expiration_days')}
          />
          <Switch
            label="Remind signers"
            description="Recipients who have not signed get reminders by e-mail."
            {...form.getInputProps('remind', { type: 'checkbox' })}
          />
          {form.values.remind && (
            <div className={classes['grid']}>
              <NumberInput
                label="Remind every"
                suffix=" days"
                min={1}
                max={30}
                allowDecimal={false}
                {...form.getInputProps('everyDays')}
              />
              <NumberInput
                label="At most"
                suffix=" times"
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
