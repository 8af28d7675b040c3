import { NumberInput, Switch } from '@mantine/core';
import { BELOW, inRange, ranges } from './ranges.ts';
import { type Settings, SettingsForm } from './SettingsForm.tsx';
import classes from './Settings.module.css';

export function SecuritySettings({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      title="Security"
      text="Applies to every member from their next request."
      initial={{
        require_two_factor: settings.require_two_factor,
        sso_requires_mfa: settings.sso_requires_mfa,
        password_min_length: settings.password_min_length,
        session_idle_minutes: settings.session_idle_minutes,
      }}
      validate={(values) => ({
        ...(inRange(values.password_min_length, ranges.password_min_length)
          ? {}
          : { password_min_length: '8 to 128.' }),
        ...(inRange(values.session_idle_minutes, ranges.session_idle_minutes)
          ? {}
          : { session_idle_minutes: '5 to 720 minutes.' }),
      })}
      change={(values) => ({ settings: values })}
    >
      {(form) => (
        <>
          <Switch
            label="Require a second factor"
            description="Members without a second factor can only set one up. Their API keys stop working after 7 days."
            {...form.getInputProps('require_two_factor', { type: 'checkbox' })}
          />
          <Switch
            label="Also for single sign-on"
            description="Single sign-on then works only if the identity provider confirms a second factor."
            disabled={!form.values.require_two_factor}
            {...form.getInputProps('sso_requires_mfa', { type: 'checkbox' })}
          />
          <div className={classes['grid']}>
            <NumberInput
              label="Minimum password length"
              inputWrapperOrder={BELOW}
              description="8 to 128 characters. Default: 12. For members of several organizations, the longest applies."
              suffix=" characters"
              min={8}
              max={128}
              allowDecimal={false}
              {...form.getInputProps('password_min_length')}
            />
            <NumberInput
              label="Sign out after inactivity"
              inputWrapperOrder={BELOW}
              description="5 to 720 minutes. Default: 30. Also applies to open sessions."
              suffix=" minutes"
              min={5}
              max={720}
              allowDecimal={false}
              {...form.getInputProps('session_idle_minutes')}
            />
          </div>
        </>
      )}
    </SettingsForm>
  );
}
