-- Comes with PostgreSQL, and whoever may create tables in a database may add it (a trusted extension).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
