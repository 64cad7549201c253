import passport from 'passport';
import { newId } from '../../common/ids.js';

/**
 * Registers a strategy under a name of its own. Passport keeps one list of names for the process, and several
 * applications may live in one: each must ask its own strategies, which read its own database.
 * @returns the name
 */
export function registerOwn(strategy: passport.Strategy, name: string): string {
  const own = `${name}:${newId()}`;
  passport.use(own, strategy);
  return own;
}

/** Forgets a strategy when its application has stopped. */
export function forgetOwn(own: string): void {
  passport.unuse(own);
}
