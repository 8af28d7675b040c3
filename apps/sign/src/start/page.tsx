import { useEffect, useState } from 'preact/hooks';
import { tokenInAddress } from '../flow/session.ts';
import { useLanguage } from '../flow/use-language.ts';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { ChooseLanguage } from '../parts/language-choice.tsx';
import { useWords, WordsContext } from '../parts/words.ts';
import { CodeForm } from './code-form.tsx';
import { PersonForm } from './person-form.tsx';
import {
  type Closed,
  confirmCode,
  type Link,
  openLink,
  type Person,
  type Refusal,
  refusalOf,
  sendCode,
} from './visit.ts';

export function Page() {
  const { words, choose } = useLanguage(null);
  if (words === null) return null;
  return (
    <WordsContext.Provider value={words}>
      <ChooseLanguage.Provider value={choose}>
        <Start />
      </ChooseLanguage.Provider>
    </WordsContext.Provider>
  );
}

type State =
  | { at: 'opening' }
  | { at: 'offline' }
  | { at: 'closed'; status: Closed; organization: string }
  | { at: 'person'; link: Link }
  | { at: 'code'; link: Link; request: string };

/**
 * One visit, which consists of the form for name and address, the code, and then the signing page. The token stays in
 * the URL, because the link is public.
 */
function Start() {
  const { m, language } = useWords();
  const [state, setState] = useState<State>({ at: 'opening' });
  const [person, setPerson] = useState<Person>({ name: '', email: '' });

  const open = async (): Promise<void> => {
    setState({ at: 'opening' });
    const token = tokenInAddress(location.hash);
    if (token === null) return setState({ at: 'closed', status: 'no-link', organization: '' });
    try {
      const link = await openLink(token);
      const { status, organization } = link;
      setState(status === 'active' ? { at: 'person', link } : { at: 'closed', status, organization });
    } catch (error) {
      const refusal = refusalOf(error);
      setState(
        refusal.kind === 'closed' ? { at: 'closed', status: refusal.status, organization: '' } : { at: 'offline' },
      );
    }
  };
  useEffect(() => {
    void open();
  }, []);

  /** Returns null if the attempt succeeded, or if the page shows the reason itself. */
  const attempt = async (link: Link, work: () => Promise<void>): Promise<Refusal | null> => {
    try {
      await work();
      return null;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.kind !== 'closed') return refusal;
      setState({ at: 'closed', status: refusal.status, organization: link.organization });
      return null;
    }
  };
  const send = (link: Link, to: Person): Promise<Refusal | null> =>
    attempt(link, async () => {
      const request = await sendCode(tokenInAddress(location.hash) ?? '', to, language);
      setPerson(to);
      setState({ at: 'code', link, request });
    });
  const confirm = (link: Link, request: string, code: string): Promise<Refusal | null> =>
    attempt(link, async () => {
      // The page is replaced in the history, so that going back does not show the code again.
      location.replace(await confirmCode(request, code));
    });

  switch (state.at) {
    case 'opening':
      return (
        <Frame>
          <p class="small muted" role="status">
            <span class="spinner" />
          </p>
        </Frame>
      );
    case 'offline': {
      const { title, text } = m.otherwiseFaults.offline;
      return (
        <Frame
          action={
            <button type="button" class="button primary wide" onClick={() => void open()}>
              {m.tryAgain}
            </button>
          }
        >
          <Heading>{title}</Heading>
          <p>{text}</p>
        </Frame>
      );
    }
    case 'closed': {
      const { title, text } = m.publicLink.closed[state.status];
      return (
        <Frame>
          <div class="stack">
            <span class="seal plain">
              <Icon name="lock" size={28} />
            </span>
            <Heading>{title}</Heading>
            <p>{text(state.organization)}</p>
          </div>
        </Frame>
      );
    }
    case 'person':
      return <PersonForm link={state.link} person={person} onSend={(to) => send(state.link, to)} />;
    case 'code':
      return (
        <CodeForm
          email={person.email}
          onCode={(code) => confirm(state.link, state.request, code)}
          onAgain={() => send(state.link, person)}
          onOther={() => setState({ at: 'person', link: state.link })}
        />
      );
  }
}
