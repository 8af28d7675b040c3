/** The names of all webhook events. If one is missing, compilation fails. */
import type { EventKind } from '@countersign/contract';

const EVENTS: Readonly<Record<EventKind, true>> = {
  'document.created': true,
  'document.scheduled': true,
  'document.unscheduled': true,
  'document.schedule_failed': true,
  'document.sent': true,
  'document.corrected': true,
  'document.viewed': true,
  'document.signed': true,
  'document.completed': true,
  'document.voided': true,
  'document.expired': true,
  'recipient.started': true,
  'recipient.completed': true,
  'recipient.declined': true,
  'field.completed': true,
  'package.sent': true,
  'package.completed': true,
  'package.expired': true,
  'package.cancelled': true,
  'user.created': true,
  'subscription.changed': true,
  'security.events': true,
};
export const EVENT_NAMES = Object.keys(EVENTS) as EventKind[];
