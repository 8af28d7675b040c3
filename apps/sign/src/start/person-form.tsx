/** The first screen shows the requester and the document, and asks for the visitor's name and address. */
import { useState } from 'preact/hooks';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { typed } from '../parts/typed.ts';
import { useWords } from '../parts/words.ts';
import type { Link, Person, Refusal } from './visit.ts';

type Props = { link: Link; person: Person; onSend: (person: Person) => Promise<Refusal | null> };

/** Detects only obvious mistakes. The server makes the final check. */
const looksLikeAddress = (email: string): boolean => /^\S+@\S+\.\S+$/.test(email);

export function PersonForm({ link, person, onSend }: Props) {
  const { m } = useWords();
  const words = m.publicLink;
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<ReadonlySet<Refusal['kind']>>(new Set());
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (busy) return;
    const to = { name: typed(form, 'name'), email: typed(form, 'email') };
    const found = new Set<Refusal['kind']>();
    if (to.name === '') found.add('name');
    if (!looksLikeAddress(to.email)) found.add('email');
    setFaults(found);
    const first = found.has('name') ? 'name' : 'email';
    if (found.size > 0) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    const refusal = await onSend(to);
    setBusy(false);
    if (refusal !== null) setFaults(new Set([refusal.kind]));
  };
  const props = (name: keyof Person) => ({
    id: `start-${name}`,
    name,
    defaultValue: person[name],
    required: true,
    'aria-invalid': faults.has(name),
    'aria-describedby': faults.has(name) ? `start-${name}-fault` : undefined,
  });
  return (
    <Frame>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        {link.logo === null ? null : <img class="start-logo" src={link.logo} alt={link.organization} />}
        <Heading takesFocus={false}>{words.title(link.title ?? '')}</Heading>
        <p>{words.text(link.organization)}</p>
        <div class="start-field">
          <label for="start-name">{words.name}</label>
          <input {...props('name')} type="text" autocomplete="name" maxLength={120} />
          <Fault of="name">{faults.has('name') ? words.nameMissing : null}</Fault>
        </div>
        <div class="start-field">
          <label for="start-email">{words.email}</label>
          <input {...props('email')} type="email" autocomplete="email" inputMode="email" maxLength={254} dir="ltr" />
          <Fault of="email">{faults.has('email') ? m.faults.email : null}</Fault>
        </div>
        <p role="alert" class="fault">
          {faults.has('too-many') ? m.secondStep.tooMany : null}
          {faults.has('failed') ? m.secondStep.failed : null}
        </p>
        <button type="submit" class="button primary wide" aria-disabled={busy}>
          {busy ? <span class="spinner" /> : <Icon name="mail" />}
          {words.send}
        </button>
      </form>
    </Frame>
  );
}

function Fault({ of, children }: { of: keyof Person; children: string | null }) {
  return children === null ? null : (
    <p id={`start-${of}-fault`} class="fault">
      {children}
    </p>
  );
}
