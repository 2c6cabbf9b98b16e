/** Self-signed certificates for the servers of specs (RFC 5280 section 4.1); created here, so that no other program is needed. */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateOptions {
  readonly names?: readonly string[];
  readonly addresses?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly from?: number;
  readonly until?: number;
}

const day = 86_400_000;

/** Creates a self-signed certificate, by default for `localhost` and 127.0.0.1, and valid today. */
export function selfSigned(options: CertificateOptions = {}): Certificate {
  const { names = ['localhost'], addresses = ['127.0.0.1'], from = Date.now() - day, until = Date.now() + day } = options;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(attribute(organisation, 'Unknown issuer'), attribute(commonName, 'localhost'));
  const validity = sequence(der(utcTime, timeText(from)), der(utcTime, timeText(until)));
  const alternatives = [
    ...names.map((text) => der(0x82, text)),
    ...addresses.map((text) => der(0x87, Buffer.from(text.split('.').map(Number)))),
  ];
  const extensions = der(0xa3, sequence(sequence(alternativeNames, der(octets, sequence(...alternatives)))));
  const toSign = sequence(
    der(0xa0, der(integer, Buffer.of(2))),
    der(integer, Buffer.of(1)),
    sequence(ecdsaWithSha256),
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = sign('sha256', toSign, privateKey);
  const whole = sequence(toSign, sequence(ecdsaWithSha256), der(bits, Buffer.of(0), signature));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(whole) };
}

const [integer, bits, octets, identifier, text, utcTime] = [0x02, 0x03, 0x04, 0x06, 0x0c, 0x17];
const ecdsaWithSha256 = der(identifier, Buffer.from('2a8648ce3d040302', 'hex'));
const organisation = der(identifier, Buffer.from('55040a', 'hex'));
const commonName = der(identifier, Buffer.from('550403', 'hex'));
const alternativeNames = der(identifier, Buffer.from('551d11', 'hex'));

/** Returns a value in ASN.1's distinguished encoding (X.690 section 8.1). */
function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const { length } = content;
  const size = length < 0x80 ? Buffer.of(length) : length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
  return Buffer.concat([Buffer.of(tag), size, content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function attribute(kind: Buffer, value: string): Buffer {
  return der(0x31, sequence(kind, der(text, value)));
}

function timeText(moment: number): string {
  return `${new Date(moment).toISOString().replace(/\D/g, '').slice(2, 14)}Z`;
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
