export { BodyEncryption } from './body-encryption.js';
