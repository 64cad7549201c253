/** Usernames: 2 to 64 letters, digits, dots, dashes and underscores. No `@`, which distinguishes e-mail addresses at login. */
export const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/;

/** Minimum and maximum characters of a password. Longer ones would only take longer to hash. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 128;
