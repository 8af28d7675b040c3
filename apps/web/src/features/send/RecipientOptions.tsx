/** Less common options of a recipient: role, authentication, and language. */
import { ALL_LANGUAGES, LANGUAGES } from '@countersign/contract/languages';
import { ActionIcon, Select, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Faults, Recipient } from './draft.ts';
import { PROOFS, ROLES } from './proofs.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import classes from './Send.module.css';

const UNSAID = '';

/**
 * Returns the supported languages. If the recipient's current language is not among them, such as pt-BR, it is added.
 */
function languages(own: string | undefined) {
  const ours = ALL_LANGUAGES.map((value): { value: string; label: string } => ({ value, label: LANGUAGES[value] }));
  const other = own === undefined || ours.some(({ value }) => value === own) ? [] : [{ value: own, label: own }];
  return [{ value: UNSAID, label: m.recipientOptions.automatic }, ...ours, ...other];
}

const hasCode = ({ accessCode, hasAccessCode }: Recipient): boolean =>
  accessCode !== undefined || hasAccessCode === true;

/** Summarizes the options that differ from the defaults. */
function summaryOf(recipient: Recipient): string {
  const { role = 'signer', proof = 'link', locale } = recipient;
  const said = [
    role === 'signer' ? '' : (ROLES.find(({ value }) => value === role)?.label ?? ''),
    proof === 'email-code' ? m.recipientOptions.eMailCode : proof === 'account' ? m.recipientOptions.ownAccount : '',
    hasCode(recipient) ? m.recipientOptions.accessCode : '',
    locale === undefined ? '' : (languages(locale).find(({ value }) => value === locale)?.label ?? ''),
  ];
  return said.filter((one) => one !== '').join(' · ');
}

type Props = {
  recipient: Recipient;
  who: string;
  index: number;
  faults: Faults;
  edit: (values: Partial<Omit<Recipient, 'key'>>) => void;
};

export function RecipientOptions({ recipient, who, index, faults, edit }: Props) {
  const { key } = recipient;
  const [wanted, setWanted] = useState(false);
  const hasFault = faults[`${key}.secondEmail`] !== undefined || faults[`${key}.accessCode`] !== undefined;
  const isOpen = wanted || hasFault;
  const summary = summaryOf(recipient);
  return (
    <>
      <UnstyledButton
        className={classes['more']}
        aria-expanded={isOpen}
        aria-controls={`${key}-options`}
        aria-label={m.recipientOptions.optionsOf(who, summary)}
        onClick={() => setWanted(!isOpen)}
      >
        <IconChevronDown size={14} aria-hidden="true" />
        {summary === '' ? m.recipientOptions.options : summary}
      </UnstyledButton>
      <div id={`${key}-options`} className={classes['options']} hidden={!isOpen}>
        {isOpen && (
          <>
            <Select
              label={labels.role}
              aria-label={m.recipientOptions.whatDoes(who)}
              size="xs"
              allowDeselect={false}
              data={[...ROLES]}
              value={recipient.role ?? 'signer'}
              onChange={(role) => edit({ role: role ?? 'signer' })}
            />
            <Select
              label={labels.language}
              aria-label={m.recipientOptions.languageOf(who)}
              size="xs"
              allowDeselect={false}
              data={languages(recipient.locale)}
              value={recipient.locale ?? UNSAID}
              onChange={(locale) => edit({ locale: locale === null || locale === UNSAID ? undefined : locale })}
            />
            <Select
              label={m.recipientOptions.authentication}
              className={classes['wide'] ?? ''}
              aria-label={m.recipientOptions.authenticationOf(who)}
              size="xs"
              allowDeselect={false}
              data={[...PROOFS]}
              value={recipient.proof ?? 'link'}
              onChange={(value) => edit({ proof: value ?? 'link' })}
            />
            <AccessCode recipient={recipient} who={who} fault={faults[`${key}.accessCode`]} edit={edit} />
            {recipient.proof === 'email-code' && (
              <TextInput
                aria-label={m.recipientOptions.secondEMailOfRecipient(index + 1)}
                placeholder={m.recipientOptions.secondAddressForCodes}
                type="email"
                size="xs"
                className={classes['wide'] ?? ''}
                autoComplete="off"
                maxLength={254}
                value={recipient.secondEmail ?? ''}
                error={faults[`${key}.secondEmail`]}
                onChange={(event) => edit({ secondEmail: event.currentTarget.value })}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}

type CodeProps = Pick<Props, 'recipient' | 'who' | 'edit'> & { fault: string | undefined };

/** Stored codes are never shown. Typing a new code replaces the stored one. */
function AccessCode({ recipient, who, fault, edit }: CodeProps) {
  const { accessCode, hasAccessCode } = recipient;
  return (
    <TextInput
      label={m.recipientOptions.accessCode}
      aria-label={m.recipientOptions.accessCodeOf(who)}
      description={m.recipientOptions.requiredBeforeDocumentShown}
      placeholder={hasAccessCode === true ? m.recipientOptions.set : m.recipientOptions.none}
      size="xs"
      className={classes['wide'] ?? ''}
      autoComplete="off"
      maxLength={64}
      value={accessCode ?? ''}
      error={fault}
      onChange={({ currentTarget: { value } }) =>
        edit({ accessCode: value === '' ? undefined : value, hasAccessCode: undefined })
      }
      rightSection={
        hasCode(recipient) && (
          <ActionIcon
            size="sm"
            aria-label={m.recipientOptions.removeAccessCode(who)}
            onClick={() => edit({ accessCode: undefined, hasAccessCode: undefined })}
          >
            <IconX size={14} />
          </ActionIcon>
        )
      }
    />
  );
}
