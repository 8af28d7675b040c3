-- Why an attempt failed, as a code that the app translates. Null for attempts that succeeded, and for attempts of the previous release.
alter table webhook_deliveries add column last_error_code text;
alter table webhook_attempts add column error_code text;
