/** An input for a recipient's name or e-mail address, with suggestions from the address book as the person types. */
import { Autocomplete, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Contact, contactsQuery } from '../api/contacts.ts';
import { organizationQuery } from '../api/queries.ts';
import { matches } from './match.ts';

type Person = Pick<Contact, 'name' | 'email'>;
type Props = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'placeholder' | 'type' | 'maxLength' | 'error' | 'flex' | 'onPaste'
> & {
  'data-autofocus'?: boolean;
  value?: string;
  onChange: (value: string) => void;
  /** Called with the name and the address of a chosen suggestion. */
  pick: (person: Person) => void;
};

export function ContactInput({ onChange, pick, ...props }: Props) {
  const { data: organization } = useQuery(organizationQuery);
  return organization?.settings.address_book === true ? (
    <Suggesting {...props} onChange={onChange} pick={pick} />
  ) : (
    <TextInput {...props} autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

const SHOWN = 6;
/** The text of an option. It is unique, and matches a search for the name or the address. */
const optionOf = ({ name, email }: Person): string => `${name} <${email}>`;

function Suggesting({ onChange, pick, ...props }: Props) {
  const { data } = useQuery(contactsQuery);
  const contacts = new Map((data?.contacts ?? []).map((contact) => [optionOf(contact), contact]));
  const change = (typed: string) => {
    const contact = contacts.get(typed);
    if (contact === undefined) onChange(typed);
    else pick({ name: contact.name, email: contact.email });
  };
  return (
    <Autocomplete
      {...props}
      autoComplete="off"
      onChange={change}
      data={[...contacts.keys()]}
      limit={SHOWN}
      openOnFocus={false}
      comboboxProps={{ keepMounted: false }}
      filter={({ options, search, limit }) =>
        options.filter((option) => 'value' in option && isFor(contacts.get(option.value), search)).slice(0, limit)
      }
      renderOption={({ option }) => {
        const contact = contacts.get(option.value);
        return (
          <div>
            <Text fz="sm">
              <bdi>{contact?.name}</bdi>
            </Text>
            <Text fz="xs" c="dimmed">
              <bdi>{contact?.email}</bdi>
            </Text>
          </div>
        );
      }}
    />
  );
}

/** A suggestion that equals the typed text is hidden, because it would only cover the next input. */
function isFor(contact: Contact | undefined, search: string): boolean {
  const typed = search.trim();
  if (contact === undefined || typed === '' || [contact.name, contact.email].includes(typed)) return false;
  return matches(optionOf(contact), typed);
}
