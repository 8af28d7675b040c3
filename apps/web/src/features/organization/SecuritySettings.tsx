import { NumberInput, Switch } from '@mantine/core';
import { BELOW, inRange, ranges } from './ranges.ts';
import { type Settings, SettingsForm } from './SettingsForm.tsx';
import { unitSuffix } from '../../ui/units.ts';
import { m } from './texts.ts';
import classes from './Organization.module.css';

export function SecuritySettings({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      title={m.securitySettings.security}
      text={m.securitySettings.appliesToEveryMember}
      initial={{
        require_two_factor: settings.require_two_factor,
        sso_requires_mfa: settings.sso_requires_mfa,
        password_min_length: settings.password_min_length,
        session_idle_minutes: settings.session_idle_minutes,
      }}
      validate={(values) => ({
        ...(inRange(values.password_min_length, ranges.password_min_length)
          ? {}
          : { password_min_length: m.securitySettings.range }),
        ...(inRange(values.session_idle_minutes, ranges.session_idle_minutes)
          ? {}
          : { session_idle_minutes: m.securitySettings.rangeMinutes }),
      })}
      change={(values) => ({ settings: values })}
    >
      {(form) => (
        <>
          <Switch
            label={m.securitySettings.requireSecondFactor}
            description={m.securitySettings.membersWithoutSecondFactor}
            {...form.getInputProps('require_two_factor', { type: 'checkbox' })}
          />
          <Switch
            label={m.securitySettings.forSingleSign}
            description={m.securitySettings.singleSignOnWorks}
            disabled={!form.values.require_two_factor}
            {...form.getInputProps('sso_requires_mfa', { type: 'checkbox' })}
          />
          <div className={classes['grid']}>
            <NumberInput
              label={m.securitySettings.minimumPasswordLength}
              inputWrapperOrder={BELOW}
              description={m.securitySettings.rangeCharacters}
              suffix={m.securitySettings.charactersSuffix}
              min={8}
              max={128}
              allowDecimal={false}
              {...form.getInputProps('password_min_length')}
            />
            <NumberInput
              label={m.securitySettings.signOutAfterInactivity}
              inputWrapperOrder={BELOW}
              description={m.securitySettings.rangeMinutesDefaultThirtyAppliesTo}
              suffix={unitSuffix('minute')}
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
