/** The page for verifying one file. */
import type { Language } from '@countersign/contract/languages';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, Mark } from '../parts/icon.tsx';
import { LanguageSelect } from '../parts/language-select.tsx';
import { AuditLog } from './audit-log.tsx';
import { check, type Checked } from './check.ts';
import type { CheckedProof } from './proof-verdict.ts';
import { Report } from './report.tsx';
import type { VerifyWords } from '@countersign/words/verify';

type State =
  | { at: 'asking' }
  | { at: 'checking'; file: string }
  | ({ at: 'done'; file: File; proof: CheckedProof | undefined } & Checked);

export function Page({ words, choose }: { words: VerifyWords; choose: (language: Language) => void }) {
  const [state, setState] = useState<State>({ at: 'asking' });
  const running = useRef<AbortController | null>(null);
  const start = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setState({ at: 'checking', file: file.name });
    const [checked, proof] = await Promise.all([check(file, fetch, own.signal), proofIn(file)]);
    // Another file has been dropped since this request was sent, so only that file's report is shown.
    if (running.current === own) setState({ at: 'done', file, proof, ...checked });
  };
  useDrop((file) => void start(file));
  usePrint();
  const done = state.at === 'done' && 'report' in state ? state : null;
  return (
    <div class="frame verify">
      <header class="frame-head">
        <Mark />
        <span>Countersign</span>
        <LanguageSelect label={words.language} language={words.locale} choose={choose} />
      </header>
      <main class="frame-main">
        {done === null ? (
          <Ask words={words} state={state} onFile={(file) => void start(file)} />
        ) : (
          <Report
            report={done.report}
            file={done.file}
            proof={done.proof}
            words={words}
            onAnother={() => setState({ at: 'asking' })}
          />
        )}
      </main>
    </div>
  );
}

function Ask({ words, state, onFile }: { words: VerifyWords; state: State; onFile: (file: File | undefined) => void }) {
  const fault = state.at === 'done' && 'fault' in state ? words.faults[state.fault] : null;
  return (
    <div class="letter">
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <div class="drop">
        <Icon name="upload" size={28} />
        <label class="button primary">
          {words.choose}
          <input
            type="file"
            class="sr"
            accept="application/pdf,.pdf"
            disabled={state.at === 'checking'}
            onChange={({ currentTarget }) => {
              onFile(currentTarget.files?.[0]);
              // The input is reset, so that the same file can be chosen again after it has been corrected.
              currentTarget.value = '';
            }}
          />
        </label>
        <p class="muted">
          {words.drop} <span class="small">{words.limit}</span>
        </p>
      </div>
      <div role="status">
        {state.at === 'checking' ? (
          <p class="checking">
            <span class="spinner" aria-hidden="true" /> <span class="break">{words.checking(state.file)}</span>
          </p>
        ) : null}
      </div>
      {fault === null ? null : (
        <p class="panel bad" role="alert">
          <Icon name="alert" /> {fault}
        </p>
      )}
      {fault === null || state.at !== 'done' || state.proof === undefined ? null : (
        <AuditLog checked={state.proof} words={words} />
      )}
      <p class="small muted">{words.privacy}</p>
    </div>
  );
}

/**
 * Verifies the proof without the server. The code is loaded when needed. If it cannot be loaded, the report is still
 * shown.
 */
async function proofIn(file: File): Promise<CheckedProof | undefined> {
  try {
    const { checkProof } = await import('./audit-proof.ts');
    return await checkProof(file);
  } catch {
    return undefined;
  }
}

/**
 * Accepts files dropped anywhere on the page. Dropping a file beside a target would otherwise make the browser show the
 * file.
 */
function useDrop(onFile: (file: File | undefined) => void): void {
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      onFile(event.dataTransfer?.files[0]);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  });
}

/** Expands everything before printing, because printed content cannot be expanded. */
function usePrint(): void {
  useEffect(() => {
    const open = (): void => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    };
    addEventListener('beforeprint', open);
    return () => removeEventListener('beforeprint', open);
  }, []);
}
