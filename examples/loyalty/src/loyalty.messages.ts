import { defineExplanations, defineMessages } from 'direct-selling-commerce-api';

export const TOO_FEW_POINTS = 'must be at most {points}, the points that there are';
export const PRICES_CHANGED = 'points have changed meanwhile; read the cart again';
export const OWN_POINTS = 'nobody gives points to themselves';

defineMessages({
  loyalty_too_few_points: { en: TOO_FEW_POINTS, de: 'darf höchstens {points} sein; mehr Punkte sind nicht da' },
  loyalty_prices_changed: {
    en: PRICES_CHANGED,
    de: 'die Punkte haben sich inzwischen geändert; lies den Warenkorb noch einmal',
    of: 'CONFLICT',
  },
  loyalty_own_points: { en: OWN_POINTS, de: 'niemand gibt sich selbst Punkte', of: 'PERMISSION_DENIED' },
});

defineExplanations({
  'Pays back {n} % of own purchases to silver members, and {n2} % to gold members.':
    'Erstattet Mitgliedern mit Silber {n} % der eigenen Käufe, mit Gold {n2} %.',
  '{m} by {s}.': '{m} durch {s}.',
  'A part of what the member bought, by its tier.': 'Ein Teil dessen, was das Mitglied gekauft hat, nach der Stufe.',
});
