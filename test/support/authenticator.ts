import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What an authenticator does otherwise than it should. */
interface Faults {
  /** The page that asks; default: the right one. */
  origin?: string;
  /** The host that the passkey is bound to; default: the right one. */
  host?: string;
  /** How often it was used, as it says; default: once more. */
  counter?: number;
  /** It did not ask who holds it. */
  isUnverified?: boolean;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

/** An authenticator with one passkey (WebAuthn, ES256, attestation `none`), as a browser would have it sign. */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  private readonly publicKey: KeyObject;
  private readonly privateKey: KeyObject;
  private counter = 0;

  constructor(private readonly origin: string) {
    ({ publicKey: this.publicKey, privateKey: this.privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  }

  /** What `navigator.credentials.create()` comes to, as JSON. */
  create({ challenge }: { challenge: string }, faults: Faults = {}): object {
    const { x, y } = this.publicKey.export({ format: 'jwk' });
    const key = cbor(new Map<number, unknown>([[1, 2], [3, -7], [-1, 1], [-2, bytes(x!)], [-3, bytes(y!)]])); // prettier-ignore
    const id = bytes(this.id);
    const length = Buffer.from([0, id.length]);
    const authData = Buffer.concat([this.data(faults, WITH_KEY), Buffer.alloc(16), length, id, key]);
    const attestation = new Map<string, unknown>([['fmt', 'none'], ['attStmt', new Map()], ['authData', authData]]); // prettier-ignore
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', challenge, faults).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get()` comes to, as JSON. */
  get({ challenge }: { challenge: string }, faults: Faults = {}): object {
    const clientData = this.clientData('webauthn.get', challenge, faults);
    const authData = this.data(faults, 0);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.privateKey).toString('base64url'),
    });
  }

  private answer(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} };
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Faults): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private data({ host = new URL(this.origin).hostname, counter, isUnverified }: Faults, flags: number): Buffer {
    this.counter = counter ?? this.counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    const told = Buffer.from([flags | PRESENT | (isUnverified === true ? 0 : VERIFIED)]);
    return Buffer.concat([createHash('sha256').update(host).digest(), told, count]);
  }
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}

/** CBOR (RFC 8949) of what passkeys have: whole numbers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, of]) => [cbor(key), cbor(of)])]);
}

function head(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size]);
  if (size < 256) return Buffer.from([(type << 5) | 24, size]);
  return Buffer.from([(type << 5) | 25, size >> 8, size & 0xff]);
}
