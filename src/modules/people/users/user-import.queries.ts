/** SQL of the uid of a new user. The sequence is looked up once, not for each row. */
export const NEXT_UID = `nextval((SELECT pg_get_serial_sequence('users', 'uid')::regclass))`;

/**
 * SQL that makes accounts of members who come from elsewhere, without passwords. Who imports them records no `user.created`
 * and brings them into the network.
 * @param source SQL that selects `uid` (by {@link NEXT_UID}), `username`, `email`, `first_name`, `last_name`, `country_code`,
 *   `sponsor_uid` and `user_fields` (jsonb) of each; all of them are validated
 */
export function insertImportedUsers(source: string): string {
  const given = 'uid, username, email, first_name, last_name, country_code, sponsor_uid';
  return `INSERT INTO users (${given}, custom_fields, roles)
   SELECT uid, username, email, coalesce(first_name, ''), coalesce(last_name, ''), country_code, sponsor_uid, user_fields, '{member}'
     FROM (${source}) AS s`;
}
