import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

const DAY_MS = 24 * 60 * 60 * 1000;
const ECDSA_WITH_SHA256 = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = Buffer.from('550403', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('551d13', 'hex');

/** A private key and its certificate, as PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

/** An authority of a test's own that signs certificates. */
export class Authority {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  /** Its own certificate, as PEM. */
  readonly cert: string;

  constructor(private readonly name: string) {
    this.cert = this.sign(name, this.keys.publicKey, extension(BASIC_CONSTRAINTS, der(0x01, Buffer.from([0xff]))));
  }

  /**
   * A key with a certificate for one name: that of a host, or of a role.
   * @param days how long it is valid, or since when it has been no more
   */
  issue(name: string, days = 1): Identity {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    return { key: pkcs8(privateKey), cert: this.sign(name, publicKey, alternative(name), days) };
  }

  private sign(name: string, publicKey: KeyObject, extensions: Buffer, days = 1): string {
    return certificate({ name, issuer: this.name, publicKey, signer: this.keys.privateKey, extensions, days });
  }
}

/** A key and a certificate that it has signed itself, as a TLS server takes them: for one name, valid for a day. */
export function selfSigned(name: string): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const extensions = alternative(name);
  return {
    key: pkcs8(privateKey),
    cert: certificate({ name, issuer: name, publicKey, signer: privateKey, extensions, days: 1 }),
  };
}

interface Signed {
  readonly name: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly extensions: Buffer;
  readonly days: number;
}

function certificate({ name, issuer, publicKey, signer, extensions, days }: Signed): string {
  const now = Date.now();
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    named(issuer),
    der(0x30, instant(now - 7 * DAY_MS), instant(now + days * DAY_MS)),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extensions)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, signer)]);
  const whole = der(0x30, body, ECDSA_WITH_SHA256, der(0x03, signature));
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

function alternative(name: string): Buffer {
  return extension(SUBJECT_ALT_NAME, der(0x82, Buffer.from(name)));
}

function extension(id: Buffer, content: Buffer): Buffer {
  return der(0x30, der(0x06, id), der(0x04, der(0x30, content)));
}

function named(name: string): Buffer {
  return der(0x30, der(0x31, der(0x30, der(0x06, COMMON_NAME), der(0x0c, Buffer.from(name)))));
}

function pkcs8(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function instant(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x18, Buffer.from(text));
}

/** One value in DER: its tag, its length and its content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}
