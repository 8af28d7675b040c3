import { ActionIcon, Button, Group, NumberInput, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { retentionRulesQuery } from './queries.ts';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { TextLink } from '../../ui/links.tsx';
import { toastDone } from '../../ui/toast.ts';
import { FormError } from '../../ui/FormError.tsx';
import { SaveForm } from '../../ui/SaveForm.tsx';
import { Section } from '../../ui/Section.tsx';
import { period } from './words.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import { labels } from '../../ui/labels.ts';
import { phrase } from '../../ui/phrase.ts';

type Rule = { kind: 'template' | 'tag'; target: string; days: number };

type NamedRule = Rule & { name: string | null };

const valuesOf = (rules: readonly NamedRule[]) => ({
  rules: rules.map(({ kind, target, days }) => ({ kind, target, days })),
});

function RulesForm({ rules }: { rules: readonly NamedRule[] }) {
  const queryClient = useQueryClient();
  const form = useForm<{ rules: Rule[] }>({
    initialValues: valuesOf(rules),
    validate: {
      rules: {
        target: (value) => (value.trim() === '' ? m.rulesSection.chooseOne : null),
        days: (value) => (Number.isInteger(value) && value >= 30 && value <= 36_500 ? null : m.rulesSection.rangeDays),
      },
    },
  });
  const adopt = useEffectEvent((saved: readonly NamedRule[]) => {
    const values = valuesOf(saved);
    const isDirty = form.isDirty();
    form.setInitialValues(values);
    form.resetDirty(values);
    if (!isDirty) form.setValues(values);
  });
  // Rules saved by another administrator replace the displayed rules, but not unsaved changes.
  useEffect(() => adopt(rules), [rules]);
  const save = useMutation({
    mutationFn: (body: { rules: Rule[] }) => call(api.setRetentionRules, { body }),
    onSuccess: ({ retention }) => {
      queryClient.setQueryData(retentionRulesQuery.queryKey, retention);
      void queryClient.invalidateQueries({ queryKey: ['retention'] });
      toastDone(m.rulesSection.retentionRulesSaved, m.rulesSection.documentsAnnouncedThirtyDays);
    },
  });
  return (
    <SaveForm
      section={m.rulesSection.retentionPeriods}
      form={form}
      save={save}
      refusal={save.error === null ? undefined : <FormError error={save.error} />}
      actions={
        <Button
          variant="default"
          onClick={() => form.insertListItem('rules', { kind: 'tag', target: '', days: 3650 } satisfies Rule)}
        >
          {m.rulesSection.addRule}
        </Button>
      }
    >
      {form.values.rules.map((rule, index) => (
        // The index is the key, because a rule is identified only by its position.
        <Group key={index} align="flex-start" gap="sm" role="group" aria-label={m.rulesSection.rule(index + 1)}>
          <Select
            label={m.rulesSection.for}
            w={130}
            allowDeselect={false}
            data={[
              { value: 'tag', label: m.rulesSection.tag },
              { value: 'template', label: m.rulesSection.template },
            ]}
            {...form.getInputProps(`rules.${index}.kind`)}
          />
          <TextInput
            label={rule.kind === 'tag' ? m.rulesSection.tag : m.rulesSection.templateId}
            description={rules.find(({ target }) => target === rule.target)?.name ?? undefined}
            maxLength={50}
            style={{ flex: '1 1 180px' }}
            {...form.getInputProps(`rules.${index}.target`)}
          />
          <NumberInput
            label={labels.days}
            w={120}
            min={30}
            max={36_500}
            allowDecimal={false}
            {...form.getInputProps(`rules.${index}.days`)}
          />
          <ActionIcon
            variant="default"
            size="lg"
            mt={24}
            aria-label={m.rulesSection.removeRule(index + 1)}
            onClick={() => form.removeListItem('rules', index)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
    </SaveForm>
  );
}

/** Retention rules that apply in addition to the organization's own period. */
export function RulesSection() {
  const { data, error, refetch } = useQuery(retentionRulesQuery);
  return (
    <Section title={m.rulesSection.retentionPeriods} text={m.rulesSection.ruleForTemplateReplacesPeriod}>
      {error !== null && data === undefined && <ErrorView error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={120} role="status" aria-label={common.loading} />}
      {data !== undefined && (
        <Stack gap="md">
          <Text>
            {phrase(
              m.rulesSection.documentsKeptForFromCompletion(
                <strong>{period(data.document_retention_days)}</strong>,
                (text) => (
                  <TextLink to="/settings/organization" underline="always">
                    {text}
                  </TextLink>
                ),
              ),
            )}
          </Text>
          <RulesForm rules={data.rules} />
        </Stack>
      )}
    </Section>
  );
}
