#!/bin/sh
# Runs once in the container of the database. One login owns the database and migrates it. The server's login has no
# rights until a migration grants them.
psql --set ON_ERROR_STOP=1 --set owner="$MIGRATION_DATABASE_PASSWORD" --set server="$DATABASE_PASSWORD" \
  --username postgres <<'SQL'
create role countersign login createrole password :'owner';
create database countersign owner countersign;
create role countersign_server login password :'server';
SQL
