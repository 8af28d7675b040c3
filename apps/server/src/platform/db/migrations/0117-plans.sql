-- What a plan counts in a month: documents that were sent, and packages, whose documents count together (features/plans). No other event
-- has an entry in it.
create index outbox_envelopes on outbox (tenant_id, created_at) where kind in ('document.sent', 'package.sent');

-- The plan that is in effect. It follows from the subscription (features/billing), in both tenants of an organization.
grant update (plan) on organizations to countersign_app;
