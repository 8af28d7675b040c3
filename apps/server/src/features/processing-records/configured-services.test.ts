import { expect, test } from 'vitest';
import { loadConfig } from '../../main/config.ts';
import { outsideServices } from './configured-services.ts';

function outside(environment: Record<string, string>) {
  const result = loadConfig(environment);
  if (!result.ok) throw new Error(result.faults.join('\n'));
  return outsideServices(result.config);
}

test('lists no external service if the installation sends no data elsewhere', () => {
  expect(outside({})).toEqual([]);
  expect(outside({ SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'sign@example.com', TIMESTAMP_URLS: 'built-in' })).toEqual(
    [],
  );
});

test('lists each configured external service once per purpose', () => {
  const found = outside({
    SMTP_URL: 'smtps://user:secret@mail.example.com',
    MAIL_FROM: 'sign@example.com',
    DATABASE_URL: 'postgres://countersign:secret@db.example.com/countersign',
    SYSLOG_ADDRESS: 'tls://logs.example.com',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.com',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'contracts',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  expect(found).toEqual([
    { kind: 'mail', host: 'mail.example.com' },
    { kind: 'log', host: 'logs.example.com' },
    { kind: 'log', host: 'traces.example.com' },
    { kind: 'database', host: 'db.example.com' },
    { kind: 'storage', host: 's3.example.com' },
  ]);
});
