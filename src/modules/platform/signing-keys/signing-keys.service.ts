import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Config } from '#common/config/config.js';
import { ChangeFeed, Database } from '#common/database/index.js';
import { Pager, type Page, type SearchQuery } from '#common/http/pagination.js';
import { SigningKey } from './signing-key.entity.js';
import type { SigningKeyView } from './signing-key.dto.js';

/** Algorithms for verification. New keys are ES256; RS256 is for keys made before version 1.4. */
export const SIGNING_ALGORITHMS = ['ES256', 'RS256'] as const;

type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** A public key as `/.well-known/jwks.json` shows it. */
export interface PublicJwk extends JsonWebKey {
  kid: string;
  use: 'sig';
  alg: SigningAlgorithm;
}

interface LoadedKey {
  kid: string;
  alg: SigningAlgorithm;
  issuer: string;
  createdAt: Date;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/**
 * The keys that sign application keys and access tokens. The first one is created at the first start, or the first after an
 * upgrade from a version with RS256. After a rotation the new key signs; the others still verify. See docs/spec/service.md#3.
 */
@Injectable()
export class SigningKeys implements OnModuleInit {
  private readonly logger = new Logger(SigningKeys.name);
  private keys = new Map<string, LoadedKey>();

  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
    private readonly jwt: JwtService,
    private readonly audit: AuditLog,
    private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    this.feed.on('signing-key', () => this.reload());
    this.feed.onReset(() => this.reload());
    await this.db.transaction(async (tx) => {
      await this.db.lock(tx, 'firstSigningKey');
      const keys = await tx.find(SigningKey);
      if (keys.some((key) => open(key).alg === 'ES256')) return;
      await this.feed.publish(tx, 'signing-key', (await this.create(tx)).kid);
    });
    await this.load();
  }

  /**
   * Signs claims as a JWT with the newest key.
   * @param claims `iss` is added; `iat` as given, else now
   * @param typ the header's `typ`
   */
  sign(claims: object, typ: string): string {
    return this.signBy(this.newest(), claims, typ);
  }

  /**
   * Signs claims deterministically, so that the text need not be stored. RS256 is deterministic; ES256 needs the nonce of
   * RFC 6979.
   * @param claims `iss` is added
   * @param typ the header's `typ`
   * @param kid which key signs
   */
  async signRepeatably(claims: object, typ: string, kid: string): Promise<string> {
    const key = this.require(kid);
    const token = this.signBy(key, claims, typ);
    if (key.alg === 'RS256') return token;
    // Loaded when the first key's text is shown.
    const { p256 } = await import('@noble/curves/nist.js');
    const input = token.slice(0, token.lastIndexOf('.'));
    const secret = Buffer.from(key.privateKey.export({ format: 'jwk' }).d!, 'base64url');
    const signature = p256.sign(Buffer.from(input), secret, { prehash: true, lowS: false, format: 'compact' });
    return `${input}.${Buffer.from(signature).toString('base64url')}`;
  }

  /** The key that signs now. */
  get currentKid(): string {
    return this.newest().kid;
  }

  /** The `iss` of what is signed now. */
  get issuer(): string {
    return this.newest().issuer;
  }

  /** The public key and issuer of a `kid`; undefined for unknown ones. */
  async find(kid: string): Promise<{ publicKey: KeyObject; issuer: string } | undefined> {
    // Another instance may just have rotated.
    if (!this.keys.has(kid) && /^[A-Za-z0-9_-]{43}$/.test(kid)) await this.loadAtMostOnceASecond();
    return this.keys.get(kid);
  }

  /** The public keys (RFC 7517). */
  jwks(): { keys: PublicJwk[] } {
    const keys = [...this.keys.values()].map(({ kid, alg, publicKey }): PublicJwk => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
      use: 'sig',
      alg,
    }));
    return { keys };
  }

  /** A page of signing keys, newest first; `search` is part of a `kid` or an issuer, case-insensitive. */
  list(query: SearchQuery): Promise<Page<SigningKeyView>> {
    const all = this.db.manager.createQueryBuilder(SigningKey, 'k').orderBy('k.createdAt', 'DESC');
    const filters = { search: 'k.kid ILIKE :search OR k.issuer ILIKE :search' };
    return Pager.list(query, all, filters, (key) => view(open(key), key.kid === this.currentKid));
  }

  /** Creates a key that signs from now on. What older keys signed stays valid. */
  async rotate(caller: Caller): Promise<SigningKeyView> {
    return this.db.transaction(async (tx) => {
      const key = await this.create(tx);
      await this.audit.record(tx, caller, {
        action: 'signing_key.rotate',
        entityType: 'signing_key',
        entityId: key.kid,
        after: { kid: key.kid },
      });
      await this.feed.publish(tx, 'signing-key', key.kid);
      const opened = open(key);
      this.db.afterCommit(tx, () => this.add([opened]));
      return view(opened, true);
    });
  }

  private signBy({ kid, alg, issuer, privateKey }: LoadedKey, claims: object, typ: string): string {
    return this.jwt.sign(
      { iss: issuer, ...claims },
      { privateKey: privateKey as never, algorithm: alg, header: { alg, typ, kid } },
    );
  }

  private async create(tx: EntityManager): Promise<SigningKey> {
    const { privateKey, publicKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
    const key = new SigningKey();
    key.kid = thumbprint(publicKey);
    key.privateKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    key.issuer = this.config.publicUrl;
    return tx.save(key);
  }

  private lastLoad = 0;

  private async loadAtMostOnceASecond(): Promise<void> {
    if (performance.now() - this.lastLoad >= 1_000) await this.load();
  }

  private reload(): void {
    // On failure, the reset after a reconnect or an unknown kid loads again.
    this.load().catch((error: unknown) => this.logger.debug(`failed to reload signing keys: ${String(error)}`));
  }

  private async load(): Promise<void> {
    this.lastLoad = performance.now();
    const rows = await this.db.dataSource.manager.find(SigningKey);
    this.add(rows.filter(({ kid }) => !this.keys.has(kid)).map(open));
  }

  /** Keys are never removed, so stale reads do no harm. */
  private add(more: LoadedKey[]): void {
    const keys = [...this.keys.values(), ...more].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    this.keys = new Map(keys.map((key) => [key.kid, key]));
  }

  private newest(): LoadedKey {
    const key = [...this.keys.values()].at(-1);
    if (key === undefined) throw new Error('signing keys are not loaded yet');
    return key;
  }

  private require(kid: string): LoadedKey {
    const key = this.keys.get(kid);
    if (key === undefined) throw new Error(`signing key ${kid} is missing`);
    return key;
  }
}

function open(row: SigningKey): LoadedKey {
  const privateKey = createPrivateKey(row.privateKey);
  const publicKey = createPublicKey(privateKey);
  const alg = privateKey.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256';
  return { kid: row.kid, alg, issuer: row.issuer, createdAt: row.createdAt, privateKey, publicKey };
}

/** RFC 7638, for EC keys. */
function thumbprint(publicKey: KeyObject): string {
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

function view(key: LoadedKey, signs: boolean): SigningKeyView {
  const { kid, alg, issuer, createdAt } = key;
  return { kid, alg, issuer, created_at: createdAt.toISOString(), signs };
}
