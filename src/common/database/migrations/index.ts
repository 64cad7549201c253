import { FirstSchema1790000000000 } from './1790000000000-first-schema.js';
import { WebhooksSignOnEncryption1790200000000 } from './1790200000000-webhooks-sign-on-encryption.js';
import { CatalogueSearch1790300000000 } from './1790300000000-catalogue-search.js';
import { PeopleSearch1790310000000 } from './1790310000000-people-search.js';

/** All migrations, oldest first. */
export const MIGRATIONS = [
  FirstSchema1790000000000,
  WebhooksSignOnEncryption1790200000000,
  CatalogueSearch1790300000000,
  PeopleSearch1790310000000,
];
