#!/bin/sh
# Runs once in the container of the database: the login of the server owns its database and nothing else.
psql --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" --username postgres <<'SQL'
create role countersign login createrole password :'password';
create database countersign owner countersign;
SQL
