export { BodyEncryption } from './body-encryption.js';
export { EncryptionModule } from './encryption.module.js';
