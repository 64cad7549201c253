import { FirstSchema1790000000000 } from './1790000000000-first-schema.js';
import { WebhooksSignOnEncryption1790200000000 } from './1790200000000-webhooks-sign-on-encryption.js';
import { CatalogueSearch1790300000000 } from './1790300000000-catalogue-search.js';
import { PeopleSearch1790310000000 } from './1790310000000-people-search.js';
import { Traffic1790320000000 } from './1790320000000-traffic.js';
import { BundleCounts1790400000000 } from './1790400000000-bundle-counts.js';
import { BundleRanges1790410000000 } from './1790410000000-bundle-ranges.js';
import { IdempotencyHeaders1790420000000 } from './1790420000000-idempotency-headers.js';
import { SearchExpressions1790430000000 } from './1790430000000-search-expressions.js';
import { WriteProbe1790431000000 } from './1790431000000-write-probe.js';
import { OrderNumbers1790432000000 } from './1790432000000-order-numbers.js';
import { KeptAnswers1790450000000 } from './1790450000000-kept-answers.js';
import { RateLimitTotal1790451000000 } from './1790451000000-rate-limit-total.js';
import { WebhookQueues1790470000000 } from './1790470000000-webhook-queues.js';

/** All migrations, oldest first. */
export const MIGRATIONS = [
  FirstSchema1790000000000,
  WebhooksSignOnEncryption1790200000000,
  CatalogueSearch1790300000000,
  PeopleSearch1790310000000,
  Traffic1790320000000,
  BundleCounts1790400000000,
  BundleRanges1790410000000,
  IdempotencyHeaders1790420000000,
  SearchExpressions1790430000000,
  WriteProbe1790431000000,
  OrderNumbers1790432000000,
  KeptAnswers1790450000000,
  RateLimitTotal1790451000000,
  WebhookQueues1790470000000,
];
