export { BodyEncryption } from './body-encryption.js';
export { EncryptionKeysQuery, IssueEncryptionKeyDto } from './encryption-key.dto.js';
export { EncryptionKeyView, ListedEncryptionKeyView, RetiredEncryptionKeyView } from './encryption-key.view.js';
export { EncryptionKeys } from './encryption-keys.service.js';
export { EncryptionModule } from './encryption.module.js';
