import { defineMessages } from 'direct-selling-commerce-api';

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
