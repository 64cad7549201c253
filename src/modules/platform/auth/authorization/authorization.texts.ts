import type { Scope } from '#common/access/index.js';
import type { Language } from '#common/errors/problems.js';

/** The words of the pages. `{name}` is a placeholder. */
export interface Texts {
  readonly signIn: string;
  readonly signInTo: string;
  readonly username: string;
  readonly password: string;
  readonly submit: string;
  readonly cancel: string;
  readonly factor: string;
  readonly factorWhy: string;
  readonly code: string;
  readonly consent: string;
  readonly consentTo: string;
  readonly signedInAs: string;
  readonly scopes: Readonly<Record<Scope, string>>;
  readonly leadsTo: string;
  readonly onDevice: string;
  readonly withdraw: string;
  readonly allow: string;
  readonly deny: string;
  readonly failed: string;
  readonly goBack: string;
  readonly unknownClient: string;
  readonly unknownAddress: string;
  readonly expired: string;
  readonly otherSite: string;
  readonly tooOld: string;
  readonly missing: string;
}

export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    signIn: 'Sign in',
    signInTo: 'to continue to {application}',
    username: 'Username or e-mail address',
    password: 'Password',
    submit: 'Continue',
    cancel: 'Cancel',
    factor: 'Second factor',
    factorWhy:
      'Your account is protected by a second factor. Enter the code of your authenticator app, or a recovery code.',
    code: 'Code',
    consent: 'Allow access?',
    consentTo: '{application} would like to:',
    signedInAs: 'You are signed in as {username}.',
    scopes: {
      shop: 'see prices, and your cart, wishlist and orders, and order for you',
      profile: 'see and change your name, country and addresses',
      team: 'see your team and upline, and place waiting members',
      earnings: 'see your earnings, payouts, statements and progress',
    },
    leadsTo: 'You will return to {target}.',
    onDevice: 'an app on this device',
    withdraw: 'This applies until you withdraw it in your account.',
    allow: 'Allow',
    deny: 'Deny',
    failed: 'Sign-in is not possible',
    goBack: 'Go back to the application and start again.',
    unknownClient: 'The application is not known here.',
    unknownAddress: 'The address to return to is not registered for this application.',
    expired: 'This sign-in has expired, or was finished already.',
    otherSite: 'This form was sent from another site.',
    tooOld: 'This page was open for too long, or the browser does not keep cookies. Please try again.',
    missing: 'Enter your username and password.',
  },
  de: {
    signIn: 'Anmelden',
    signInTo: 'um mit {application} fortzufahren',
    username: 'Benutzername oder E-Mail-Adresse',
    password: 'Passwort',
    submit: 'Weiter',
    cancel: 'Abbrechen',
    factor: 'Zweiter Faktor',
    factorWhy:
      'Ihr Konto ist durch einen zweiten Faktor geschützt. Geben Sie den Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
    code: 'Code',
    consent: 'Zugriff erlauben?',
    consentTo: '{application} möchte:',
    signedInAs: 'Sie sind angemeldet als {username}.',
    scopes: {
      shop: 'Preise sowie Ihren Warenkorb, Ihre Merkliste und Ihre Bestellungen sehen und für Sie bestellen',
      profile: 'Ihren Namen, Ihr Land und Ihre Adressen sehen und ändern',
      team: 'Ihr Team und Ihre Upline sehen und wartende Mitglieder platzieren',
      earnings: 'Ihre Einkünfte, Auszahlungen, Abrechnungen und Ihren Fortschritt sehen',
    },
    leadsTo: 'Sie kehren zurück zu {target}.',
    onDevice: 'einer App auf diesem Gerät',
    withdraw: 'Das gilt, bis Sie es in Ihrem Konto widerrufen.',
    allow: 'Erlauben',
    deny: 'Ablehnen',
    failed: 'Anmeldung nicht möglich',
    goBack: 'Gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    unknownClient: 'Die Anwendung ist hier nicht bekannt.',
    unknownAddress: 'Die Adresse für die Rückkehr ist für diese Anwendung nicht registriert.',
    expired: 'Diese Anmeldung ist abgelaufen oder schon abgeschlossen.',
    otherSite: 'Dieses Formular wurde von einer anderen Seite gesendet.',
    tooOld:
      'Diese Seite war zu lange offen, oder der Browser speichert keine Cookies. Bitte versuchen Sie es noch einmal.',
    missing: 'Geben Sie Ihren Benutzernamen und Ihr Passwort ein.',
  },
};
