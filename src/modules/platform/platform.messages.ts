import type { Message } from '#common/errors/problems.js';

/** Application keys, log-in and rights, single sign-on, imports. */
export const PLATFORM = {
  factor_not_found: { en: 'factor not found', de: 'zweiter Faktor nicht gefunden', of: 'NOT_FOUND' },
  file_not_found: { en: 'file not found', de: 'Datei nicht gefunden', of: 'NOT_FOUND' },
  no_console: {
    en: 'there is no console here: it was not built',
    de: 'hier gibt es keine Konsole: sie wurde nicht gebaut',
    of: 'NOT_FOUND',
  },

  // The application key and its access rules.
  api_key_missing: { en: 'required header apikey is missing', de: 'der Header apikey fehlt', of: 'API_KEY_MISSING' },
  api_key_invalid: {
    en: 'the request could not be validated through the application key',
    de: 'der Anwendungsschlüssel der Anfrage ist nicht gültig',
    of: 'API_KEY_INVALID',
  },
  api_key_inactive: {
    en: 'the application key is inactive',
    de: 'der Anwendungsschlüssel ist inaktiv',
    of: 'API_KEY_INACTIVE',
  },
  api_key_maintenance: {
    en: 'the application key is in maintenance mode',
    de: 'die Anwendung wird gerade gewartet',
    of: 'API_KEY_MAINTENANCE',
  },
  version_not_allowed: {
    en: 'the application key is registered for version {api_version}',
    de: 'der Anwendungsschlüssel ist für die Version {api_version} registriert',
    of: 'VERSION_NOT_ALLOWED',
  },
  host_blocked: { en: 'the host address is blocked', de: 'die Host-Adresse ist gesperrt', of: 'HOST_BLOCKED' },
  host_not_whitelisted: {
    en: 'the host address is not whitelisted',
    de: 'die Host-Adresse ist nicht freigegeben',
    of: 'HOST_NOT_WHITELISTED',
  },
  ip_blocked: { en: 'the IP address is blocked', de: 'die IP-Adresse ist gesperrt', of: 'IP_BLOCKED' },
  ip_not_whitelisted: {
    en: 'the IP address is not whitelisted',
    de: 'die IP-Adresse ist nicht freigegeben',
    of: 'IP_NOT_WHITELISTED',
  },
  user_limit_reached: {
    en: 'this application may send {max} requests a minute for one user',
    de: 'diese Anwendung darf für einen Benutzer {max} Anfragen pro Minute senden',
    of: 'TOO_MANY_REQUESTS',
  },
  address_limit_reached: {
    en: 'this application may send {max} requests a minute for one address',
    de: 'diese Anwendung darf für eine Adresse {max} Anfragen pro Minute senden',
    of: 'TOO_MANY_REQUESTS',
  },
  application_limit_reached: {
    en: 'this application may send {max} requests a minute in all',
    de: 'diese Anwendung darf insgesamt {max} Anfragen pro Minute senden',
    of: 'TOO_MANY_REQUESTS',
  },
  too_many_at_work: {
    en: 'too many of your requests are at work at the same time; try again later',
    de: 'zu viele Ihrer Anfragen werden gleichzeitig bearbeitet; versuchen Sie es später erneut',
    of: 'TOO_MANY_REQUESTS',
  },

  // Log-in and rights.
  invalid_token: {
    en: 'the access token is missing, expired or not valid; refresh it, or log in again',
    de: 'das Zugriffstoken fehlt, ist abgelaufen oder ungültig; erneuern Sie es oder melden Sie sich neu an',
    of: 'INVALID_TOKEN',
  },
  session_ended: {
    en: 'the session has ended; log in again',
    de: 'die Sitzung ist beendet; melden Sie sich neu an',
    of: 'INVALID_TOKEN',
  },
  authentication_failed: {
    en: 'the username or the password is wrong',
    de: 'der Benutzername oder das Passwort ist falsch',
    of: 'AUTHENTICATION_FAILED',
  },
  refresh_token_expired: {
    en: 'the refresh token is expired, used or not valid; log in again',
    de: 'das Refresh-Token ist abgelaufen, benutzt oder ungültig; melden Sie sich neu an',
    of: 'INVALID_TOKEN',
  },
  ticket_expired: {
    en: 'the ticket is expired, used or not valid; ask for a new one',
    de: 'das Ticket ist abgelaufen, benutzt oder ungültig; fordern Sie ein neues an',
    of: 'INVALID_TOKEN',
  },
  code_not_valid: {
    en: 'the code has expired, was already used, or is not valid for this application; sign in again',
    de: 'der Code ist abgelaufen, schon benutzt oder für diese Anwendung ungültig; melden Sie sich neu an',
    of: 'INVALID_TOKEN',
  },
  not_code_verifier: {
    en: 'must be 43 to 128 letters, digits or any of - . _ ~',
    de: 'muss 43 bis 128 Buchstaben, Ziffern oder Zeichen aus - . _ ~ haben',
  },
  scope_missing: {
    en: 'the access token may not be used for this: it lacks the scope',
    de: 'das Zugriffstoken gilt hierfür nicht: ihm fehlt der Scope',
    of: 'PERMISSION_DENIED',
    remedy:
      'ask for the scope of the operation (`x-scope` in the OpenAPI document), if it has one, and let the user log in again',
  },
  consent_not_found: { en: 'consent not found', de: 'Einwilligung nicht gefunden', of: 'NOT_FOUND' },
  challenge_expired: {
    en: 'the challenge is expired, used or not valid; begin again',
    de: 'die Anmeldung ist abgelaufen, benutzt oder ungültig; beginnen Sie von vorn',
    of: 'AUTHENTICATION_FAILED',
  },
  wrong_second_factor: {
    en: 'the code or passkey is wrong, or was used already',
    de: 'der Code oder Passkey ist falsch oder wurde schon benutzt',
    of: 'AUTHENTICATION_FAILED',
  },
  inactive_account: { en: 'the account is inactive', de: 'das Konto ist inaktiv', of: 'INACTIVE_ACCOUNT' },
  second_factor_required: {
    en: 'the password is right; now a second factor is needed',
    de: 'das Passwort stimmt; jetzt wird ein zweiter Faktor gebraucht',
    of: 'SECOND_FACTOR_REQUIRED',
  },
  reauthentication_required: {
    en: 'confirm that it is you: the last second factor or password is more than 10 minutes old',
    de: 'bestätigen Sie, dass Sie es sind: der letzte zweite Faktor oder das Passwort ist älter als 10 Minuten',
    of: 'REAUTHENTICATION_REQUIRED',
  },
  cannot_invite: {
    en: 'members are invited by an active application with self_service, whose webhook is told of account.invited',
    de: 'Mitglieder lädt eine aktive Anwendung mit self_service ein, deren Webhook von account.invited erfährt',
    of: 'CONFLICT',
  },
  too_many_unknown_applications: {
    en: 'too many unknown applications from this address; try again in {seconds} seconds',
    de: 'zu viele unbekannte Anwendungen von dieser Adresse; versuchen Sie es in {seconds} Sekunden erneut',
    of: 'TOO_MANY_REQUESTS',
  },
  too_many_failed_log_ins: {
    en: 'too many failed logins; try again in {seconds} seconds',
    de: 'zu viele fehlgeschlagene Anmeldungen; versuchen Sie es in {seconds} Sekunden erneut',
    of: 'TOO_MANY_REQUESTS',
  },
  permission_denied: { en: 'this is not allowed', de: 'das ist nicht erlaubt', of: 'PERMISSION_DENIED' },
  permission_missing: {
    en: 'this needs the permission {permission}',
    de: 'dafür ist das Recht {permission} nötig',
    of: 'PERMISSION_DENIED',
  },
  not_api_admin: {
    en: 'this needs the role api_admin',
    de: 'dafür ist die Rolle api_admin nötig',
    of: 'PERMISSION_DENIED',
  },
  not_admin: {
    en: 'this needs a role of the admin module',
    de: 'dafür ist eine Rolle des Admin-Moduls nötig',
    of: 'PERMISSION_DENIED',
  },
  acting_not_allowed: {
    en: 'only an API admin may act for another user',
    de: 'nur ein API-Admin darf für einen anderen Benutzer handeln',
    of: 'PERMISSION_DENIED',
  },
  acted_for_inactive: {
    en: 'this user is inactive: nothing can be changed for it',
    de: 'dieser Benutzer ist inaktiv: für ihn kann nichts geändert werden',
    of: 'CONFLICT',
  },
  other_site: {
    en: 'this request comes from another site than {url} (PUBLIC_URL)',
    de: 'diese Anfrage kommt von einer anderen Seite als {url} (PUBLIC_URL)',
    of: 'PERMISSION_DENIED',
  },
  not_origin: {
    en: 'must be one IP address, such as 203.0.113.7 or 2001:db8::7',
    de: 'muss eine IP-Adresse sein, etwa 203.0.113.7 oder 2001:db8::7',
  },
  too_many_factors: {
    en: 'there are 10 factors, the maximum',
    de: 'es gibt schon 10 zweite Faktoren, mehr geht nicht',
    of: 'CONFLICT',
  },
  has_factor: {
    en: 'you have a second factor: send a code, or sign with a passkey',
    de: 'Sie haben einen zweiten Faktor: senden Sie einen Code oder benutzen Sie einen Passkey',
  },
  no_passkeys: {
    en: 'passkeys need https and a host name in PUBLIC_URL, not an IP address',
    de: 'Passkeys brauchen https und einen Hostnamen in PUBLIC_URL, keine IP-Adresse',
    of: 'CONFLICT',
  },
  passkey_known: { en: 'this passkey is known already', de: 'dieser Passkey ist schon bekannt', of: 'CONFLICT' },
  last_factor: {
    en: 'your roles require a second factor, and this is the last one; add another one first',
    de: 'Ihre Rollen verlangen einen zweiten Faktor, und dies ist der letzte; fügen Sie zuerst einen anderen hinzu',
    of: 'CONFLICT',
  },

  // Single sign-on.
  ticket_for_itself: {
    en: 'is the application that asks: a ticket enters another one',
    de: 'ist die fragende Anwendung: ein Ticket führt in eine andere',
  },
  application_in_maintenance: {
    en: 'the application is in maintenance mode',
    de: 'die Anwendung wird gerade gewartet',
    of: 'CONFLICT',
  },
  application_in_maintenance_until: {
    en: 'the application is in maintenance mode: {told}',
    de: 'die Anwendung wird gerade gewartet: {told}',
    of: 'CONFLICT',
  },
  no_sign_on: {
    en: 'no application with this id can be entered by single sign-on',
    de: 'keine Anwendung mit dieser Id kann per Single Sign-on betreten werden',
  },
  application_inactive: { en: 'the application is inactive', de: 'die Anwendung ist inaktiv', of: 'CONFLICT' },
  no_sign_on_for_others: {
    en: 'single sign-on as another user is not allowed',
    de: 'Single Sign-on als ein anderer Benutzer ist nicht erlaubt',
    of: 'PERMISSION_DENIED',
  },

  // Imports.
  too_many_rows: {
    en: 'a file has at most {max} rows, blank lines included; import the rest by another',
    de: 'eine Datei hat höchstens {max} Zeilen, auch leere; importieren Sie den Rest mit einer anderen',
  },
  import_over: {
    en: 'the import is {status} and cannot be cancelled',
    de: 'der Import ist {status} und kann nicht abgebrochen werden',
    of: 'CONFLICT',
  },
  empty_file: { en: 'the file is empty', de: 'die Datei ist leer' },
  file_too_large: {
    en: 'the file may have at most {bytes} bytes',
    de: 'die Datei darf höchstens {bytes} Bytes haben',
    of: 'PAYLOAD_TOO_LARGE',
  },
  no_room_for_file: {
    en: 'there is no room for the file now; wait for other imports, or ask the operator of the service',
    de: 'für die Datei ist gerade kein Platz; warten Sie auf andere Importe oder fragen Sie den Betreiber',
    of: 'INSUFFICIENT_STORAGE',
  },
  too_many_imports: {
    en: 'you have {count} imports that are not over; wait for them, or cancel some',
    de: 'Sie haben {count} Importe, die nicht fertig sind; warten Sie auf sie oder brechen Sie welche ab',
    of: 'CONFLICT',
  },
  row_not_utf8: { en: 'the row is not valid UTF-8', de: 'die Zeile ist kein gültiges UTF-8' },
  row_not_object: { en: 'the row must be a JSON object', de: 'die Zeile muss ein JSON-Objekt sein' },
  row_not_json: { en: 'the row is not valid JSON', de: 'die Zeile ist kein gültiges JSON' },
  row_too_large: { en: 'the row has more than {bytes} bytes', de: 'die Zeile hat mehr als {bytes} Bytes' },
  not_csv: {
    en: 'the file is not valid CSV from here on: {detail}',
    de: 'die Datei ist ab hier kein gültiges CSV: {detail}',
  },
} as const satisfies Record<string, Message>;
