-- A moment that a sandbox's clock brings closer. Immutable, because a timestamptz without days is independent of the time
-- zone, so that Citus can run it on the rows of another node.
create function moved_back(moment timestamptz, seconds integer) returns timestamptz language sql immutable parallel safe as $$
  select moment - make_interval(secs => seconds)
$$;

-- Policies name no other table: as a function, the condition is also allowed on Citus.
create function own_organization() returns text language sql stable as $$
  select organization_id from tenants where tenant_id = current_tenant()
$$;
drop policy own_organization on organization_storage;
create policy own_organization on organization_storage for select to countersign_app using (organization_id = own_organization());
drop policy erase_own on organization_storage;
create policy erase_own on organization_storage to countersign_erase using (organization_id = own_organization());

-- In PL/pgSQL, because Citus must not find the table of other nodes in a statement on tables of the coordinator.
create function webhooks_deleted_before(moment timestamptz) returns table (tenant_id text, id text) language plpgsql stable as $$
  begin
    return query select e.tenant_id, e.id from webhook_endpoints e where e.deleted_at < moment;
  end
$$;
