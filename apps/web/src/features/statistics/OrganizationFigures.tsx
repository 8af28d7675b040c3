import type { Analytics, Statistics } from './queries.ts';
import { numberFormat } from '../../ui/numbers.ts';
import { BarChart } from '../../ui/BarChart.tsx';
import { Section } from '../../ui/Section.tsx';
import section from '../../ui/Section.module.css';
import { BUCKET, bucketName, count } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

const size = numberFormat({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const megabytes = (bytes: number): string => size(bytes / 1_000_000);

/** Shows an organization's usage, which is not part of a member's own statistics. */
export function OrganizationFigures({ figures }: { figures: Analytics & Partial<Statistics> }) {
  const { api, webhooks, storage, seats, bucket, timeZone } = figures;
  const label = BUCKET[bucket];
  const nameOf = (from: string) => bucketName(from, bucket, timeZone);
  return (
    <>
      {api !== undefined && (api.requests > 0 || api.refused > 0) && (
        <Section
          title={m.organizationFigures.api}
          text={m.organizationFigures.requestsWithApiKeysRejected(count(api.requests), count(api.refused))}
        >
          <BarChart
            title={m.organizationFigures.requestsWithApiKeys}
            bars={api.series.map(({ from, requests, refused }) => ({
              label: nameOf(from),
              values: [requests, refused],
            }))}
            names={{ label, values: [labels.requests, labels.refused] }}
            arranged="stacked"
          />
        </Section>
      )}
      {webhooks !== undefined && (webhooks.delivered > 0 || webhooks.failed > 0) && (
        <Section
          title={labels.webhooks}
          text={m.organizationFigures.deliveredAttemptsFailedDeadLetters(
            count(webhooks.delivered),
            count(webhooks.failed),
            count(webhooks.dead),
          )}
        >
          <BarChart
            title={m.organizationFigures.webhookDeliveryAttempts}
            bars={webhooks.series.map(({ from, delivered, failed }) => ({
              label: nameOf(from),
              values: [delivered, failed],
            }))}
            names={{ label, values: [m.organizationFigures.delivered, labels.failed] }}
            arranged="stacked"
          />
        </Section>
      )}
      {storage !== undefined && seats !== undefined && (
        <Section title={m.organizationFigures.storageAndSeats}>
          <dl className={section['facts']}>
            <dt>{m.organizationFigures.files}</dt>
            <dd>{`${count(storage.files)}, ${megabytes(storage.bytes)}`}</dd>
            <dt>{m.organizationFigures.quota}</dt>
            <dd>{storage.quotaBytes === null ? m.organizationFigures.unlimited : megabytes(storage.quotaBytes)}</dd>
            <dt>{labels.members}</dt>
            <dd>{count(seats.members)}</dd>
            <dt>{m.organizationFigures.pendingInvitations}</dt>
            <dd>{count(seats.invited)}</dd>
          </dl>
        </Section>
      )}
    </>
  );
}
