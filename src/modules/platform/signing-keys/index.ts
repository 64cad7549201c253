export { SIGNING_ALGORITHMS, SigningKeys } from './signing-keys.service.js';
export { SigningKeysModule } from './signing-keys.module.js';
