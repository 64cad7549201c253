export { BodyEncryption } from './body-encryption.js';
export { IssueEncryptionKeyDto } from './encryption-key.dto.js';
export { EncryptionKeyView, RetiredEncryptionKeyView } from './encryption-key.view.js';
export { EncryptionKeys } from './encryption-keys.service.js';
export { EncryptionModule } from './encryption.module.js';
