-- Run once by psql, in an empty server, as its superuser (compose.yaml). The service's role owns its database, so it may
-- make what its migrations need, the trusted extension pg_trgm too; it is no superuser.
\getenv password POSTGRES_PASSWORD
CREATE ROLE commerce LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE commerce OWNER commerce;
REVOKE ALL ON DATABASE commerce FROM PUBLIC;
REVOKE ALL ON DATABASE postgres FROM PUBLIC;
-- From now on the superuser comes in by the server's own socket alone.
ALTER ROLE postgres PASSWORD NULL;
