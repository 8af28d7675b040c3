import type { Analytics, Statistics } from './queries.ts';
import { BarChart } from '../../ui/BarChart.tsx';
import { Section } from '../../ui/Section.tsx';
import section from '../../ui/Section.module.css';
import { BUCKETS } from './search.ts';
import { bucketName, count } from './words.ts';

const size = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const megabytes = (bytes: number): string => size.format(bytes / 1_000_000);

/** An organization's usage; not part of a member's own statistics. */
export function OrganizationFigures({ figures }: { figures: Analytics & Partial<Statistics> }) {
  const { api, webhooks, storage, seats, bucket, timeZone } = figures;
  const label = BUCKETS[bucket].slice(0, -1);
  const nameOf = (from: string) => bucketName(from, bucket, timeZone);
  return (
    <>
      {api !== undefined && (api.requests > 0 || api.refused > 0) && (
        <Section
          title="API"
          text={`${count(api.requests)} requests with API keys, ${count(api.refused)} rejected above the limit.`}
        >
          <BarChart
            title="Requests with API keys"
            bars={api.series.map(({ from, requests, refused }) => ({
              label: nameOf(from),
              values: [requests, refused],
            }))}
            names={{ label, values: ['Requests', 'Refused'] }}
            arranged="stacked"
          />
        </Section>
      )}
      {webhooks !== undefined && (webhooks.delivered > 0 || webhooks.failed > 0) && (
        <Section
          title="Webhooks"
          text={`${count(webhooks.delivered)} delivered, ${count(webhooks.failed)} attempts failed, ${count(webhooks.dead)} dead letters.`}
        >
          <BarChart
            title="Webhook delivery attempts"
            bars={webhooks.series.map(({ from, delivered, failed }) => ({
              label: nameOf(from),
              values: [delivered, failed],
            }))}
            names={{ label, values: ['Delivered', 'Failed'] }}
            arranged="stacked"
          />
        </Section>
      )}
      {storage !== undefined && seats !== undefined && (
        <Section title="Storage and seats">
          <dl className={section['facts']}>
            <dt>Files</dt>
            <dd>{`${count(storage.files)}, ${megabytes(storage.bytes)}`}</dd>
            <dt>Quota</dt>
            <dd>{storage.quotaBytes === null ? 'Unlimited' : megabytes(storage.quotaBytes)}</dd>
            <dt>Members</dt>
            <dd>{count(seats.members)}</dd>
            <dt>Pending invitations</dt>
            <dd>{count(seats.invited)}</dd>
          </dl>
        </Section>
      )}
    </>
  );
}
