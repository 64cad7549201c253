import { ADVISORY_LOCKS } from '#common/database/advisory-locks.js';
import { statement } from '#common/database/index.js';

/** Any otherwise unused number: instances that start together take turns. */
const FIRST_START_LOCK = ADVISORY_LOCKS.firstStart;

/** Whether it is this instance's turn. Nobody waits in the database: a demo may take longer than a statement may. */
export const TAKE_TURN = statement(
  'first-start.take-turn',
  `SELECT pg_try_advisory_xact_lock(${FIRST_START_LOCK}) AS taken`,
);

export const IS_EMPTY = statement(
  'first-start.is-empty',
  `SELECT NOT EXISTS (SELECT FROM users) AND NOT EXISTS (SELECT FROM applications) AND NOT EXISTS (SELECT FROM product_types) AS empty`,
);

/** A live application without rules that could refuse the printed commands, and its newest key that never expires. */
export const FIND_OPEN_APPLICATION = statement(
  'first-start.find-open-application',
  `SELECT a.id AS application_id, k.id AS key_id FROM applications a JOIN application_keys k ON k.application_id = a.id
    WHERE a.name = $1 AND a.api_version = $2 AND a.status = 'active' AND a.deleted_at IS NULL AND NOT a.require_encryption
      AND a.hosts_allow = '{}' AND a.ips_allow = '{}' AND a.ips_block = '{}' AND k.revoked_at IS NULL AND k.expires_at IS NULL
    ORDER BY a.created_at, k.issued_at DESC LIMIT 1`,
);

export const FIND_PRODUCT = statement(
  'first-start.find-product',
  `SELECT p.id FROM products p JOIN bundles b ON b.id = p.bundle_key
    WHERE p.status = 'active' AND p.deleted_at IS NULL AND b.status = 'active' AND b.deleted_at IS NULL ORDER BY p.id LIMIT 1`,
);

/** What the demo's people can buy. */
export const FIND_PRODUCTS = statement('first-start.find-products', 'SELECT sku, id FROM products');
