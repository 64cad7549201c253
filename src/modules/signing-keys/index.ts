export { SIGNING_ALGORITHM, SigningKeys, type SigningKeyView } from './signing-keys.service.js';
export { SigningKeysModule } from './signing-keys.module.js';
