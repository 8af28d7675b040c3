-- Events on their way to the log server: whoever claimed them sends them outside of any transaction, and after this moment another does.
alter table security_events add column syslog_claimed_until timestamptz(3);
