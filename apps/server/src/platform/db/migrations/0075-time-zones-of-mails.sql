-- Mails say times in the zone of the profile of whoever reads them.
grant select (time_zone) on users to countersign_app;
