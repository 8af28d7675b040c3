import { Alert, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { previewQuery, usageQuery } from './queries.ts';
import { removedBy } from './removed.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { DialogForm } from '../../ui/DialogForm.tsx';
import { ErrorView } from '../../ui/ErrorView.tsx';
import { dayOf } from '../../ui/time.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { amount, type Interval, isPaid, type PlanEntry, type Subscription } from './words.ts';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';

type Props = {
  plan: PlanEntry;
  current: PlanEntry | undefined;
  interval: Interval;
  subscription: Subscription;
  close: () => void;
};

const COSTS: Record<Interval, (amount: string) => string> = {
  month: m.changeDialog.costsPerMonth,
  year: m.changeDialog.costsPerYear,
};

/** Previews a plan change with its date, its price, and the features that are lost. */
export function ChangeDialog({ plan, current, interval, subscription, close }: Props) {
  const queryClient = useQueryClient();
  const { data: preview, error: failed, refetch } = useQuery(previewQuery(plan.id, interval));
  const { data: usage, error: unknown, refetch: count } = useQuery({ ...usageQuery, staleTime: 0 });
  const error = failed ?? unknown;
  const hasOne = subscription.status !== 'none' && subscription.status !== 'ended';
  const change = useMutation({
    mutationFn: async () => {
      if (!isPaid(plan.id)) return call(api.cancelSubscription, {});
      const body = { plan: plan.id, interval };
      return hasOne ? call(api.changeSubscription, { body }) : call(api.createSubscription, { body });
    },
    onSuccess: (answer) => {
      if ('checkoutUrl' in answer && answer.checkoutUrl !== undefined) {
        globalThis.location.assign(answer.checkoutUrl);
        return;
      }
      toastDone(preview?.takes_effect === 'period-end' ? m.changeDialog.changeScheduled : m.changeDialog.on(plan.name));
      close();
      void queryClient.invalidateQueries();
    },
    onError: toastError,
  });
  const isCancel = !isPaid(plan.id);
  const removed =
    preview === undefined || usage === undefined || current === undefined
      ? []
      : removedBy(current, plan, usage, preview.exceeds);
  return (
    <Modal
      opened
      onClose={close}
      title={isCancel ? m.changeDialog.cancelSubscription : m.changeDialog.changeTo(plan.name)}
    >
      {error !== null && <ErrorView error={error} retry={() => void Promise.all([refetch(), count()])} />}
      {error === null && (preview === undefined || usage === undefined) && (
        <Skeleton height={120} role="status" aria-label={common.loading} />
      )}
      {preview !== undefined && usage !== undefined && (
        <DialogForm
          submit={() => {
            change.mutate();
          }}
        >
          <Stack gap="md">
            <Text>
              {preview.takes_effect === 'now'
                ? m.changeDialog.takesEffectAtOnce(plan.name)
                : m.changeDialog.takesEffectOn(plan.name, dayOf(preview.effective_at))}
              {!isCancel && ` ${COSTS[interval](amount(preview.price, preview.currency))}`}
            </Text>
            {removed.length > 0 && (
              <Alert color="red" variant="light" title={m.changeDialog.removes(plan.name)}>
                <List size="sm">
                  {removed.map((sentence) => (
                    <List.Item key={sentence}>{sentence}</List.Item>
                  ))}
                </List>
                <Text size="sm" mt="xs">
                  {m.changeDialog.nothingDeleted}
                </Text>
              </Alert>
            )}
            <DialogActions
              close={close}
              isPending={change.isPending}
              keep={m.changeDialog.keepCurrentPlan}
              isFinal={isCancel}
            >
              {isCancel ? m.changeDialog.cancelSubscriptionText : m.changeDialog.changeTo(plan.name)}
            </DialogActions>
          </Stack>
        </DialogForm>
      )}
    </Modal>
  );
}
