import type { Message } from '#common/errors/problems.js';

/** Users, their passwords, sessions and approvals. */
export const PEOPLE = {
  user_not_found: { en: 'user not found', de: 'Benutzer nicht gefunden', of: 'NOT_FOUND' },
  session_not_found: { en: 'session not found', de: 'Sitzung nicht gefunden', of: 'NOT_FOUND' },
  country_not_found: { en: 'country not found', de: 'Land nicht gefunden', of: 'NOT_FOUND' },
  approval_not_found: { en: 'approval not found', de: 'Freigabe nicht gefunden', of: 'NOT_FOUND' },

  // Users.
  already_taken: { en: 'is already taken', de: 'ist schon vergeben' },
  not_a_members_username: { en: 'is not the username of a member', de: 'ist nicht der Benutzername eines Mitglieds' },
  not_an_active_members_username: {
    en: 'is not the username of an active member',
    de: 'ist nicht der Benutzername eines aktiven Mitglieds',
  },
  not_country_code: {
    en: 'must be an ISO 3166-1 country code such as US',
    de: 'muss ein Ländercode nach ISO 3166-1 sein, etwa US',
  },
  no_roles: {
    en: 'must be a list of at least one of {choices}',
    de: 'muss eine Liste mit mindestens einem von diesen sein: {choices}',
  },
  unknown_role: { en: 'must hold only {choices}', de: 'darf nur diese enthalten: {choices}' },
  role_above_own: {
    en: 'the role {role} has permissions that you do not have',
    de: 'die Rolle {role} hat Rechte, die Sie nicht haben',
    of: 'PERMISSION_DENIED',
  },
  last_super_admin: {
    en: 'there must be an active super admin',
    de: 'es muss einen aktiven Super-Admin geben',
    of: 'CONFLICT',
  },
  own_super_admin: {
    en: 'super admins cannot take the role from themselves or deactivate themselves',
    de: 'Super-Admins können sich die Rolle nicht selbst nehmen und sich nicht selbst deaktivieren',
    of: 'CONFLICT',
  },
  user_inactive: {
    en: 'the user is inactive: activate them first',
    de: 'der Benutzer ist inaktiv: aktivieren Sie ihn zuerst',
    of: 'CONFLICT',
  },
  not_with_approval: {
    en: 'cannot be sent together with a change that needs a second person',
    de: 'kann nicht zusammen mit einer Änderung gesendet werden, die eine zweite Person freigeben muss',
  },
  user_erased: {
    en: 'the user has erased themselves: nothing can be changed',
    de: 'der Benutzer hat sich gelöscht: nichts kann mehr geändert werden',
    of: 'CONFLICT',
  },

  too_many_notes: {
    en: 'there are {count} notes about this user, and no more are kept',
    de: 'es gibt {count} Notizen zu diesem Benutzer, und mehr werden nicht aufbewahrt',
    of: 'CONFLICT',
  },

  too_many_views: {
    en: 'you have {count} views already: delete one of them first',
    de: 'Sie haben schon {count} Ansichten: löschen Sie zuerst eine davon',
    of: 'CONFLICT',
  },
  view_name_taken: {
    en: 'another view of the list has this name',
    de: 'eine andere Ansicht der Liste hat diesen Namen',
    of: 'CONFLICT',
  },

  // Passwords.
  wrong_password: { en: 'is wrong', de: 'ist falsch' },
  link_expired: {
    en: 'is expired, used or not valid; ask for a new link',
    de: 'ist abgelaufen, benutzt oder ungültig; fordern Sie einen neuen Link an',
  },
  password_set_by_link: {
    en: 'users of the admin module set their passwords themselves: make a link (password-reset)',
    de: 'Benutzer des Admin-Moduls setzen ihr Passwort selbst: erzeugen Sie einen Link (password-reset)',
    of: 'CONFLICT',
  },
  too_many_log_ins: {
    en: 'too many log-ins at the same time; try again later',
    de: 'zu viele gleichzeitige Anmeldungen; versuchen Sie es später erneut',
    of: 'TOO_MANY_REQUESTS',
  },

  // Approvals.
  approval_decided: { en: 'approval {id} is {status}', de: 'Freigabe {id} ist schon {status}', of: 'CONFLICT' },
  approval_lapsed: {
    en: 'approval {id} has lapsed: {reason}',
    de: 'Freigabe {id} ist verfallen: {reason}',
    of: 'CONFLICT',
  },
  subject_changed: { en: 'its subject has changed', de: 'ihr Gegenstand hat sich geändert' },
  maker_not_allowed: { en: 'its maker is no longer allowed to do this', de: 'wer sie vorschlug, darf das nicht mehr' },
  nobody_decided: { en: 'nobody decided in time', de: 'niemand hat rechtzeitig entschieden' },
  maker_proposed_other: {
    en: 'its maker has proposed something else',
    de: 'wer sie vorschlug, hat etwas anderes vorgeschlagen',
  },
  approval_waits: {
    en: 'proposal {id} for another change of the same subject is already waiting; have it decided first',
    de: 'Vorschlag {id} für eine andere Änderung desselben Gegenstands wartet bereits; lassen Sie zuerst ihn entscheiden',
    of: 'CONFLICT',
  },
  too_many_approvals_wait: {
    of: 'CONFLICT',
    en: 'you have {max} waiting proposals already; withdraw some, or have some decided, first',
    de: '{max} Ihrer Vorschläge warten bereits; ziehen Sie zuerst einige zurück, oder lassen Sie einige entscheiden',
  },
  approval_busy: {
    en: 'the subject of approval {id} is being changed by somebody else; try again',
    de: 'der Gegenstand der Freigabe {id} wird gerade geändert; versuchen Sie es erneut',
    of: 'CONFLICT',
  },
  own_proposal: {
    en: 'another person has to approve: you proposed this, or contributed to it',
    de: 'eine andere Person muss freigeben: Sie haben dies vorgeschlagen oder daran mitgewirkt',
    of: 'PERMISSION_DENIED',
  },
  about_you: {
    en: 'this is about you: somebody else has to decide',
    de: 'dies betrifft Sie: jemand anderes muss entscheiden',
    of: 'PERMISSION_DENIED',
  },
  account_from_maker: {
    en: 'the user who proposed this created your account, reset it or gave it a role in the last {days} days, perhaps through others',
    de: 'wer dies vorschlug, hat Ihr Konto in den letzten {days} Tagen angelegt, zurückgesetzt oder ihm eine Rolle gegeben, vielleicht über andere',
    of: 'PERMISSION_DENIED',
  },
  accounts_depend: {
    en: 'the same person could be behind your account and that of the user who proposed this, for {days} days at most; somebody else has to approve',
    de: 'hinter Ihrem Konto und dem des Vorschlagenden könnte dieselbe Person stehen, höchstens {days} Tage lang; jemand anderes muss freigeben',
    of: 'PERMISSION_DENIED',
  },

  // What users do for themselves.
  no_self_service: {
    en: 'users neither sign up nor set forgotten passwords by themselves at this application',
    de: 'an dieser Anwendung kann man sich nicht selbst registrieren oder ein vergessenes Passwort neu setzen',
    of: 'PERMISSION_DENIED',
  },
  email_of_api_admin: {
    en: 'the e-mail address of an API admin is changed in the admin module',
    de: 'die E-Mail-Adresse eines API-Admins wird im Admin-Modul geändert',
    of: 'PERMISSION_DENIED',
  },
  not_a_referral: { en: 'is not from a member’s link', de: 'stammt nicht aus dem Link eines Mitglieds' },
  not_with_sponsor: {
    en: 'cannot be sent together with sponsor',
    de: 'kann nicht zusammen mit sponsor gesendet werden',
  },
  sign_up_expired: {
    en: 'is expired, used or not valid; sign up again',
    de: 'ist abgelaufen, benutzt oder ungültig; registrieren Sie sich erneut',
  },
  token_expired: {
    en: 'is expired, used or not valid; ask for a new one',
    de: 'ist abgelaufen, benutzt oder ungültig; fordern Sie ein neues an',
  },
  api_admin_of_application: {
    en: 'you are the API admin of an application: have another one appointed first',
    de: 'Sie sind der API-Admin einer Anwendung: lassen Sie zuerst jemand anderen dazu bestimmen',
    of: 'CONFLICT',
  },
  payout_under_way: {
    en: 'a payout is under way to you: try again when it has arrived',
    de: 'eine Auszahlung an Sie ist unterwegs: versuchen Sie es erneut, wenn sie angekommen ist',
    of: 'CONFLICT',
  },
  payouts_on_hold: {
    en: 'payouts to you are on hold: have the hold released first',
    de: 'Auszahlungen an Sie sind gesperrt: lassen Sie die Sperre zuerst aufheben',
    of: 'CONFLICT',
  },
  balance_below_0: {
    en: 'your balance is below 0: settle it first',
    de: 'Ihr Guthaben ist unter 0: gleichen Sie es zuerst aus',
    of: 'CONFLICT',
  },
  too_many_addresses: {
    en: 'a user has at most {most} addresses',
    de: 'ein Benutzer hat höchstens {most} Adressen',
    of: 'CONFLICT',
  },
  not_a_state: {
    en: 'is not the ISO 3166-2 code of a state of the country',
    de: 'ist nicht der Code nach ISO 3166-2 einer Region des Landes',
  },
  in_admin_module_only: {
    en: 'users of the admin module do this there',
    de: 'Benutzer des Admin-Moduls tun dies dort',
    of: 'PERMISSION_DENIED',
  },
  for_oneself_only: {
    en: 'users do this only for themselves: leave out `uid`',
    de: 'das tut jeder nur für sich selbst: lassen Sie `uid` weg',
    of: 'PERMISSION_DENIED',
  },
  too_many_of_a_kind: {
    en: 'too many requests of this kind; try again in {seconds} seconds',
    de: 'zu viele Anfragen dieser Art; versuchen Sie es in {seconds} Sekunden erneut',
    of: 'TOO_MANY_REQUESTS',
  },
} as const satisfies Record<string, Message>;
