import type { Message } from '#common/errors/problems.js';

/** The administration of applications, webhooks, encrypted bodies. */
export const APPLICATIONS = {
  self_service_elsewhere: {
    en: 'turn self_service off first: the webhook gets tokens of users; turning it on again may wait for another person',
    de: 'schalten Sie zuerst self_service aus: der Webhook erhält Tokens von Benutzern; das erneute Einschalten wartet unter Umständen auf eine zweite Person',
    of: 'CONFLICT',
  },
  application_not_found: { en: 'application not found', de: 'Anwendung nicht gefunden', of: 'NOT_FOUND' },
  application_key_not_found: {
    en: 'application key not found',
    de: 'Anwendungsschlüssel nicht gefunden',
    of: 'NOT_FOUND',
  },
  encryption_key_not_found: {
    en: 'encryption key not found',
    de: 'Verschlüsselungsschlüssel nicht gefunden',
    of: 'NOT_FOUND',
  },
  webhook_not_found: { en: 'webhook not found', de: 'Webhook nicht gefunden', of: 'NOT_FOUND' },
  delivery_not_found: { en: 'delivery not found', de: 'Zustellung nicht gefunden', of: 'NOT_FOUND' },

  // The administration of applications.
  not_api_admins_email: {
    en: 'is not the e-mail address of the existing user with this username',
    de: 'ist nicht die E-Mail-Adresse des Benutzers mit diesem Benutzernamen',
  },
  not_host_name: {
    en: 'is not a host name such as shop.example.com or *.example.com',
    de: 'ist kein Hostname wie shop.example.com oder *.example.com',
  },
  not_ip_range: {
    en: 'is not an IP address or a CIDR block such as 10.0.0.0/8 or 2001:db8::/32',
    de: 'ist keine IP-Adresse und kein CIDR-Block wie 10.0.0.0/8 oder 2001:db8::/32',
  },
  not_ip_address: { en: 'must be an IP address', de: 'muss eine IP-Adresse sein' },
  not_api_version: { en: 'must be a version such as v1', de: 'muss eine Version wie v1 sein' },
  version_not_served: {
    en: 'must be a version that is served: {choices}',
    de: 'muss eine Version sein, die es gibt: {choices}',
  },
  not_event_type: { en: 'is not a type of event', de: 'ist keine Art von Ereignis' },
  all_events_alone: {
    en: 'must hold nothing beside {all}: it means all',
    de: 'darf nichts neben {all} enthalten: es steht für alle',
  },
  not_web_address: { en: 'must be an https or http address', de: 'muss eine https- oder http-Adresse sein' },
  credentials_in_address: {
    en: 'must not hold a username or password',
    de: 'darf keinen Benutzernamen und kein Passwort enthalten',
  },
  not_redirect_uri: {
    en: 'must be https, the scheme of an app such as com.example.app:/path, or http on 127.0.0.1',
    de: 'muss https, das Schema einer App wie com.example.app:/pfad oder http auf 127.0.0.1 sein',
  },
  not_plain_uri: {
    en: 'must be an address without a fragment, wildcards or characters that need encoding',
    de: 'muss eine Adresse ohne Fragment, Platzhalter und Zeichen sein, die zu kodieren sind',
  },
  parameter_is_added: {
    en: 'must not have the parameter {name}: the service adds it',
    de: 'darf den Parameter {name} nicht haben: der Dienst fügt ihn an',
  },
  not_public_address: {
    en: 'must be a public address; WEBHOOK_ALLOW_PRIVATE=true allows others',
    de: 'muss eine öffentliche Adresse sein; WEBHOOK_ALLOW_PRIVATE=true erlaubt andere',
  },
  key_revoked: { en: 'the key is revoked', de: 'der Schlüssel ist widerrufen', of: 'CONFLICT' },
  key_ended: { en: 'the key has ended', de: 'der Schlüssel ist abgelaufen', of: 'CONFLICT' },

  // Webhooks.
  no_webhook: { en: 'the application has no webhook', de: 'die Anwendung hat keinen Webhook', of: 'CONFLICT' },
  webhook_disabled: {
    en: 'the webhook is disabled; enable it first',
    de: 'der Webhook ist abgeschaltet; schalten Sie ihn zuerst ein',
    of: 'CONFLICT',
  },
  event_has_secret: {
    en: 'this event has a secret and is not sent again',
    de: 'dieses Ereignis enthält ein Geheimnis und wird nicht noch einmal gesendet',
    of: 'CONFLICT',
  },
  webhook_enabled: { en: 'the webhook is not disabled', de: 'der Webhook ist nicht abgeschaltet', of: 'CONFLICT' },
  deliveries_wait: {
    en: 'the application is inactive, so its deliveries wait',
    de: 'die Anwendung ist inaktiv, darum warten ihre Zustellungen',
    of: 'CONFLICT',
  },
  too_many_secrets: {
    en: '{count} secrets are signing already; wait until {next}, or rotate with overlap_seconds 0, which ends them at once',
    de: 'es unterschreiben schon {count} Geheimnisse; warten Sie bis {next}, oder rotieren Sie mit overlap_seconds 0, was sie sofort beendet',
    of: 'CONFLICT',
  },
  too_long_ago: { en: 'must be at most {days} days ago', de: 'darf höchstens {days} Tage zurückliegen' },

  // Encrypted bodies.
  too_many_encryption_keys: {
    en: 'has {count} live keys, the maximum; retire one first',
    de: 'hat schon {count} gültige Schlüssel, mehr geht nicht; nehmen Sie zuerst einen aus dem Gebrauch',
    of: 'CONFLICT',
  },
  last_encryption_key: {
    en: 'no other key goes on, and the application requires encryption',
    de: 'kein anderer Schlüssel bleibt gültig, und die Anwendung verlangt Verschlüsselung',
    of: 'CONFLICT',
  },
  encryption_required: {
    en: 'this application takes encrypted bodies only: send application/jose, a JWE of the JSON',
    de: 'diese Anwendung nimmt nur verschlüsselte Bodys: senden Sie application/jose, ein JWE des JSON',
    of: 'UNSUPPORTED_MEDIA_TYPE',
  },
  unknown_encryption_key: {
    en: 'the JWE header kid names no key of this application that is in use',
    de: 'der JWE-Header kid nennt keinen Schlüssel dieser Anwendung, der in Gebrauch ist',
    of: 'BAD_REQUEST',
  },
  encrypted_answers_only: {
    en: 'this application gets encrypted answers only: accept application/jose, with a kid that is in use if you name one',
    de: 'diese Anwendung bekommt nur verschlüsselte Antworten: akzeptieren Sie application/jose; ein genannter kid muss in Gebrauch sein',
    of: 'NOT_ACCEPTABLE',
  },
  no_encryption_key: {
    en: 'there is no encryption key to answer as the header Accept asks; name a kid that is in use, or accept application/json',
    de: 'es gibt keinen Schlüssel, um zu antworten, wie Accept es verlangt; nennen Sie einen kid in Gebrauch oder akzeptieren Sie application/json',
    of: 'NOT_ACCEPTABLE',
  },
  not_acceptable: {
    en: 'there is no encryption key to answer as the header Accept asks',
    de: 'es gibt keinen Schlüssel, um zu antworten, wie Accept es verlangt',
    of: 'NOT_ACCEPTABLE',
  },
  no_key_no_jose: {
    en: 'application/jose is only for addresses that take an application key',
    de: 'application/jose gibt es nur, wo ein Anwendungsschlüssel verlangt wird',
    of: 'UNSUPPORTED_MEDIA_TYPE',
  },
  not_jwe: {
    en: 'the body is not a compact JWE: five parts in base64url, with dots between them',
    de: 'der Body ist kein kompaktes JWE: fünf Teile in base64url mit Punkten dazwischen',
    of: 'BAD_REQUEST',
  },
  not_decryptable: {
    en: 'the body cannot be decrypted: it was changed on its way, or encrypted with another key',
    de: 'der Body lässt sich nicht entschlüsseln: er wurde unterwegs verändert oder mit einem anderen Schlüssel verschlüsselt',
    of: 'BAD_REQUEST',
  },
  jwe_second_part: {
    en: 'the second part of the JWE must be empty, as alg is {alg}',
    de: 'der zweite Teil des JWE muss leer sein, da alg {alg} ist',
    of: 'BAD_REQUEST',
  },
  jwe_wrong_size: {
    en: 'the {part} of the JWE must have {bits} bits',
    de: 'der Teil {part} des JWE muss {bits} Bits haben',
    of: 'BAD_REQUEST',
  },
  jwe_empty_part: {
    en: 'the {part} of the JWE must not be empty',
    de: 'der Teil {part} des JWE darf nicht leer sein',
    of: 'BAD_REQUEST',
  },
  jwe_header_too_long: {
    en: 'the JWE header must be at most {max} characters',
    de: 'der JWE-Header darf höchstens {max} Zeichen haben',
    of: 'BAD_REQUEST',
  },
  jwe_header_not_object: {
    en: 'the JWE header is not a JSON object',
    de: 'der JWE-Header ist kein JSON-Objekt',
    of: 'BAD_REQUEST',
  },
  jwe_header_twice: {
    en: 'the JWE header must not hold a name twice',
    de: 'der JWE-Header darf keinen Namen doppelt enthalten',
    of: 'BAD_REQUEST',
  },
  jwe_wrong_alg: {
    en: 'the JWE header alg must be {alg}',
    de: 'der JWE-Header alg muss {alg} sein',
    of: 'BAD_REQUEST',
  },
  jwe_wrong_enc: {
    en: 'the JWE header enc must be {enc}',
    de: 'der JWE-Header enc muss {enc} sein',
    of: 'BAD_REQUEST',
  },
  jwe_zip: {
    en: 'the JWE header zip is not supported: send the body uncompressed',
    de: 'den JWE-Header zip gibt es nicht: senden Sie den Body unkomprimiert',
    of: 'BAD_REQUEST',
  },
  jwe_crit: { en: 'the JWE header crit is not supported', de: 'den JWE-Header crit gibt es nicht', of: 'BAD_REQUEST' },
  jwe_kid_not_text: {
    en: 'the JWE header kid must name the key, as a string',
    de: 'der JWE-Header kid muss den Schlüssel als Text nennen',
    of: 'BAD_REQUEST',
  },
} as const satisfies Record<string, Message>;
