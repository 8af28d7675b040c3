/** Downloads validation reports. The service creates them from the same file, which the page still has. */
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { fetchReport, type ReportKind } from './check.ts';
import type { VerifyWords } from '@countersign/words/verify';

export function Downloads({ file, words }: { file: File; words: VerifyWords }) {
  const [busy, setBusy] = useState<ReportKind | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const download = async (kind: ReportKind): Promise<void> => {
    setBusy(kind);
    setHasFailed(false);
    const report = await fetchReport(file, kind, fetch);
    setBusy(null);
    if (report === undefined) setHasFailed(true);
    else save(report);
  };
  return (
    <section class="verify-reports no-print" aria-label={words.reports.heading}>
      <p class="muted small">{words.reports.about}</p>
      <div class="verify-report-buttons">
        {(['etsi', 'json'] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            class="button"
            aria-disabled={busy !== null}
            onClick={() => {
              if (busy === null) void download(kind);
            }}
          >
            {busy === kind ? <span class="spinner" aria-hidden="true" /> : null} {words.reports[kind]}
          </button>
        ))}
      </div>
      {hasFailed ? (
        <p class="panel bad" role="alert">
          <Icon name="alert" /> {words.reports.failed}
        </p>
      ) : null}
    </section>
  );
}

function save({ name, content }: { name: string; content: Blob }): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By this time, the browser has started to save the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
