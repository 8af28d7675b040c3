-- When the operators were told that there is no backup to rely on: on the backup that was the newest then, until all is well again.
alter table backups add column alerted_at timestamptz(3);
