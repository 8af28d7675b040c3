import { Alert, Button, FileInput, Group, NumberInput, Select, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { explain } from '../../api/errors.ts';
import type { Template } from '@countersign/contract';
import { organizationQuery, templateQuery } from '../../api/queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PageLoader } from '../../ui/PageLoader.tsx';
import { CheckResult } from './CheckResult.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { faultOf, guess, type Mapping, NOTHING, targetsOf } from './columns.ts';
import { decodeCsv, type Encoding, ENCODING_NAMES, type Preview, previewCsv } from './csv.ts';
import { documentsOf, rowsOf } from './words.ts';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './BulkSend.module.css';

const route = getRouteApi('/frame/templates/$id/bulk-send');
const ROWS_SHOWN = 5;
/** The values must equal those in `TEMPLATE_LIMITS` of the contract. Importing them would make the bundle larger. */
const MAX_ROWS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;

type Chosen = { file: File; preview: Preview; encoding: Encoding };

async function readFile(file: File): Promise<Chosen | string> {
  if (file.size > MAX_BYTES) return m.newBulkSendPage.fileLargerThanMb;
  const { text, encoding } = decodeCsv(new Uint8Array(await file.arrayBuffer()));
  const preview = previewCsv(text, ROWS_SHOWN);
  if (preview === null) return m.newBulkSendPage.fileMustHaveHeaderRow;
  if (preview.count > MAX_ROWS) return m.newBulkSendPage.fileHasRows(preview.count, MAX_ROWS);
  return { file, preview, encoding };
}

function Columns({
  template,
  preview,
  mapping,
  set,
}: {
  template: Template;
  preview: Preview;
  mapping: Mapping;
  set: (mapping: Mapping) => void;
}) {
  const data = [...targetsOf(template), { value: NOTHING, label: m.newBulkSendPage.leaveOut }];
  return (
    // The table is wider than a phone, so it scrolls. Keyboard users can scroll it by moving through its inputs.
    <div className={classes['preview']}>
      <table>
        <thead>
          <tr>
            {preview.columns.map((column) => (
              <th key={column} scope="col">
                {column}
                <Select
                  mt={4}
                  size="xs"
                  aria-label={m.newBulkSendPage.whatHolds(column)}
                  data={data}
                  allowDeselect={false}
                  value={mapping[column] ?? NOTHING}
                  onChange={(value) => set({ ...mapping, [column]: value ?? NOTHING })}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row, index) => (
            <tr key={index}>
              {preview.columns.map((column, at) => (
                <td key={column}>{row[at] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Form({ template }: { template: Template }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const [title, setTitle] = useState(template.name);
  const { data: organization } = useQuery(organizationQuery);
  const [chosenDays, setDays] = useState<number>();
  const days = chosenDays ?? organization?.settings.default_expiration_days ?? 30;
  const [leaveOut, setLeaveOut] = useState(false);
  const [confirming, setConfirming] = useState(false);
  /** Builds the form that is used both for checking and for sending. */
  const formOf = ({ file }: Chosen, more: Readonly<Record<string, string>>): FormData => {
    const form = new FormData();
    const meant = Object.entries(mapping).map(([column, target]) => [column, target === NOTHING ? null : target]);
    form.append('mapping', JSON.stringify(Object.fromEntries(meant)));
    if (title.trim() !== '') form.append('title', title.trim());
    for (const [name, value] of Object.entries(more)) form.append(name, value);
    form.append('file', file);
    return form;
  };
  const check = useMutation({
    mutationFn: (given: Chosen) =>
      call(api.checkBulkSend, { params: { id: template.id }, body: formOf(given, {}) }).then((answer) => answer.check),
    onSuccess: ({ wrong }) => {
      setLeaveOut(false);
      setConfirming(wrong === 0);
    },
  });
  const begin = useMutation({
    mutationFn: (given: Chosen) => {
      const form = formOf(given, { expirationDays: String(days), allOrNothing: String(!leaveOut) });
      return call(api.createBulkSend, { params: { id: template.id }, body: form });
    },
    onError: () => setConfirming(false),
    onSuccess: async ({ bulkSend }) => {
      void queryClient.invalidateQueries({ queryKey: ['bulk-sends', 'list'] });
      await navigate({ to: '/bulk-sends/$id', params: { id: bulkSend.id } });
    },
  });
  /** Changing the input discards the previous result. */
  const change = () => {
    check.reset();
    begin.reset();
  };
  const choose = async (file: File | null) => {
    change();
    setChosen(null);
    setFault(null);
    if (file === null) return;
    const read = await readFile(file);
    if (typeof read === 'string') return setFault(read);
    setChosen(read);
    setMapping(guess(read.preview.columns, template));
  };
  const missing = chosen === null ? null : faultOf(mapping, template);
  const error = begin.error ?? check.error;
  const refusal = error instanceof ApiError ? error.faults[0] : undefined;
  const count = chosen?.preview.count ?? 0;
  const found = check.data;
  const sendable = found === undefined || (found.wrong > 0 && !leaveOut) ? 0 : found.total - found.wrong;
  return (
    <form
      className={classes['stack']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === null) setFault(m.newBulkSendPage.chooseCsvFile);
        else if (missing !== null) return;
        else if (sendable > 0) setConfirming(true);
        else check.mutate(chosen);
      }}
    >
      <Panel label={m.newBulkSendPage.theList}>
        <FileInput
          label={m.newBulkSendPage.csvFile}
          description={m.newBulkSendPage.headerRowWithColumnNames(MAX_ROWS)}
          placeholder={m.newBulkSendPage.chooseCsvFilePlaceholder}
          accept="text/csv,.csv"
          leftSection={<IconTable size={18} />}
          clearable
          clearButtonProps={{ 'aria-label': labels.removeFile }}
          maw={480}
          value={chosen?.file ?? null}
          error={fault}
          onChange={(file) => void choose(file)}
        />
      </Panel>
      {chosen !== null && (
        <>
          <Panel label={m.newBulkSendPage.columns}>
            <Title order={2} fz="md" mb="xs">
              {m.newBulkSendPage.columns}
            </Title>
            <Text fz="sm" c="dimmed" mb="sm">
              {chosen.preview.count > chosen.preview.rows.length
                ? m.newBulkSendPage.firstOfRows(chosen.preview.rows.length, count)
                : m.newBulkSendPage.allRows(count)}
              {chosen.encoding !== 'utf-8' && ` ${m.newBulkSendPage.fileRead(ENCODING_NAMES[chosen.encoding])}`}
            </Text>
            <Columns
              template={template}
              preview={chosen.preview}
              mapping={mapping}
              set={(next) => {
                change();
                setMapping(next);
              }}
            />
            {missing !== null && (
              <Text className={classes['fault']} mt="sm" role="alert">
                {missing}
              </Text>
            )}
          </Panel>
          <Panel label={m.newBulkSendPage.theDocuments}>
            <Group align="flex-start" gap="md">
              <TextInput
                label={m.newBulkSendPage.titleOfEachDocument}
                description={m.newBulkSendPage.canContainColumnsAs}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                maxLength={255}
                flex={1}
                miw={220}
                value={title}
                onChange={(event) => {
                  change();
                  setTitle(event.currentTarget.value);
                }}
              />
              <NumberInput
                label={labels.daysToSign}
                min={1}
                max={365}
                allowDecimal={false}
                clampBehavior="strict"
                w={140}
                value={days}
                onChange={(value) => setDays(Number(value) || 30)}
              />
            </Group>
          </Panel>
        </>
      )}
      {found !== undefined && <CheckResult check={found} leaveOut={leaveOut} setLeaveOut={setLeaveOut} />}
      {error !== null && (
        <Alert color="red" variant="light" role="alert" title={m.newBulkSendPage.nothingSent}>
          {refusal === undefined ? explain(error).detail : `${refusal.field} ${refusal.message}`}
        </Alert>
      )}
      <Group justify="flex-end">
        <ButtonLink to="/templates" search={{}} variant="default">
          {labels.cancel}
        </ButtonLink>
        <Button
          type="submit"
          loading={check.isPending || begin.isPending}
          disabled={missing !== null || (found !== undefined && sendable === 0)}
        >
          {found === undefined
            ? count === 0
              ? m.newBulkSendPage.checkRows
              : m.newBulkSendPage.check(rowsOf(count))
            : m.newBulkSendPage.send(documentsOf(sendable))}
        </Button>
      </Group>
      <ConfirmDialog
        opened={confirming && chosen !== null && sendable > 0}
        close={() => setConfirming(false)}
        count={sendable}
        titles={found?.titles ?? []}
        warnings={found?.warnings ?? []}
        sending={begin.isPending}
        send={() => chosen !== null && begin.mutate(chosen)}
      />
    </form>
  );
}

export function NewBulkSendPage() {
  const { id } = route.useParams();
  const { data: template, error, refetch } = useQuery(templateQuery(id));
  usePageTitle(template === undefined ? m.newBulkSendPage.sendInBulk : m.newBulkSendPage.sendInBulkText(template.name));
  if (error !== null && template === undefined) return <ErrorView error={error} retry={() => void refetch()} />;
  if (template === undefined) return <PageLoader />;
  return (
    <>
      <PageHeader
        title={m.newBulkSendPage.sendInBulk}
        lead={
          <>
            {phrase(
              m.newBulkSendPage.oneDocumentOfForEach(
                <TextLink to="/templates/$id" params={{ id }} underline="always">
                  {template.name}
                </TextLink>,
              ),
            )}
          </>
        }
      />
      <Form template={template} />
    </>
  );
}
